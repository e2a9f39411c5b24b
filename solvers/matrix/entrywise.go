package matrix

import (
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
)

// rowsOf returns how many rows of the model A·Bᵀ are formed at a time, so that no m×n temporary is needed: 512 KiB of them, which stay
// in the second-level cache, and 64 at least, for which B is brought into panels.
func rowsOf(n int) int { return max(64, (512<<10)/(8*n)/4*4) }

// Entrywise evaluates the model A·Bᵀ (A m×r, B n×r) against X where X holds entries, block by block. It owns the
// buffers that this takes and belongs to one goroutine.
type Entrywise struct {
	x       Matrix
	dense   *Dense        // x, if it is one
	held    *gemm.Sampled // the entries of x, if it holds only some
	row     []float64     // one row of X, widened
	samples []float64     // the model at the entries held in one row of X
	terms   []float64     // of a loss in one row
	model   *mat.Dense    // a block of rows of it, nil until needed
	weights *mat.Dense    // of such a block, nil until needed
	masked  bool

	gaps   *pattern   // those of x that are unknown, if it is a Gapped
	hidden *mat.Dense // what they would add to a product
	zeros  []float64

	gramA, gramB *mat.Dense // AᵀA and BᵀB
	sumA, sumB   []float64  // column sums of A and B
	losses       []float64  // of the rows of X
}

// NewEntrywise returns the evaluator for X.
func NewEntrywise(x Matrix) *Entrywise {
	m, n := x.Dims()
	e := &Entrywise{x: x, row: make([]float64, n), samples: make([]float64, n), terms: make([]float64, n)}
	switch x := x.(type) {
	case *Dense:
		e.dense = x
	case *CSR:
		e.held = &x.x
	case *Masked:
		e.held, e.masked = &x.x, true
	case *Gapped:
		e.held, e.gaps, e.zeros = &x.x, &x.gaps, make([]float64, n)
	}
	if e.dense != nil && m > 0 && n > 0 {
		e.model = mat.NewDense(min(m, rowsOf(n)), n, nil)
	}
	return e
}

// RatioMulTo sets dst = (X ./ max(A·Bᵀ, floor))·B, the numerator of the KL update of A; m×r. An absent zero contributes
// nothing, an unknown entry is left out.
func (e *Entrywise) RatioMulTo(dst, a, b *mat.Dense, floor float64) {
	if e.dense != nil {
		gemm.RatioMul(dst.RawMatrix(), e.dense.x, a.RawMatrix(), b.RawMatrix(), floor)
		return
	}
	e.held.RatioMulTo(dst.RawMatrix(), a.RawMatrix(), b.RawMatrix(), floor)
}

// RatioSumTo does what RatioMulTo does, and returns the Sum of [FlooredDivergence], for a CSR in one pass over its entries; floor > 0.
func (e *Entrywise) RatioSumTo(dst, a, b *mat.Dense, floor float64) float64 {
	if e.held == nil || e.masked || e.gaps != nil {
		e.RatioMulTo(dst, a, b, floor)
		return e.Sum(a, b, FlooredDivergence(floor))
	}
	if e.losses == nil {
		e.losses = make([]float64, e.held.Rows)
	}
	e.held.RatioLossMulTo(dst.RawMatrix(), a.RawMatrix(), b.RawMatrix(), floor, e.losses)
	all := e.whole(a, b, ModelSum)
	if value := sum(e.losses) + all; value >= Cancellation*all && !math.IsInf(value, 0) {
		return value
	}
	return e.Sum(a, b, FlooredDivergence(floor)) // digits were lost, or the range of numbers was left
}

// RatioFitMulTo sets num as RatioMulTo does and den = M·B, where M marks the entries that X holds: numerator and
// denominator of the masked KL update of A, in one pass where X holds only some entries.
func (e *Entrywise) RatioFitMulTo(num, den, a, b *mat.Dense, floor float64) {
	if e.dense != nil {
		e.RatioMulTo(num, a, b, floor)
		for i := range den.RawMatrix().Rows {
			SumRows(den.RawRowView(i), b)
		}
		return
	}
	if e.gaps != nil {
		e.RatioMulTo(num, a, b, floor)
		e.sumsGapped(den, b)
		return
	}
	e.held.RatioFitMulTo(num.RawMatrix(), den.RawMatrix(), a.RawMatrix(), b.RawMatrix(), floor)
}

// SampledMulTo sets dst = (M.*(A·Bᵀ))·B where M marks the entries that X holds: the denominator of the masked Euclidean
// update of A.
func (e *Entrywise) SampledMulTo(dst, a, b *mat.Dense) {
	if e.dense != nil {
		gemm.ModelMul(dst.RawMatrix(), a.RawMatrix(), b.RawMatrix())
		return
	}
	e.held.ModelMulTo(dst.RawMatrix(), a.RawMatrix(), b.RawMatrix())
}

// FitMulTo sets num = X·B and den as SampledMulTo does: numerator and denominator of the masked Euclidean update of A, in
// one pass where X holds only some entries.
func (e *Entrywise) FitMulTo(num, den, a, b *mat.Dense) {
	if e.dense != nil {
		e.dense.MulTo(num, b)
		e.SampledMulTo(den, a, b)
		return
	}
	if e.gaps != nil {
		e.fitGapped(num, den, a, b)
		return
	}
	e.held.FitMulTo(num.RawMatrix(), den.RawMatrix(), a.RawMatrix(), b.RawMatrix())
}

// WeighTo sets num = P·B and den = Q·B, where weigh makes a row of P and, in place of the model, of Q from rows of X and of the
// model; both are 0 where an entry is unknown, and not where it is an absent zero.
func (e *Entrywise) WeighTo(num, den, a, b *mat.Dense, weigh func(x, model, p []float64)) {
	m, n := e.x.Dims()
	if e.masked {
		raw := b.RawMatrix()
		for i := range m {
			cols, vals := e.x.Row(i, nil)
			p, q := e.terms[:len(cols)], e.samples[:len(cols)]
			gemm.SampledDots(q, a.RawRowView(i), raw.Data, raw.Stride, cols)
			weigh(vals, q, p)
			clear(num.RawRowView(i))
			clear(den.RawRowView(i))
			gemm.SampledSum(num.RawRowView(i), raw.Data, raw.Stride, cols, p)
			gemm.SampledSum(den.RawRowView(i), raw.Data, raw.Stride, cols, q)
		}
		return
	}
	_, r := a.Dims()
	if e.weights == nil {
		e.weights = mat.NewDense(min(m, rowsOf(n)), n, nil)
	}
	for i0 := 0; i0 < m; i0 += e.weights.RawMatrix().Rows {
		i1 := min(i0+e.weights.RawMatrix().Rows, m)
		q, p := e.formed(a, b, i0, i1), view(e.weights, 0, i1-i0, n)
		for i := range i1 - i0 {
			weigh(e.full(i0+i), q.RawRowView(i), p.RawRowView(i))
		}
		above, below := view(num, i0, i1, r), view(den, i0, i1, r)
		Mul(&above, &p, b)
		Mul(&below, &q, b)
	}
}

// formed counts the entries of models that this process has formed outside of the entries that an X holds.
var formed atomic.Int64

// Formed returns how many entries of models were formed whole since the program began: tests see that what is sparse stays so.
func Formed() int64 { return formed.Load() }

// formed returns rows i0 to i1 of the model.
func (e *Entrywise) formed(a, b *mat.Dense, i0, i1 int) mat.Dense {
	m, n := e.x.Dims()
	_, r := a.Dims()
	if e.model == nil {
		e.model = mat.NewDense(min(m, rowsOf(n)), n, nil)
	}
	formed.Add(int64(i1-i0) * int64(n))
	block, ab := view(e.model, 0, i1-i0, n), view(a, i0, i1, r)
	MulNT(&block, &ab, b)
	return block
}

// Sum returns the loss over the entries that X holds, and for CSR over its zeros too; every row is summed in order, and so
// are the sums of the rows, so that the result does not depend on blocking. The zeros of a CSR cost O((m+n)r²) where the
// loss has a closed form for them and the sum keeps its digits, O(mnr) otherwise, unless that would take hours.
func (e *Entrywise) Sum(a, b *mat.Dense, loss Loss) float64 {
	if m, n := e.x.Dims(); m == 0 || n == 0 {
		return 0
	}
	value := e.sum(a, b, loss)
	if loss.Row != nil && (math.IsNaN(value) || math.IsInf(value, 0)) {
		return e.sum(a, b, Loss{Of: loss.Of}) // a quotient may have left the range of numbers
	}
	return value
}

func (e *Entrywise) sum(a, b *mat.Dense, loss Loss) float64 {
	switch {
	case e.masked:
		return e.sumHeld(a, b, loss.entries)
	case e.held != nil && loss.Zeros != nil:
		all := e.whole(a, b, loss.Zeros.All)
		value := e.sumHeld(a, b, loss.Zeros.Excess) + all
		if e.gaps != nil {
			value -= e.sumGaps(a, b, loss)
		}
		if !(value < Cancellation*all) {
			return value
		}
		m, n := e.x.Dims()
		if _, r := a.Dims(); float64(m)*float64(n)*float64(r) > longest {
			return max(value, 0)
		}
	}
	return e.sumAll(a, b, loss)
}

// Cancellation is the share of its largest part below which a sum of parts of both signs has lost too many digits: above it,
// the relative error stays near 1e-16/Cancellation.
const Cancellation = 1e-4

// longest is how many products a sum may take to keep its digits: a minute or so. A sum that would take hours keeps those it has.
const longest = 2e11

// sumAll forms the whole model, block by block.
func (e *Entrywise) sumAll(a, b *mat.Dense, loss Loss) float64 {
	m, n := e.x.Dims()
	var total float64
	for i0, most := 0, rowsOf(n); i0 < m; i0 += most {
		i1 := min(i0+most, m)
		block := e.formed(a, b, i0, i1)
		for i := i0; i < i1; i++ {
			x, model := e.full(i), block.RawRowView(i-i0)
			if e.gaps != nil { // where X is what the model says, nothing is lost
				cols, _ := e.gaps.Row(i, nil)
				for _, j := range cols {
					x[j] = model[j]
				}
			}
			loss.entries(x, model, e.terms)
		}
		total = addRows(total, &block)
	}
	return total
}

// full returns row i of X with its zeros.
func (e *Entrywise) full(i int) []float64 {
	cols, vals := e.x.Row(i, e.row)
	if e.dense != nil {
		return vals
	}
	clear(e.row)
	for k, j := range cols {
		e.row[j] = vals[k]
	}
	return e.row
}

// sumHeld sums what terms makes of the entries held and of the model there.
func (e *Entrywise) sumHeld(a, b *mat.Dense, terms func(x, model, buf []float64)) float64 {
	return e.sumOver(e.x, a, b, terms)
}

// sumOver does what sumHeld does for the entries that rows hold.
func (e *Entrywise) sumOver(rows interface {
	Row(i int, buf []float64) (cols []int32, vals []float64)
}, a, b *mat.Dense, terms func(x, model, buf []float64)) float64 {
	m, _ := e.x.Dims()
	raw := b.RawMatrix()
	var total float64
	for i := range m {
		cols, vals := rows.Row(i, e.row)
		q := e.samples[:len(cols)]
		gemm.SampledDots(q, a.RawRowView(i), raw.Data, raw.Stride, cols)
		terms(vals, q, e.terms[:len(q)])
		total += sum(q)
	}
	return total
}

// whole sums over all entries of the model.
func (e *Entrywise) whole(a, b *mat.Dense, sum WholeSum) float64 {
	_, r := a.Dims()
	e.gramsOf(r)
	if sum == ModelSquares {
		Gram(e.gramA, a)
		Gram(e.gramB, b)
		return Inner(e.gramA, e.gramB)
	}
	SumRows(e.sumA, a)
	SumRows(e.sumB, b)
	return gemm.Dot(e.sumA, e.sumB)
}

// gramsOf makes room for sums of factors of this rank.
func (e *Entrywise) gramsOf(rank int) {
	if e.gramA == nil || len(e.sumA) != rank {
		e.gramA, e.gramB = mat.NewDense(rank, rank, nil), mat.NewDense(rank, rank, nil)
		e.sumA, e.sumB = make([]float64, rank), make([]float64, rank)
	}
}

// view returns rows i0 to i1 of a, columns 0 to c, as a value: mat.Dense.Slice would allocate.
func view(a *mat.Dense, i0, i1, c int) mat.Dense {
	raw := a.RawMatrix()
	raw.Data = raw.Data[i0*raw.Stride : (i1-1)*raw.Stride+c]
	raw.Rows, raw.Cols = i1-i0, c
	var v mat.Dense
	v.SetRawMatrix(raw)
	return v
}
