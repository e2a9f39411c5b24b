package gemm

import (
	"math"
	"unsafe"
)

// leftSum adds w[i]·(row i of x) to dst for rows stride bytes apart, each entry of so many bytes, for a number of columns of
// its own.
type leftSum struct {
	sum     func(dst *float64, x unsafe.Pointer, stride int, w *float64, rows, bytes int)
	columns int
}

// leftRows rows of X are done at a time, in which they stay in the first-level cache between the columns that share a line.
const leftRows = 32

// LeftMul sets dst = Xᵀ·w: every entry is summed over the rows of X, ascending, each term one fma.
func (x *Entries) LeftMul(dst, w []float64) {
	sameLength(len(dst), x.Cols, "LeftMul")
	sameLength(len(w), x.Rows, "LeftMul")
	clear(dst)
	sums := active.Load().left
	if len(sums) == 0 || x.Cols < sums[len(sums)-1].columns {
		x.leftMul(dst, w)
		return
	}
	narrow := sums[len(sums)-1]
	rest := x.Cols % narrow.columns
	work := newWorkspace()
	last := work.wide[:narrow.columns] // sums of the last columns, of which only the rest is wanted
	clear(last)
	for i := 0; i < x.Rows; i += leftRows {
		part := w[i:min(i+leftRows, x.Rows)]
		j := 0
		for _, s := range sums {
			for ; j+s.columns <= x.Cols; j += s.columns {
				x.leftSum(s, dst[j:], part, i, j)
			}
		}
		if rest > 0 {
			x.leftSum(narrow, last, part, i, x.Cols-narrow.columns)
		}
	}
	copy(dst[x.Cols-rest:], last[narrow.columns-rest:])
	work.release()
}

// leftSum adds the rows from i on, columns from j on.
func (x *Entries) leftSum(s leftSum, dst, w []float64, i, j int) {
	first, bytes := x.at(i, j)
	s.sum(&dst[0], first, x.Stride*bytes, &w[0], len(w), bytes)
}

func (x *Entries) leftMul(dst, w []float64) {
	for i, v := range w {
		for j := range dst {
			dst[j] = math.FMA(v, x.At(i, j), dst[j])
		}
	}
}
