package solvers

import (
	"slices"

	"gonum.org/v1/gonum/mat"

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

// sampledKL is the divergence over the entries that X stores; where absent entries are zeros they count in the
// denominators only, as in denseKL, and where they are unknown not at all.
type sampledKL struct {
	sampledModel
	floor  float64
	masked bool
	sums   *mat.Dense // M·Hᵀ, m×r; only where X is masked, like the rest
	ones   []float64
	ratios []float64 // of a row
}

func newSampledKL(x matrix.Matrix, sides [2]*side, floor float64) *sampledKL {
	_, masked := x.(*matrix.Masked)
	f := &sampledKL{sampledModel: newSampledModel(x, sides), floor: floor, masked: masked}
	if masked {
		m, r := sides[sideW].factor.Dims()
		f.sums, f.ones = mat.NewDense(m, r, nil), slices.Repeat([]float64{1}, sides[sideH].points)
		f.ratios = make([]float64, len(f.ones))
	}
	return f
}

func (f *sampledKL) ratio(k, c int) {
	if k == sideW {
		f.rows(c)
	} else {
		f.columns(c)
	}
	if !f.masked {
		fill(f.sides[k].den, sumOf(f.sides[1-k].component(c)))
	}
}

func (f *sampledKL) rows(c int) {
	w, s := f.beforeRows(c), f.sides[sideW]
	table, floor := f.rowH, f.floor
	for i := range s.num {
		col, v, p := f.row(i)
		v, p = v[:len(col)], p[:len(col)]
		wi := w[i]
		var num, den float64
		for k, j := range col {
			e := table[j]
			model := p[k] + wi*e.change
			p[k] = model
			num += v[k] / above(model, floor) * e.h
			den += e.h
		}
		s.num[i], s.den[i] = num, den
	}
}

func (f *sampledKL) columns(c int) {
	f.beforeColumns(c)
	w, change := f.sides[sideW].component(c), f.sides[sideW].delta
	table, floor := f.colH, f.floor
	for i, wi := range w {
		col, v, p := f.row(i)
		v, p = v[:len(col)], p[:len(col)]
		di := change[i]
		for k, j := range col {
			e := &table[j]
			model := p[k] + di*e.h
			p[k] = model
			e.num += v[k] / above(model, floor) * wi
			e.den += wi
		}
	}
	f.afterColumns(f.sides[sideH].num, f.sides[sideH].den)
}

func (f *sampledKL) sweep() {
	f.sampledModel.sweep()
	if f.masked {
		f.degrees()
	}
}

// degrees forms M·Hᵀ with H as the sweep begins: the denominators of W, which see the old H_c: in any case.
func (f *sampledKL) degrees() {
	ht := f.sides[sideH].factor.RawMatrix()
	for i := range f.sides[sideW].num {
		cols, _ := f.x.Row(i, nil)
		row := f.sums.RawRowView(i)
		clear(row)
		gemm.SampledSum(row, ht.Data, ht.Stride, cols, f.ones[:len(cols)])
	}
}

// value returns the divergence over the known entries at the factors between two sweeps.
func (f *sampledKL) value() float64 {
	f.sampledModel.sweep()
	var total float64
	for i := range f.sides[sideW].points {
		_, v, p := f.row(i)
		total += divergenceOf(v, p, f.ratios, f.floor)
	}
	return total
}

// divergenceOf returns the divergence of a row of entries from their model; buf is as long at least.
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

func (f *sampledKL) known(c int) {
	w, h := f.sides[sideW], f.sides[sideH]
	clear(w.num)
	if !f.masked {
		fill(w.den, sumOf(h.component(c)))
		return
	}
	raw := f.sums.RawMatrix()
	for i := range w.den {
		w.den[i] = raw.Data[i*raw.Stride+c]
	}
}

func (f *sampledKL) pass(c int, floor float64) {
	before, s := f.beforeRows(c), f.sides[sideW]
	f.beforeColumns(c)
	changes, sums, least := f.rowH, f.colH, f.floor
	for i := range s.num {
		col, v, p := f.row(i)
		v, p = v[:len(col)], p[:len(col)]
		wi, num := before[i], s.num[i]
		for k, j := range col {
			e := changes[j]
			model := p[k] + wi*e.change
			p[k] = model
			num += v[k] / above(model, least) * e.h
		}
		x, change := s.updateRow(c, i, num, s.den[i], floor)
		for k, j := range col {
			e := &sums[j]
			model := p[k] + change*e.h
			p[k] = model
			e.num += v[k] / above(model, least) * x
			e.den += x
		}
	}
	f.afterColumns(f.sides[sideH].num, f.sides[sideH].den)
	if !f.masked {
		fill(f.sides[sideH].den, sumOf(s.component(c)))
	}
}
