package solvers

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// NMFEM is the EM procedure for NMF with unknown entries (Zhang, Wang, Ford and Makedon, SDM 2006): the E step
// fills them with WH, the M step makes some multiplicative updates for the Frobenius norm on the filled X',
//
//	X' = M.*X + (1-M).*(WH)        W ← W .* (X'·Hᵀ) ./ (W·H·Hᵀ),   then  H ← H .* (Wᵀ·X') ./ (Wᵀ·W·H)
//
// A step is one E and one M step; the objective is ‖M.*(X - WH)‖². Where every entry is known this is nmf, W first.
//
// Differs from the paper: X' is never formed. With the factors W₀, H₀ of the E step it is W₀H₀ + R, where R = M.*(X - W₀H₀)
// is sparse. The number of updates in an M step is the reader's choice: the paper has none.
// Cost per step: 2·nnz·r, and 4·nnz·r + 8(m+n)r² for each update of both factors.
type NMFEM struct {
	TwoFactors `yaml:"-"`
	Inner      int `yaml:"inner" min:"1" doc:"updates of both factors in an M step, ≥ 1; default 1"`
}

func newNMFEM() Solver { return &NMFEM{Inner: 1} }

// Start implements Solver.
func (s *NMFEM) Start(p Problem, f Factors, _ *rand.Rand) (Run, error) {
	s = withDefaults(s)
	if err := prepare("nmf-em", s, p, f); err != nil {
		return nil, err
	}
	fit := matrix.NewEntrywise(p.X)
	run := &emRun{alternatingRun: alternatingRun{
		f: f, order: WFirst,
		objective: func() float64 { return fit.Sum(f.W, f.Ht, matrix.Squared) },
	}, inner: s.Inner}
	if _, masked := p.X.(*matrix.Masked); !masked {
		run.w, run.ht = newFrobeniusHalf(p.X, f.W, f.Ht, Guards{}), newFrobeniusHalf(p.X.Trans(), f.Ht, f.W, Guards{})
		return run, nil
	}
	run.residual = newResidual(p.X)
	w, ht := newFilledHalf(f.W, f.Ht, run.residual.mulTo), newFilledHalf(f.Ht, f.W, run.residual.mulTransTo)
	w.partner, ht.partner = ht, w
	run.halves = [2]*filledHalf{w, ht}
	run.w, run.ht = w, ht
	return run, nil
}

// emRun makes some updates a step on an X that is filled at its beginning.
type emRun struct {
	alternatingRun
	inner    int
	residual *residual // nil where nothing is to be filled
	halves   [2]*filledHalf
}

func (r *emRun) Step() {
	if r.residual != nil {
		r.residual.form(r.f)
		for _, h := range r.halves {
			h.filled.Copy(h.a)
		}
	}
	for range r.inner {
		r.alternatingRun.Step()
	}
}

// filledHalf updates one tall factor a of X' ≈ a·bᵀ, where X' = a₀·b₀ᵀ + R with the factors of the E step.
type filledHalf struct {
	a, b     *mat.Dense
	filled   *mat.Dense // a₀
	partner  *filledHalf
	sparse   func(dst, b *mat.Dense) // dst = R·b
	num, den *mat.Dense
	low      *mat.Dense // a₀·(b₀ᵀb)
	gram     *mat.Dense
}

func newFilledHalf(a, b *mat.Dense, sparse func(dst, b *mat.Dense)) *filledHalf {
	p, r := a.Dims()
	like := func() *mat.Dense { return mat.NewDense(p, r, nil) }
	return &filledHalf{a: a, b: b, filled: like(), sparse: sparse, num: like(), den: like(), low: like(), gram: mat.NewDense(r, r, nil)}
}

func (h *filledHalf) step() {
	h.sparse(h.num, h.b)
	matrix.MulTN(h.gram, h.partner.filled, h.b)
	matrix.Mul(h.low, h.filled, h.gram)
	matrix.Gram(h.gram, h.b)
	matrix.Mul(h.den, h.a, h.gram)
	num, low := h.num.RawMatrix().Data, h.low.RawMatrix().Data
	for i, v := range low {
		num[i] = max(num[i]+v, 0) // no term of X'·b is negative: what is below 0 is rounding
	}
	matrix.Update(h.a, h.num, h.den, tinyDenominator)
}

// residual is R = M.*(X - WH).
type residual struct {
	x      matrix.Matrix
	ptr    []int // row i holds vals[ptr[i]:ptr[i+1]]
	vals   []float64
	length int // of a row of X
}

func newResidual(x matrix.Matrix) *residual {
	m, n := x.Dims()
	r := &residual{x: x, ptr: make([]int, m+1), vals: make([]float64, x.NNZ()), length: n}
	for i := range m {
		cols, _ := x.Row(i, nil)
		r.ptr[i+1] = r.ptr[i] + len(cols)
	}
	return r
}

func (r *residual) row(i int) (cols []int32, known, vals []float64) {
	cols, known = r.x.Row(i, nil)
	return cols, known, r.vals[r.ptr[i]:r.ptr[i+1]]
}

func (r *residual) form(f Factors) {
	ht := f.Ht.RawMatrix()
	for i := range len(r.ptr) - 1 {
		cols, known, vals := r.row(i)
		gemm.SampledDots(vals, f.W.RawRowView(i), ht.Data, ht.Stride, cols)
		for k, v := range known {
			vals[k] = v - vals[k]
		}
	}
}

// mulTo sets dst = R·b.
func (r *residual) mulTo(dst, b *mat.Dense) {
	raw := b.RawMatrix()
	for i := range len(r.ptr) - 1 {
		out := dst.RawRowView(i)
		clear(out)
		cols, _, vals := r.row(i)
		gemm.SampledSum(out, raw.Data, raw.Stride, cols, vals)
	}
}

// mulTransTo sets dst = Rᵀ·b.
func (r *residual) mulTransTo(dst, b *mat.Dense) {
	for j := range r.length {
		clear(dst.RawRowView(j))
	}
	for i := range len(r.ptr) - 1 {
		cols, _, vals := r.row(i)
		row := b.RawRowView(i)
		for k, j := range cols {
			gemm.Axpy(dst.RawRowView(int(j)), vals[k], row)
		}
	}
}
