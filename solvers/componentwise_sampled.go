package solvers

import (
	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// sampledModel holds the entries that X stores, row by row, and the model WH there. The model follows the components by
// rank-one changes and is formed afresh in every sweep, since their rounding adds up. A component takes two passes over
// the entries: in each the last change is added to the model on the way to the sums of the next ratio.
type sampledModel struct {
	x     matrix.Matrix
	sides [2]*side
	ptr   []int
	v, p  []float64    // entries of X and the model
	rowH  []rowEntry   // what the pass of W_:c reads of a column of X
	colH  []columnSums // what the pass of H_c: reads and writes there
	last  int          // the component whose change of H the model lacks, -1 for none
}

// rowEntry is gathered by the pass over the rows.
type rowEntry struct{ change, h float64 }

// columnSums is scattered to by the pass that sums over columns.
type columnSums struct{ h, num, den float64 }

func newSampledModel(x matrix.Matrix, sides [2]*side) sampledModel {
	m, n := x.Dims()
	s := sampledModel{x: x, sides: sides, ptr: make([]int, m+1), rowH: make([]rowEntry, n), colH: make([]columnSums, n)}
	s.v, s.p = make([]float64, x.NNZ()), make([]float64, x.NNZ())
	for i := range m {
		_, vals := x.Row(i, nil)
		s.ptr[i+1] = s.ptr[i] + copy(s.v[s.ptr[i]:], vals)
	}
	return s
}

// sweep forms the model.
func (s *sampledModel) sweep() {
	s.last = -1
	w, ht := s.sides[sideW].factor.RawMatrix(), s.sides[sideH].factor.RawMatrix()
	for i := range w.Rows {
		cols, _ := s.x.Row(i, nil)
		gemm.SampledDots(s.p[s.ptr[i]:s.ptr[i+1]], w.Data[i*w.Stride:i*w.Stride+w.Cols], ht.Data, ht.Stride, cols)
	}
}

// beforeRows prepares the pass for W_:c and returns the component of W that goes with the change of H to be added.
func (s *sampledModel) beforeRows(c int) []float64 {
	h, change := s.sides[sideH].component(c), s.sides[sideH].delta
	for j, v := range h {
		s.rowH[j] = rowEntry{change[j], v}
	}
	if s.last < 0 {
		for j := range s.rowH {
			s.rowH[j].change = 0
		}
		return s.sides[sideW].component(c)
	}
	return s.sides[sideW].component(s.last)
}

// beforeColumns prepares the pass for H_c:.
func (s *sampledModel) beforeColumns(c int) {
	for j, v := range s.sides[sideH].component(c) {
		s.colH[j] = columnSums{h: v}
	}
}

// afterColumns takes the sums.
func (s *sampledModel) afterColumns(num, den []float64) {
	for j := range s.colH {
		num[j], den[j] = s.colH[j].num, s.colH[j].den
	}
}

// moved tells that the model lacks a change; that of W_:c is added by the next pass in any case.
func (s *sampledModel) moved(k, c int) {
	switch moved := s.sides[k]; {
	case moved.collapsed(c):
		s.sides[sideW].store()
		s.sides[sideH].store()
		s.sweep()
		clear(moved.delta)
	case k == sideH:
		s.last = c
	}
}

// row returns the entries of row i.
func (s *sampledModel) row(i int) (col []int32, v, p []float64) {
	col, _ = s.x.Row(i, nil)
	from, to := s.ptr[i], s.ptr[i+1]
	return col, s.v[from:to], s.p[from:to]
}

// sampledFrobenius is the squared error over the known entries:
//
//	W_:c: num = (M.*X)·H_c:ᵀ, den = (M.*(WH))·H_c:ᵀ        H_c: : num = W_:cᵀ·(M.*X), den = W_:cᵀ·(M.*(WH))
type sampledFrobenius struct{ sampledModel }

// newSampledFrobenius returns the term for x/unit.
func newSampledFrobenius(x matrix.Matrix, unit float64, sides [2]*side) *sampledFrobenius {
	f := &sampledFrobenius{newSampledModel(x, sides)}
	for k := range f.v {
		f.v[k] /= unit
	}
	return f
}

func (f *sampledFrobenius) ratio(k, c int) {
	if k == sideW {
		f.rows(c)
	} else {
		f.columns(c)
	}
}

func (f *sampledFrobenius) rows(c int) {
	w, s := f.beforeRows(c), f.sides[sideW]
	table := f.rowH
	for i := range s.num {
		col, v, p := f.row(i)
		v, p = v[:len(col)], p[:len(col)]
		wi := w[i]
		var num, den float64
		for k, j := range col {
			e := table[j]
			model := p[k] + wi*e.change
			p[k] = model
			num += v[k] * e.h
			den += model * e.h
		}
		s.num[i], s.den[i] = num, den
	}
}

func (f *sampledFrobenius) columns(c int) {
	f.beforeColumns(c)
	w, change := f.sides[sideW].component(c), f.sides[sideW].delta
	table := f.colH
	for i, wi := range w {
		col, v, p := f.row(i)
		v, p = v[:len(col)], p[:len(col)]
		di := change[i]
		for k, j := range col {
			e := &table[j]
			model := p[k] + di*e.h
			p[k] = model
			e.num += v[k] * wi
			e.den += model * wi
		}
	}
	f.afterColumns(f.sides[sideH].num, f.sides[sideH].den)
}

func (f *sampledFrobenius) known(int) {
	clear(f.sides[sideW].num)
	clear(f.sides[sideW].den)
}

func (f *sampledFrobenius) pass(c int, floor float64) {
	before, s := f.beforeRows(c), f.sides[sideW]
	f.beforeColumns(c)
	changes, sums := f.rowH, f.colH
	for i := range s.num {
		col, v, p := f.row(i)
		v, p = v[:len(col)], p[:len(col)]
		wi, num, den := before[i], s.num[i], s.den[i]
		for k, j := range col {
			e := changes[j]
			model := p[k] + wi*e.change
			p[k] = model
			num += v[k] * e.h
			den += model * e.h
		}
		x, change := s.updateRow(c, i, num, den, floor)
		for k, j := range col {
			e := &sums[j]
			model := p[k] + change*e.h
			p[k] = model
			e.num += v[k] * x
			e.den += model * x
		}
	}
	f.afterColumns(f.sides[sideH].num, f.sides[sideH].den)
}
