package matrix

import (
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
)

// Dense is a data matrix that holds all of its entries, row by row. Every entry counts as a float64, but may be held as
// something smaller; see Compact.
type Dense struct {
	x     gemm.Entries
	once  sync.Once
	trans atomic.Pointer[Dense] // nil until Trans is first called
	raw   func() *mat.Dense
}

var _ Matrix = (*Dense)(nil)

// NewDense returns an m×n matrix on data (row-major, not copied; nil allocates zeros).
func NewDense(m, n int, data []float64) *Dense { return FromDense(mat.NewDense(m, n, data)) }

// FromDense returns a matrix on a's storage, which must not change afterwards.
func FromDense(a *mat.Dense) *Dense {
	r := a.RawMatrix()
	settle(r.Data)
	return &Dense{
		x:   gemm.Entries{Rows: r.Rows, Cols: r.Cols, Stride: r.Stride, F64: r.Data},
		raw: func() *mat.Dense { return a },
	}
}

// fromEntries returns a matrix on x, which is widened when gonum's form is first asked for.
func fromEntries(x gemm.Entries) *Dense {
	return &Dense{x: x, raw: sync.OnceValue(func() *mat.Dense {
		a := mat.NewDense(x.Rows, x.Cols, nil)
		for i := range x.Rows {
			a.SetRow(i, x.Row(i, a.RawRowView(i)))
		}
		return a
	})}
}

// Dims returns the numbers of features m and samples n.
func (d *Dense) Dims() (m, n int) { return d.x.Rows, d.x.Cols }

// At returns entry (i, j).
func (d *Dense) At(i, j int) float64 {
	if i < 0 || i >= d.x.Rows || j < 0 || j >= d.x.Cols {
		panic("matrix: At: entry outside the matrix")
	}
	return d.x.At(i, j)
}

// T returns the transpose as gonum wants it; see Trans for a Matrix.
func (d *Dense) T() mat.Matrix {
	if d.x.F64 != nil {
		return d.raw().T() // which mat knows how to multiply fast
	}
	return mat.Transpose{Matrix: d}
}

// NNZ returns m·n.
func (d *Dense) NNZ() int { return d.x.Rows * d.x.Cols }

// Raw returns the entries as a gonum matrix, which must not be modified. A compact matrix makes it, at eight bytes an
// entry, at the first call.
func (d *Dense) Raw() *mat.Dense { return d.raw() }

// Row returns row i, without copying unless it has to be widened.
func (d *Dense) Row(i int, buf []float64) (cols []int32, vals []float64) {
	if d.x.F64 == nil && len(buf) < d.x.Cols {
		buf = make([]float64, d.x.Cols)
	}
	return nil, d.x.Row(i, buf)
}

// Trans returns Xᵀ in row-major storage of its own, so that rows of either orientation are contiguous.
func (d *Dense) Trans() Matrix {
	d.once.Do(func() {
		var trans *Dense
		if d.x.F64 != nil {
			t := d.x.Transposed(roomy(d.x.Rows * d.x.Cols))
			trans = NewDense(t.Rows, t.Cols, t.F64)
		} else {
			trans = fromEntries(d.x.Transposed(nil))
		}
		trans.transposes(d)
		d.trans.Store(trans)
	})
	return d.trans.Load()
}

// transposes makes t the transpose of d, before anybody else has d.
func (d *Dense) transposes(t *Dense) {
	d.once.Do(func() { d.trans.Store(t) })
}

// Symmetric returns a matrix on a's storage, which must not change afterwards; a is symmetric to the last bit, and its own transpose.
func Symmetric(a *mat.Dense) *Dense {
	d := FromDense(a)
	d.transposes(d)
	return d
}

// Compact returns the same matrix held as uint8 or float32, or d itself where that would lose something. Results have the
// same bits and products run about as fast; a matrix of grey levels takes an eighth of the memory.
func (d *Dense) Compact() *Dense {
	if x, ok := d.x.Compact(); ok {
		return fromEntries(x)
	}
	return d
}

// MulTo sets dst = X·b.
func (d *Dense) MulTo(dst, b *mat.Dense) {
	checkMul(d, dst, b)
	if t := d.trans.Load(); t != nil {
		d.x.MulBothTo(dst.RawMatrix(), b.RawMatrix(), &t.x)
		return
	}
	d.x.MulTo(dst.RawMatrix(), b.RawMatrix())
}
