package matrix

import (
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Dense is a data matrix that holds all of its entries, row by row.
type Dense struct {
	a     *mat.Dense
	once  sync.Once
	trans *Dense
}

var _ Matrix = (*Dense)(nil)

// NewDense returns an m×n matrix on data (row-major, not copied; nil allocates zeros).
func NewDense(m, n int, data []float64) *Dense { return &Dense{a: mat.NewDense(m, n, data)} }

// FromDense returns a matrix on a's storage, which must not change afterwards.
func FromDense(a *mat.Dense) *Dense { return &Dense{a: a} }

// Dims returns the numbers of features m and samples n.
func (d *Dense) Dims() (m, n int) { return d.a.Dims() }

// At returns entry (i, j).
func (d *Dense) At(i, j int) float64 { return d.a.At(i, j) }

// T returns the transpose as gonum wants it; see Trans for a Matrix.
func (d *Dense) T() mat.Matrix { return d.a.T() }

// NNZ returns m·n.
func (d *Dense) NNZ() int { m, n := d.a.Dims(); return m * n }

// Raw returns the underlying gonum matrix, which must not be modified.
func (d *Dense) Raw() *mat.Dense { return d.a }

// Row returns row i without copying.
func (d *Dense) Row(i int, _ []float64) (cols []int, vals []float64) { return nil, d.a.RawRowView(i) }

// Trans returns Xᵀ in row-major storage of its own, so that rows of either orientation are contiguous.
func (d *Dense) Trans() Matrix {
	d.once.Do(func() {
		m, n := d.a.Dims()
		t := mat.NewDense(n, m, nil)
		t.Copy(d.a.T())
		d.trans = &Dense{a: t, trans: d}
		d.trans.once.Do(func() {})
	})
	return d.trans
}

// MulTo sets dst = X·b.
func (d *Dense) MulTo(dst, b *mat.Dense) {
	checkMul(d, dst, b)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, d.a.RawMatrix(), b.RawMatrix(), 0, dst.RawMatrix())
}
