package solvers

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/gemm"
)

// denseKL is the divergence over all entries of X:
//
//	W_:c: num = (X./(WH))·H_c:ᵀ, den = Σ_j H_cj        H_c: : num = W_:cᵀ·(X./(WH)), den = Σ_i W_ic
//
// The model follows the components by rank-one changes, each added on the way to the next ratio, and is formed afresh in
// every sweep. Where it divides it is raised to 2^-52 of the largest entry of X at least: the changes are no more exact.
//
// Cost per sweep: 8mnr, and 2mnr divisions, which take most of the time.
type denseKL struct {
	x      *matrix.Dense
	sides  [2]*side
	model  *mat.Dense // m×n
	floor  float64
	last   int       // the component whose change of H the model lacks, -1 for none
	none   []float64 // zeros, its factors then
	row    []float64 // of X, widened
	ratios []float64 // of a row
}

func newDenseKL(x *matrix.Dense, sides [2]*side, floor float64) *denseKL {
	m, n := x.Dims()
	return &denseKL{
		x: x.Compact(), sides: sides, model: mat.NewDense(m, n, nil), floor: floor,
		none: make([]float64, max(m, n)), row: make([]float64, n), ratios: make([]float64, n),
	}
}

func (f *denseKL) sweep() {
	f.last = -1
	matrix.MulNT(f.model, f.sides[sideW].factor, f.sides[sideH].factor)
}

func (f *denseKL) ratio(k, c int) {
	if k == sideW {
		f.rows(c)
	} else {
		f.columns(c)
	}
	s := f.sides[k]
	fill(s.den, sumOf(f.sides[1-k].component(c)))
}

// lacking returns the component of W and the change of H that the model lacks.
func (f *denseKL) lacking() (w, change []float64) {
	if f.last < 0 {
		return f.none[:f.sides[sideW].points], f.none[:f.sides[sideH].points]
	}
	return f.sides[sideW].component(f.last), f.sides[sideH].delta
}

func (f *denseKL) rows(c int) {
	s, h := f.sides[sideW], f.sides[sideH].component(c)
	before, change := f.lacking()
	for i := range s.num {
		s.num[i] = f.x.FollowDot(i, f.model.RawRowView(i), before[i], change, h, f.floor)
	}
}

func (f *denseKL) columns(c int) {
	w, h := f.sides[sideW], f.sides[sideH]
	clear(h.num)
	for i, v := range w.component(c) {
		f.x.FollowSum(i, h.num, f.model.RawRowView(i), w.delta[i], h.component(c), f.floor, v)
	}
}

func (f *denseKL) known(c int) {
	w, h := f.sides[sideW], f.sides[sideH]
	clear(w.num)
	fill(w.den, sumOf(h.component(c)))
}

// pass looks at a row's quotients before the row above it is done with: while their sum is under way, the processor works
// on the row above.
func (f *denseKL) pass(c int, floor float64) {
	w, h := f.sides[sideW], f.sides[sideH]
	hc := h.component(c)
	before, change := f.lacking()
	dot := func(i int) float64 {
		return f.x.FollowDot(i, f.model.RawRowView(i), before[i], change, hc, f.floor)
	}
	clear(h.num)
	num, next := dot(0), 0.0
	for i := range w.num {
		if i+1 < len(w.num) {
			next = dot(i + 1)
		}
		x, added := w.updateRow(c, i, w.num[i]+num, w.den[i], floor)
		f.x.FollowSum(i, h.num, f.model.RawRowView(i), added, hc, f.floor, x)
		num = next
	}
	fill(h.den, sumOf(w.component(c)))
}

// value is D(X‖WH) at the factors between two sweeps.
func (f *denseKL) value() float64 {
	matrix.MulNT(f.model, f.sides[sideW].factor, f.sides[sideH].factor)
	var total float64
	for i := range f.sides[sideW].points {
		_, vals := f.x.Row(i, f.row)
		total += divergenceOf(vals, f.model.RawRowView(i), f.ratios, f.floor)
	}
	return total
}

// divergenceOf is the divergence of a row of entries from their model; buf is as long at least.
func divergenceOf(x, model, buf []float64, floor float64) float64 {
	buf = buf[:len(x)]
	gemm.Divergences(buf, x, model, floor)
	var sum float64
	for j, v := range buf {
		sum += v
		sum += model[j]
	}
	return sum
}

func (f *denseKL) moved(k, c int) {
	switch moved := f.sides[k]; {
	case moved.collapsed(c):
		f.sides[sideW].store()
		f.sides[sideH].store()
		f.sweep()
		clear(moved.delta)
	case k == sideH:
		f.last = c
	}
}

// above is max(v, floor) for ordinary numbers, which the compiler turns into fewer instructions.
func above(v, floor float64) float64 {
	if v < floor {
		return floor
	}
	return v
}

func fill(dst []float64, v float64) {
	for i := range dst {
		dst[i] = v
	}
}

func sumOf(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += v
	}
	return sum
}
