package solvers

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
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
	dense *matrix.Dense // held as small as can be: it is read once for every component
	row   []float64     // one of it, widened
	trans matrix.Matrix // of an X that is sparse
}

func newLeftProduct(x matrix.Matrix) *leftProduct {
	if d, dense := x.(*matrix.Dense); dense {
		_, n := d.Dims()
		return &leftProduct{dense: d.Compact(), row: make([]float64, n)}
	}
	return &leftProduct{trans: x.Trans()}
}

// mulTo sets dst (length n) to Xᵀ·w, every entry summed over the rows of X, ascending.
func (p *leftProduct) mulTo(dst, w []float64) {
	if p.dense != nil {
		clear(dst)
		for i, v := range w {
			_, row := p.dense.Row(i, p.row)
			gemm.Axpy(dst, v, row)
		}
		return
	}
	for j := range dst {
		cols, vals := p.trans.Row(j, nil)
		var sum float64
		for k, i := range cols {
			sum += vals[k] * w[i]
		}
		dst[j] = sum
	}
}
