package solvers

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

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
		f.sums, f.ones = mat.NewDense(m, r, nil), constant(sides[sideH].points, 1)
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

// value is the divergence over the known entries at the factors between two sweeps.
func (f *sampledKL) value() float64 {
	f.sampledModel.sweep()
	var total float64
	for i := range f.sides[sideW].points {
		_, v, p := f.row(i)
		total += divergenceOf(v, p, f.ratios, f.floor)
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
