package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/nnls"
	"nmfrepro/solvers/matrix"
)

// SymNMFANLS is symmetric NMF by alternating non-negative least squares (Kuang, Yun and Park, J. Global Optimization 62,
// 2015; symnmf_anls.m): minimise ‖A - W·Hᵀ‖² + α‖W - H‖² over W, H ≥ 0 (n×r), each exactly by block principal pivoting, W first.
// H is the result. W starts as H, whatever start it is given. The run ends by itself when the projected gradient of both
// factors is below tol times its norm after the first step.
//
// Differs from symnmf_anls.m: tol is off unless set.
// Cost per step: 4·nnz(A)·r and the pivoting, some n·r³.
type SymNMFANLS struct {
	AffinityOptions `yaml:",inline"`
	Alpha           float64 `yaml:"alpha" doc:"weight α of ‖W - H‖²; below 0 the square of A's largest entry; default -1 [symnmf_anls.m]"`
	Tol             float64 `yaml:"tol" min:"0" doc:"stop when the projected gradient is below this share of that after the first step, ≥ 0; default 0 (off), 1e-3 in symnmf_anls.m"`
}

func newSymNMFANLS() Solver { return &SymNMFANLS{AffinityOptions: newAffinityOptions(), Alpha: -1} }

// Rows implements Solver: both factors belong to the samples.
func (*SymNMFANLS) Rows(_, n int) (w, ht int) { return n, n }

// Start implements Solver.
func (s *SymNMFANLS) Start(p Problem, f Factors, _ *rand.Rand) (Run, error) {
	s = withDefaults(s)
	const name = "symnmf-anls"
	if err := s.check(name, s, p, f); err != nil {
		return nil, err
	}
	a, err := s.matrix(name, p.X)
	if err != nil {
		return nil, err
	}
	alpha := s.Alpha
	if alpha < 0 {
		largest := mat.Max(a)
		if alpha = largest * largest; math.IsInf(alpha, 0) {
			return nil, fmt.Errorf("solvers: %s: alpha = %v: the square of A's largest entry, %v, is too large; scale A or give one", name, s.Alpha, largest)
		}
	}
	n, r := f.Ht.Dims()
	like := func() *mat.Dense { return mat.NewDense(n, r, nil) }
	run := &anlsRun{
		a: a, f: f, alpha: alpha, tol: s.Tol, fit: matrix.NewEntrywise(a), solver: nnls.NewSolver(n, r),
		gram: mat.NewDense(r, r, nil), shifted: mat.NewDense(r, r, nil), product: like(), right: like(), grad: like(),
	}
	s.scale(givenGram(a), f.Ht, run.right)
	f.W.Copy(f.Ht)
	return run, nil
}

type anlsRun struct {
	a             matrix.Matrix
	f             Factors
	alpha, tol    float64
	fit           *matrix.Entrywise
	solver        *nnls.Solver
	gram, shifted *mat.Dense // bᵀb, bᵀb + αI
	product       *mat.Dense // A·b
	right, grad   *mat.Dense
	first, now    float64 // projected gradients, after the first step and the last
	steps         int
}

var _ Stopper = (*anlsRun)(nil)

func (r *anlsRun) Step() {
	r.half(r.f.W, r.f.Ht)
	r.half(r.f.Ht, r.f.W)
	r.steps++
	if r.tol > 0 {
		r.now = math.Hypot(r.projected(r.f.W, r.f.Ht), r.projected(r.f.Ht, r.f.W))
		if r.steps == 1 {
			r.first = r.now
		}
	}
}

// half minimises over a, b fixed.
func (r *anlsRun) half(a, b *mat.Dense) {
	r.products(b)
	n, rank := b.Dims()
	r.shifted.Copy(r.gram)
	for k := range rank {
		r.shifted.Set(k, k, r.gram.At(k, k)+r.alpha)
	}
	for i := range n {
		right, product := r.right.RawRowView(i), r.product.RawRowView(i)
		for k, v := range b.RawRowView(i) {
			right[k] = product[k] + r.alpha*v
		}
	}
	r.solver.Solve(a, r.shifted, r.right)
}

func (r *anlsRun) products(b *mat.Dense) {
	matrix.Gram(r.gram, b)
	r.a.MulTo(r.product, b)
}

// projected is the norm of the projected gradient of a, half of it as in symnmf_anls.m.
func (r *anlsRun) projected(a, b *mat.Dense) float64 {
	r.products(b)
	matrix.Mul(r.grad, a, r.gram)
	n, _ := a.Dims()
	var sum float64
	for i := range n {
		grad, product, other := r.grad.RawRowView(i), r.product.RawRowView(i), b.RawRowView(i)
		for k, v := range a.RawRowView(i) {
			if g := grad[k] - product[k] + r.alpha*(v-other[k]); g <= 0 || v > 0 {
				sum += g * g
			}
		}
	}
	return math.Sqrt(sum)
}

func (r *anlsRun) Done() bool { return r.tol > 0 && r.steps > 1 && r.now < r.tol*r.first }

func (r *anlsRun) Objective() float64 {
	f := r.fit.Sum(r.f.W, r.f.Ht, matrix.Squared)
	n, _ := r.f.W.Dims()
	var distance float64
	for i := range n {
		h := r.f.Ht.RawRowView(i)
		for k, v := range r.f.W.RawRowView(i) {
			distance += (v - h[k]) * (v - h[k])
		}
	}
	return f + r.alpha*distance
}

// Finish balances the columns of both factors to the geometric mean of their norms where nothing else ties their scales.
func (r *anlsRun) Finish() Result {
	res := Result{W: r.f.W, Ht: r.f.Ht}
	if r.alpha > 0 {
		return res
	}
	_, rank := r.f.W.Dims()
	scale := make([]float64, rank)
	for k := range scale {
		scale[k] = 1
		if w, h := mat.Norm(r.f.W.ColView(k), 2), mat.Norm(r.f.Ht.ColView(k), 2); w > 0 && h > 0 {
			scale[k] = math.Sqrt(w / h)
		}
	}
	res.Ht = scaledColumns(r.f.Ht, scale)
	for k := range scale {
		scale[k] = 1 / scale[k]
	}
	res.W = scaledColumns(r.f.W, scale)
	return res
}
