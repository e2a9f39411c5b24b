package solvers

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// OMCRPCA is the convex form of robust principal component analysis with optimal mean (Nie, Yuan and Huang, ICML 2014): minimise
// ‖X - b1ᵀ - Z‖₂,₁ + γ‖Z‖_* over b and Z, by the augmented Lagrangian of the authors' program. With E the error, Λ its multiplier,
// C = I - 11ᵀ/n, and S_t lowering singular values by t, a step is
//
//	Y ← X - E + Λ/μ;  b ← mean of Y;  Z ← S_{γ/μ}(Y·C)
//	Y ← X - b1ᵀ - Z + Λ/μ;  e_j ← max(0, 1 - 1/(μ‖y_j‖))·y_j
//	Λ ← Λ + μ(X - b1ᵀ - Z - E);  μ ← min(10⁸, ρμ)
//
// from E = Λ = 0 (the program starts at a random E: the problem is convex and the limit the same). The objective need not fall
// at every step; the program makes 100. Its first μ is a number, 0.1, and S_{γ/μ} is 0 where that
// is small beside X: where ‖X·C‖ is below 0.1 the first μ is 1/‖X·C‖, and the bound grows with it, so that small values are fitted as
// large ones are. It ends in an embedding, the first r principal coordinates of Z, which have signs: the
// largest of each dimension is positive. Dimensions that Z does not have are 0.
//
// All iterates are combinations of samples, of which only inner products matter: where there are fewer samples than features,
// X = QR is replaced by R. X may have negative entries; masks are refused. Cost per step: 4nk² with k = min(m,n), and a singular
// value decomposition of size k; once, 2mn² if n < m.
type OMCRPCA struct {
	MeanSubspace `yaml:"-"`
	Weight       float64 `yaml:"weight" min:"0" doc:"γ, the weight of the nuclear norm, ≥ 0; default 1, no paper states it"`
	Mu           float64 `yaml:"mu" min:"1e-6" doc:"first weight of the multiplier, ≥ 1e-6, 1/‖X·C‖ where that norm is below 0.1; default 0.1 [CRPCA_OM.m]"`
	Growth       float64 `yaml:"growth" min:"0" doc:"growth ρ - 1 of that weight at each step, ≥ 0; default 0.1 [CRPCA_OM.m]"`
}

// isometric returns rows with the inner products of those of x, and no more entries than there are rows: if there are more, L of
// x = L·Qᵀ. It overwrites x.
func isometric(x *mat.Dense) *mat.Dense {
	n, m := x.Dims()
	if m <= n {
		return x
	}
	raw, tau, size := x.RawMatrix(), make([]float64, n), make([]float64, 1)
	lapack64.Gelqf(raw, tau, size, -1)
	work := make([]float64, int(size[0]))
	lapack64.Gelqf(raw, tau, work, len(work))
	l := mat.NewDense(n, n, nil)
	for j := range n {
		copy(l.RawRowView(j)[:j+1], x.RawRowView(j))
	}
	return l
}

// largestMu bounds μ (CRPCA_OM.m).
const largestMu = 1e8

func newOMCRPCA() Solver { return &OMCRPCA{Weight: 1, Mu: 0.1, Growth: 0.1} }

// Start implements Solver.
func (s *OMCRPCA) Start(p Problem, f Factors, _ *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	if err := s.check("om-crpca", s, p, f); err != nil {
		return nil, err
	}
	x := isometric(samplesOf(p.X))
	n, k := x.Dims()
	like := func() *mat.Dense { return mat.NewDense(n, k, nil) }
	run := &omCRPCARun{
		options: *s, rank: p.Rank, mu: s.Mu, x: x, b: make([]float64, k),
		e: like(), lambda: like(), z: like(), y: like(), shrink: newShrinkage(n, k),
	}
	run.y.Copy(x)
	run.centre()
	run.largest = largestMu
	if size := mat.Norm(run.y, 2); size > 0 && size < smallOMCRPCA && 1/size > s.Mu {
		run.mu, run.largest = 1/size, largestMu/s.Mu/size
	}
	return run, nil
}

// smallOMCRPCA is the norm of centred data below which the first μ follows it. Data of usual size keep the program's own.
const smallOMCRPCA = 0.1

type omCRPCARun struct {
	options         OMCRPCA
	rank            int
	mu, largest     float64
	x               *mat.Dense // a row per sample, as all that follow
	b               []float64
	e, lambda, z, y *mat.Dense
	shrink          *shrinkage
}

func (r *omCRPCARun) Step() {
	n, _ := r.x.Dims()
	for j := range n {
		x, e, l, y := r.x.RawRowView(j), r.e.RawRowView(j), r.lambda.RawRowView(j), r.y.RawRowView(j)
		for i := range y {
			y[i] = x[i] - e[i] + l[i]/r.mu
		}
	}
	r.centre()
	r.shrink.apply(r.z, r.y, r.options.Weight/r.mu)
	for j := range n {
		x, z, e, l := r.x.RawRowView(j), r.z.RawRowView(j), r.e.RawRowView(j), r.lambda.RawRowView(j)
		var norm float64
		for i := range e {
			e[i] = x[i] - r.b[i] - z[i] + l[i]/r.mu
			norm += e[i] * e[i]
		}
		keep := 0.0
		if norm = math.Sqrt(norm); r.mu*norm > 1 {
			keep = 1 - 1/(r.mu*norm)
		}
		for i := range e {
			e[i] *= keep
			l[i] += r.mu * (x[i] - r.b[i] - z[i] - e[i])
		}
	}
	r.mu = min(r.largest, (1+r.options.Growth)*r.mu)
}

// centre sets b to the mean of y and subtracts it from y.
func (r *omCRPCARun) centre() {
	n, _ := r.y.Dims()
	matrix.SumRows(r.b, r.y)
	for i := range r.b {
		r.b[i] /= float64(n)
	}
	for j := range n {
		for i, v := range r.b {
			r.y.RawRowView(j)[i] -= v
		}
	}
}

// Objective returns ‖X - b1ᵀ - Z‖₂,₁ + γ‖Z‖_*.
func (r *omCRPCARun) Objective() float64 {
	var sum float64
	n, _ := r.x.Dims()
	for j := range n {
		x, z := r.x.RawRowView(j), r.z.RawRowView(j)
		var square float64
		for i, b := range r.b {
			d := x[i] - b - z[i]
			square += d * d
		}
		sum += math.Sqrt(square)
	}
	for _, v := range r.shrink.kept {
		sum += r.options.Weight * v
	}
	return sum
}

// Finish returns the coordinates of Z.
func (r *omCRPCARun) Finish() Result {
	e := r.shrink.coordinates(r.z, r.rank)
	multiplyColumns(e, signs(e))
	return Result{Embedding: e}
}

// shrinkage lowers the singular values of a matrix that is not wide. With A = QR, R's right singular vectors V are those of A, and
// S_t(A) = A·V·diag(max(0, 1 - t/s))·Vᵀ needs neither Q nor the left ones.
type shrinkage struct {
	qr      blas64.General // empty if A is square
	tau     []float64
	r, vt   blas64.General
	s, kept []float64  // singular values, before and after
	scaled  *mat.Dense // diag·Vᵀ
	m       *mat.Dense // V·diag·Vᵀ
	qrWork  []float64
	svdWork []float64
}

func newShrinkage(rows, cols int) *shrinkage {
	square := func() blas64.General {
		return blas64.General{Rows: cols, Cols: cols, Stride: cols, Data: make([]float64, cols*cols)}
	}
	h := &shrinkage{
		r: square(), vt: square(), s: make([]float64, cols), kept: make([]float64, cols),
		scaled: mat.NewDense(cols, cols, nil), m: mat.NewDense(cols, cols, nil),
	}
	size := make([]float64, 1)
	if rows > cols {
		h.qr = blas64.General{Rows: rows, Cols: cols, Stride: cols, Data: make([]float64, rows*cols)}
		h.tau = make([]float64, cols)
		lapack64.Geqrf(h.qr, h.tau, size, -1)
		h.qrWork = make([]float64, int(size[0]))
	}
	lapack64.Gesvd(lapack.SVDNone, lapack.SVDAll, h.r, blas64.General{}, h.vt, h.s, size, -1)
	h.svdWork = make([]float64, int(size[0]))
	return h
}

// triangle sets r to R of a, or to a if that is square.
func (h *shrinkage) triangle(a *mat.Dense) {
	q := h.r.Rows
	if h.qr.Rows == 0 {
		copy(h.r.Data, a.RawMatrix().Data)
		return
	}
	copy(h.qr.Data, a.RawMatrix().Data)
	lapack64.Geqrf(h.qr, h.tau, h.qrWork, len(h.qrWork))
	clear(h.r.Data)
	for i := range q {
		copy(h.r.Data[i*q+i:(i+1)*q], h.qr.Data[i*q+i:(i+1)*q])
	}
}

// apply sets dst to a with its singular values lowered by t, to 0 at least; NaN if they are not found.
func (h *shrinkage) apply(dst, a *mat.Dense, t float64) {
	h.triangle(a)
	q := h.r.Rows
	found := lapack64.Gesvd(lapack.SVDNone, lapack.SVDAll, h.r, blas64.General{}, h.vt, h.s, h.svdWork, len(h.svdWork))
	for k, s := range h.s {
		h.kept[k] = max(0, s-t)
		share := 0.0
		if !found {
			share = math.NaN()
		} else if h.kept[k] > 0 {
			share = h.kept[k] / s
		}
		to := h.scaled.RawRowView(k)
		for i, v := range h.vt.Data[k*q : (k+1)*q] {
			to[i] = share * v
		}
	}
	var vt mat.Dense
	vt.SetRawMatrix(h.vt)
	matrix.MulTN(h.m, &vt, h.scaled)
	matrix.Mul(dst, a, h.m)
}

// coordinates returns z's coordinates along its r leading right singular vectors, z being what apply set last.
func (h *shrinkage) coordinates(z *mat.Dense, r int) *mat.Dense {
	n, _ := z.Dims()
	q := h.r.Rows
	e := mat.NewDense(n, r, nil)
	v := mat.NewDense(q, r, nil)
	for c := range r {
		if h.kept[c] == 0 {
			continue
		}
		for i := range q {
			v.Set(i, c, h.vt.Data[c*q+i])
		}
	}
	matrix.Mul(e, z, v)
	return e
}
