package solvers

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/gemm"
)

// frobeniusFit is the squared error over all entries of X:
//
//	W_:c: num = X·H_c:ᵀ, den = W·(H·H_c:ᵀ)        H_c: : num = W_:cᵀ·X, den = (W_:cᵀ·W)·H
//
// While W_:c is updated H_c: is still that of the sweep before, so that all numerators of W are one matrix product; only
// W_:cᵀ·X must follow component by component. Cost per sweep: 4mnr + 8(m+n)r².
//
// X counts in units, which keeps a compact X compact.
type frobeniusFit struct {
	x     matrix.Matrix
	unit  float64
	sides [2]*side
	xht   *mat.Dense // X·Hᵀ with H as the sweep began, m×r
	left  *leftProduct
}

func newFrobeniusFit(x matrix.Matrix, unit float64, sides [2]*side) *frobeniusFit {
	m, r := sides[sideW].factor.Dims()
	return &frobeniusFit{x: x, unit: unit, sides: sides, xht: mat.NewDense(m, r, nil), left: newLeftProduct(x)}
}

func (f *frobeniusFit) sweep() { f.x.MulTo(f.xht, f.sides[sideH].factor) }

func (f *frobeniusFit) ratio(k, c int) {
	s, other := f.sides[k], f.sides[1-k]
	if k == sideW {
		raw := f.xht.RawMatrix()
		for i := range s.num {
			s.num[i] = raw.Data[i*raw.Stride+c]
		}
	} else {
		f.left.mulTo(s.num, other.component(c))
	}
	if f.unit != 1 {
		for i := range s.num {
			s.num[i] /= f.unit
		}
	}
	_, r := s.factor.Dims()
	clear(s.den)
	for t := range r {
		gemm.Axpy(s.den, gemm.Dot(other.component(t), other.component(c)), s.component(t))
	}
}

func (f *frobeniusFit) moved(int, int) {}

// leftProduct computes Xᵀ·w.
type leftProduct struct {
	x     matrix.Matrix // for sparse X its transpose
	dense bool
	raw   *mat.Dense // all of X, where that is faster than widening it on the way
	block []float64
	rows  []int // 0, 1, 2, ...
}

const (
	// wideLimit bytes of X, held as float64, still come from a cache faster than smaller entries can be widened.
	wideLimit = 8 << 20

	// widenedRows are widened at a time.
	widenedRows = 16
)

func newLeftProduct(x matrix.Matrix) *leftProduct {
	d, dense := x.(*matrix.Dense)
	if !dense {
		return &leftProduct{x: x.Trans()}
	}
	m, n := x.Dims()
	p := &leftProduct{x: x, dense: true, rows: make([]int, m), block: make([]float64, widenedRows*n)}
	for i := range p.rows {
		p.rows[i] = i
	}
	_, vals := x.Row(0, p.block[:n])
	if heldWide := &vals[0] != &p.block[0]; heldWide || 8*m*n <= wideLimit {
		p.raw = d.Raw()
	}
	return p
}

// mulTo sets dst (length n) to Xᵀ·w.
func (p *leftProduct) mulTo(dst, w []float64) {
	switch {
	case p.raw != nil:
		clear(dst)
		raw := p.raw.RawMatrix()
		gemm.SampledSum(dst, raw.Data, raw.Stride, p.rows, w)
	case p.dense:
		clear(dst)
		p.widened(dst, w)
	default:
		for j := range dst {
			cols, vals := p.x.Row(j, nil)
			var sum float64
			for k, i := range cols {
				sum += vals[k] * w[i]
			}
			dst[j] = sum
		}
	}
}

func (p *leftProduct) widened(dst, w []float64) {
	n := len(dst)
	for i := 0; i < len(w); i += widenedRows {
		rows := min(widenedRows, len(w)-i)
		for k := range rows {
			p.x.Row(i+k, p.block[k*n:(k+1)*n])
		}
		gemm.SampledSum(dst, p.block, n, p.rows[:rows], w[i:i+rows])
	}
}
