package matrix

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// blockRows rows of the model A·Bᵀ are formed at a time, so that no m×n temporary is needed.
const blockRows = 64

// Entrywise evaluates the model A·Bᵀ (A m×r, B n×r) against X where X holds entries, block by block. It owns the
// buffers that this takes and belongs to one goroutine.
type Entrywise struct {
	x     Matrix
	dense bool
	row   []float64 // one row of X, widened
	model *mat.Dense
}

// NewEntrywise returns the evaluator for X.
func NewEntrywise(x Matrix) *Entrywise {
	m, n := x.Dims()
	e := &Entrywise{x: x, row: make([]float64, n)}
	if _, e.dense = x.(*Dense); e.dense {
		e.model = mat.NewDense(min(m, blockRows), n, nil)
	}
	return e
}

// RatioMulTo sets dst = (X ./ max(A·Bᵀ, floor))·B, the numerator of the KL update of A; m×r. An absent zero contributes
// nothing, an unknown entry is left out.
func (e *Entrywise) RatioMulTo(dst, a, b *mat.Dense, floor float64) {
	e.mulTo(dst, a, b, func(x, model float64) float64 { return x / max(model, floor) })
}

// SampledMulTo sets dst = (M.*(A·Bᵀ))·B where M marks the entries that X holds: the denominator of the masked Euclidean
// update of A.
func (e *Entrywise) SampledMulTo(dst, a, b *mat.Dense) {
	e.mulTo(dst, a, b, func(_, model float64) float64 { return model })
}

func (e *Entrywise) mulTo(dst, a, b *mat.Dense, f func(x, model float64) float64) {
	m, n := e.x.Dims()
	_, r := a.Dims()
	if !e.dense {
		for i := range m {
			out, ai := dst.RawRowView(i), a.RawRowView(i)
			clear(out)
			cols, vals := e.x.Row(i, e.row)
			for k, j := range cols {
				bj := b.RawRowView(j)
				axpy(out, f(vals[k], dot(ai, bj)), bj)
			}
		}
		return
	}
	for i0 := 0; i0 < m; i0 += blockRows {
		i1 := min(i0+blockRows, m)
		block := view(e.model, 0, i1-i0, n)
		ab, db := view(a, i0, i1, r), view(dst, i0, i1, r)
		MulNT(&block, &ab, b)
		for i := i0; i < i1; i++ {
			_, vals := e.x.Row(i, e.row)
			q := block.RawRowView(i - i0)
			for j, v := range vals {
				q[j] = f(v, q[j])
			}
		}
		Mul(&db, &block, b)
	}
}

// Sum returns Σ f(x, model) over the entries that X holds, and for CSR over its zeros too (f(0, model)); row sums are
// added in order, so that the result does not depend on blocking.
func (e *Entrywise) Sum(a, b *mat.Dense, f func(x, model float64) float64) float64 {
	m, n := e.x.Dims()
	_, r := a.Dims()
	_, sparse := e.x.(*CSR)
	var total float64
	if !e.dense {
		for i := range m {
			ai := a.RawRowView(i)
			cols, vals := e.x.Row(i, e.row)
			var s float64
			k := 0
			for j := 0; j < n; j++ {
				if k < len(cols) && cols[k] == j {
					s += f(vals[k], dot(ai, b.RawRowView(j)))
					k++
				} else if sparse {
					s += f(0, dot(ai, b.RawRowView(j)))
				}
			}
			total += s
		}
		return total
	}
	for i0 := 0; i0 < m; i0 += blockRows {
		i1 := min(i0+blockRows, m)
		block := view(e.model, 0, i1-i0, n)
		ab := view(a, i0, i1, r)
		MulNT(&block, &ab, b)
		for i := i0; i < i1; i++ {
			_, vals := e.x.Row(i, e.row)
			q := block.RawRowView(i - i0)
			var s float64
			for j, v := range vals {
				s += f(v, q[j])
			}
			total += s
		}
	}
	return total
}

// view is rows i0 to i1 of a, columns 0 to c, as a value: mat.Dense.Slice would allocate.
func view(a *mat.Dense, i0, i1, c int) mat.Dense {
	raw := a.RawMatrix()
	raw.Data = raw.Data[i0*raw.Stride : (i1-1)*raw.Stride+c]
	raw.Rows, raw.Cols = i1-i0, c
	var v mat.Dense
	v.SetRawMatrix(raw)
	return v
}

// SquaredError is (x-model)², the entry of ‖X-WH‖².
func SquaredError(x, model float64) float64 { d := x - model; return d * d }

// KL is x·log(x/model) - x + model with 0·log 0 = 0, the entry of the generalised Kullback-Leibler divergence.
func KL(x, model float64) float64 {
	if x == 0 {
		return model
	}
	return x*math.Log(x/model) - x + model
}
