package gemm

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
)

// rowKernel is one implementation of the functions of rows. Shapes have been checked; there is a row and a column.
type rowKernel struct {
	stepSquares func(dst []float64, a blas64.General)
	fitSums     func(dst []float64, h, a, b blas64.General)
	columnSums  func(dst []float64, a blas64.General)
	scaleRows   func(dst, a blas64.General, scale []float64)
	roots       func(x []float64, floor float64)
	over        func(dst []float64, a float64, x []float64)
	updateChain func(p *chain)
	updateApart func(p *apart)
}

// StepSquares sets dst[j] = Σ_k (a_j+1,k - a_jk)² for every row but the last. It is summed in 4 lanes: lane l takes the terms
// k ≡ l (mod 4), ascending, but the last one to three that are no full four go to lane 0; the lanes are added as (0+1) + (2+3).
// Nothing is fused.
func StepSquares(dst []float64, a blas64.General) {
	if len(dst) != max(0, a.Rows-1) {
		panic("gemm: StepSquares: shapes do not fit")
	}
	if len(dst) > 0 && a.Cols > 0 {
		active.Load().stepSquares(dst, a)
		return
	}
	clear(dst)
}

// FitSums sets dst[j] = Σ_k h_jk·(b_jk - 2a_jk) for every row, summed as StepSquares sums.
func FitSums(dst []float64, h, a, b blas64.General) {
	if len(dst) != h.Rows || !alike(h, a) || !alike(h, b) {
		panic("gemm: FitSums: shapes do not fit")
	}
	if len(dst) > 0 && h.Cols > 0 {
		active.Load().fitSums(dst, h, a, b)
		return
	}
	clear(dst)
}

// ColumnSums sets dst to the sums of the columns of a, each row added to those before.
func ColumnSums(dst []float64, a blas64.General) {
	if len(dst) != a.Cols {
		panic("gemm: ColumnSums: shapes do not fit")
	}
	if len(dst) > 0 && a.Rows > 0 {
		active.Load().columnSums(dst, a)
		return
	}
	clear(dst)
}

// ScaleRows sets row j of dst to row j of a times scale[j]. dst may be a.
func ScaleRows(dst, a blas64.General, scale []float64) {
	if !alike(dst, a) || len(scale) != a.Rows {
		panic("gemm: ScaleRows: shapes do not fit")
	}
	if a.Rows > 0 && a.Cols > 0 {
		active.Load().scaleRows(dst, a, scale)
	}
}

// Roots sets x = max(sqrt(x), floor), entry by entry, the maximum being Go's.
func Roots(x []float64, floor float64) {
	switch {
	case math.IsNaN(floor) || floor == 0:
		rootsPortable(x, floor)
	case len(x) > 0:
		active.Load().roots(x, floor)
	}
}

// Over sets dst = a / x, entry by entry. dst may be x.
func Over(dst []float64, a float64, x []float64) {
	sameLength(len(dst), len(x), "Over")
	if len(dst) > 0 {
		active.Load().over(dst, a, x)
	}
}

func alike(a, b blas64.General) bool { return a.Rows == b.Rows && a.Cols == b.Cols }

// chain is one call of UpdateChain. Strides are counted in entries.
type chain struct {
	h, num, den                   *float64
	hStride, numStride, denStride int
	pull                          *float64 // count + 1
	norm                          *float64 // count
	before, after                 *float64
	count, width                  int
	floor                         float64
}

// UpdateChain is the multiplicative step of rows that are pulled to their neighbours,
//
//	h_j ← h_j·sqrt((num_j + (l·h_{j-1} + r·h_{j+1})) / max(den_j + (l+r)·h_j, floor))    l = pull[j]·norm[j], r = pull[j+1]·norm[j]
//
// entry by entry, nothing fused, where all neighbours are as they were before; before and after are those of the first and of
// the last row, and after may be the last row itself. floor must be positive.
func UpdateChain(h, num, den blas64.General, pull, norm, before, after []float64, floor float64) {
	if !alike(h, num) || !alike(h, den) || len(pull) != h.Rows+1 || len(norm) != h.Rows || len(before) != h.Cols || len(after) != h.Cols {
		panic("gemm: UpdateChain: shapes do not fit")
	}
	positive(floor, "UpdateChain")
	if h.Rows == 0 || h.Cols == 0 {
		return
	}
	w := newWorkspace()
	w.chain = chain{
		h: &h.Data[0], num: &num.Data[0], den: &den.Data[0], hStride: h.Stride, numStride: num.Stride, denStride: den.Stride,
		pull: &pull[0], norm: &norm[0], before: &before[0], after: &after[0], count: h.Rows, width: h.Cols, floor: floor,
	}
	active.Load().updateChain(&w.chain)
	w.release()
}

// apart is one call of UpdateApart.
type apart struct {
	h, num, den, pg                         *float64
	hStride, numStride, denStride, pgStride int
	ps, sum                                 *float64 // width
	count, width                            int
	ss, across, inner, outer, floor         float64
}

// Apart is the part of UpdateApart's terms that all rows share.
type Apart struct {
	PS, Sum              []float64 // one for each column
	SS                   float64
	Across, Inner, Outer float64
}

// UpdateApart is the multiplicative step of rows that are kept apart from others. pg has one column more than h, whose entry
// in row j is g; with v the entry of pg, p that of PS and s that of Sum,
//
//	h ← h·sqrt((num + Across·max(0, p + s·g - 2v)) / max(den + (Inner·max(0, s·(SS - g) - p + v) + Outer·v), floor))
//
// entry by entry, nothing fused. floor must be positive.
func UpdateApart(h, num, den, pg blas64.General, by Apart, floor float64) {
	if !alike(h, num) || !alike(h, den) || pg.Rows != h.Rows || pg.Cols != h.Cols+1 || len(by.PS) != h.Cols || len(by.Sum) != h.Cols {
		panic("gemm: UpdateApart: shapes do not fit")
	}
	positive(floor, "UpdateApart")
	if h.Rows == 0 || h.Cols == 0 {
		return
	}
	w := newWorkspace()
	w.apart = apart{
		h: &h.Data[0], num: &num.Data[0], den: &den.Data[0], pg: &pg.Data[0],
		hStride: h.Stride, numStride: num.Stride, denStride: den.Stride, pgStride: pg.Stride,
		ps: &by.PS[0], sum: &by.Sum[0], count: h.Rows, width: h.Cols,
		ss: by.SS, across: by.Across, inner: by.Inner, outer: by.Outer, floor: floor,
	}
	active.Load().updateApart(&w.apart)
	w.release()
}

// positive refuses the floors with which the CPU's maximum is not Go's.
func positive(floor float64, function string) {
	if !(floor > 0) {
		panic("gemm: " + function + ": floor is not positive")
	}
}
