package gemm

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
)

// rowKernel is one implementation of the functions of rows. Shapes have been checked; there is a row and a column.
type rowKernel struct {
	stepSquares    func(steps []float64, h blas64.General, after []float64)
	fitSums        func(fits []float64, h, a, b blas64.General)
	fitAndStepSums func(fits, steps []float64, h, a, b blas64.General, after []float64)
	columnSums     func(dst []float64, a blas64.General)
	scaleRows      func(dst, a blas64.General, scale []float64)
	roots          func(x []float64, floor float64)
	over           func(dst []float64, a float64, x []float64)
	updateChain    func(p *chain)
	updateApart    func(p *apart)
}

// StepSquares sets steps[j] = Σ_k (h_j+1,k - h_jk)² for every row; after is the row below the last one, and may be the last one
// itself. It is summed in 4 lanes: lane l takes the terms k ≡ l (mod 4), ascending, but the last one to three that are no full
// four go to lane 0; the lanes are added as (0+1) + (2+3). Nothing is fused.
func StepSquares(steps []float64, h blas64.General, after []float64) {
	if len(steps) != h.Rows || len(after) != h.Cols {
		panic("gemm: StepSquares: shapes do not fit")
	}
	if len(steps) > 0 && h.Cols > 0 {
		active.Load().stepSquares(steps, h, after)
		return
	}
	clear(steps)
}

// FitSums sets fits[j] = Σ_k h_jk·(b_jk - 2a_jk) for every row, summed as StepSquares sums; only the difference is fused.
func FitSums(fits []float64, h, a, b blas64.General) {
	if len(fits) != h.Rows || !alike(h, a) || !alike(h, b) {
		panic("gemm: FitSums: shapes do not fit")
	}
	if len(fits) > 0 && h.Cols > 0 {
		active.Load().fitSums(fits, h, a, b)
		return
	}
	clear(fits)
}

// FitAndStepSums is FitSums and StepSquares in one pass.
func FitAndStepSums(fits, steps []float64, h, a, b blas64.General, after []float64) {
	if len(fits) != h.Rows || len(steps) != h.Rows || !alike(h, a) || !alike(h, b) || len(after) != h.Cols {
		panic("gemm: FitAndStepSums: shapes do not fit")
	}
	if len(fits) > 0 && h.Cols > 0 {
		active.Load().fitAndStepSums(fits, steps, h, a, b, after)
		return
	}
	clear(fits)
	clear(steps)
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

// Chain is rows that are pulled to their neighbours, one for each sample of a sequence, and what their update needs. Matrices
// have one shape.
type Chain struct {
	H, Num, Den   blas64.General
	Pull          []float64 // between rows, that before the first and that after the last included
	Norm          []float64 // one for each row
	Before, After []float64 // the rows next to H; After may be the last row of H
	Scale         []float64 // one for each row
	Scaled        blas64.General
}

// chain is a Chain as the kernels want it. Strides are counted in entries.
type chain struct {
	h, num, den, scaled                         *float64
	hStride, numStride, denStride, scaledStride int
	pull, norm, scale                           *float64
	before, after                               *float64
	count, width                                int
	floor                                       float64
}

// Update is the multiplicative step
//
//	h_j ← h_j·sqrt((num_j + (l·h_{j-1} + r·h_{j+1})) / max(den_j + (l+r)·h_j, floor))    l = Pull[j]·Norm[j], r = Pull[j+1]·Norm[j]
//
// entry by entry, nothing fused, where all neighbours are as they were before, and sets Scaled to the new rows, each times its
// entry of Scale. floor must be positive.
func (c *Chain) Update(floor float64) {
	h, n := c.H, c.H.Rows
	if !alike(h, c.Num) || !alike(h, c.Den) || !alike(h, c.Scaled) || len(c.Pull) != n+1 || len(c.Norm) != n || len(c.Scale) != n ||
		len(c.Before) != h.Cols || len(c.After) != h.Cols {
		panic("gemm: Chain: shapes do not fit")
	}
	positive(floor, "Chain")
	if n == 0 || h.Cols == 0 {
		return
	}
	w := newWorkspace()
	w.chain = chain{
		h: &h.Data[0], num: &c.Num.Data[0], den: &c.Den.Data[0], scaled: &c.Scaled.Data[0],
		hStride: h.Stride, numStride: c.Num.Stride, denStride: c.Den.Stride, scaledStride: c.Scaled.Stride,
		pull: &c.Pull[0], norm: &c.Norm[0], scale: &c.Scale[0], before: &c.Before[0], after: &c.After[0],
		count: n, width: h.Cols, floor: floor,
	}
	active.Load().updateChain(&w.chain)
	w.release()
}

// apart is one call of UpdateApart.
type apart struct {
	h, num, den, pg                         *float64
	hStride, numStride, denStride, pgStride int
	ps, sum, total                          *float64 // width
	count, width                            int
	ss, across, inner, outer, floor         float64
}

// Apart is what all rows of UpdateApart share.
type Apart struct {
	PS, Sum              []float64 // one for each column
	Total                []float64 // to which the new rows are added
	SS                   float64
	Across, Inner, Outer float64
}

// UpdateApart is the multiplicative step of rows that are kept apart from others. pg has one column more than h, whose entry
// in row j is g; with v the entry of pg, p that of PS and s that of Sum,
//
//	h ← h·sqrt((num + Across·max(0, p + s·g - 2v)) / max(den + (Inner·max(0, s·(SS - g) - p + v) + Outer·v), floor))
//
// entry by entry, nothing fused, and adds the new rows to Total, one after the other. floor must be positive.
func UpdateApart(h, num, den, pg blas64.General, by Apart, floor float64) {
	if !alike(h, num) || !alike(h, den) || pg.Rows != h.Rows || pg.Cols != h.Cols+1 || len(by.PS) != h.Cols || len(by.Sum) != h.Cols ||
		len(by.Total) != h.Cols {
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
		ps: &by.PS[0], sum: &by.Sum[0], total: &by.Total[0], count: h.Rows, width: h.Cols,
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
