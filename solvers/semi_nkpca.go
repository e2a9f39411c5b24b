package solvers

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// SemiNKPCA is semi-non-negative kernel PCA (Yang and Oja, IEEE Trans. Neural Networks 21(5), 2010, section II-F and
// Appendix H): minimise ‖Φ - ΦUUᵀ‖² subject to UᵀU = I over U ≥ 0 (n×r), for images Φ of the samples whose kernel
// K = ΦᵀΦ = K⁺ - K⁻, both parts ≥ 0, may have negative entries, by
//
//	U ← U .* ((K⁺U + U·UᵀK⁻U) ./ (K⁻U + U·UᵀK⁺U))^p
//
// followed by a stabiliser. On features the same rule with K = XXᵀ learns W (m×r): minimise ‖X - WWᵀX‖² for X of any sign,
// the semi-non-negative Euclidean PNMF of section IV-B. The paper gives the rule with p = 1 and derives it with p = 1/2. For K ≥ 0 and p =
// 1 it is
// OPNMF on samples. The objective may rise, since the rule comes from a Lagrangian.
//
// Differs from the paper: section II-F prints the numerator without its last factor U; denominators are floored at
// tinyDenominator. Cost per step: 4n²r.
type SemiNKPCA struct {
	On            Domain `yaml:"on" doc:"what is projected: samples (default, Φ ≈ ΦUUᵀ) or features (X ≈ WWᵀX); a kernel is always one of samples"`
	KernelOptions `yaml:",inline"`
	Power         float64    `yaml:"power" above:"0" doc:"exponent of the ratio, above 0 and at most 1: default 1 [section II-F], 0.5 [Appendix H]"`
	Stabilise     Stabiliser `yaml:"stabilise" doc:"scaling of the factor after the update: spectral (default, division by its spectral norm), rho [Eq. 54] or none"`
}

func newSemiNKPCA() Solver {
	return &SemiNKPCA{On: OnSamples, KernelOptions: newKernelised(), Power: 1, Stabilise: StabiliseSpectral}
}

// Rows implements Solver: there is one factor.
func (s *SemiNKPCA) Rows(m, n int) (w, ht int) { return oneFactor(s.onSamples(), m, n) }

func (s *SemiNKPCA) onSamples() bool { return s.On != OnFeatures || s.feature() }

// Start implements Solver.
func (s *SemiNKPCA) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	const name = "semi-nkpca"
	if s, err = prepared(name, s, p, f); err != nil {
		return nil, err
	}
	if err := checkPower(name, s.Power); err != nil {
		return nil, err
	}
	if err := s.check(name, p.X); err != nil {
		return nil, err
	}
	k, err := s.dense(name, p.X)
	if err != nil {
		return nil, err
	}
	plus, minus := splitKernel(k)
	u := f.Ht
	if !s.onSamples() {
		u = f.W
	}
	n, r := u.Dims()
	run := &semiRun{
		options: *s, x: p.X, u: u, trace: plus.trace - minus.trace,
		plus: newKernelPart(plus, n, r), minus: newKernelPart(minus, n, r),
		num: mat.NewDense(n, r, nil), den: mat.NewDense(n, r, nil),
		utu: mat.NewDense(r, r, nil), utku: mat.NewDense(r, r, nil), top: newSymmetricEigen(r, lapack.EVNone),
	}
	run.refresh()
	return run, nil
}

// dense returns K in storage of its own.
func (s *SemiNKPCA) dense(name string, x matrix.Matrix) (*mat.Dense, error) {
	switch {
	case !s.onSamples():
		return kernel.Linear(x.Trans()), nil
	case !s.feature():
		return kernel.Linear(x), nil
	}
	k, err := s.matrix(name, x)
	if err != nil {
		return nil, err
	}
	return mat.DenseCopyOf(k), nil
}

// splitKernel returns the parts K⁺ = (|K|+K)/2, in the storage of K, and K⁻ = (|K|-K)/2.
func splitKernel(k *mat.Dense) (plus, minus *gram) {
	n, _ := k.Dims()
	m := mat.NewDense(n, n, nil)
	for i := range n {
		kr, mr := k.RawRowView(i), m.RawRowView(i)
		for j, v := range kr {
			kr[j], mr[j] = max(v, 0), max(-v, 0)
		}
	}
	return givenGram(matrix.FromDense(k)), givenGram(matrix.FromDense(m))
}

// kernelPart is K⁺ or K⁻ with its products, kept up to date with U.
type kernelPart struct {
	k    *gram
	ku   *mat.Dense
	utku *mat.Dense
}

func newKernelPart(k *gram, n, r int) *kernelPart {
	return &kernelPart{k: k, ku: mat.NewDense(n, r, nil), utku: mat.NewDense(r, r, nil)}
}

func (p *kernelPart) refresh(u *mat.Dense) {
	p.k.mulTo(p.ku, u)
	matrix.MulTN(p.utku, u, p.ku)
}

type semiRun struct {
	options     SemiNKPCA
	x           matrix.Matrix
	u           *mat.Dense
	trace       float64 // tr K
	plus, minus *kernelPart
	num, den    *mat.Dense
	utu, utku   *mat.Dense
	top         *symmetricEigen
}

func (r *semiRun) Step() {
	matrix.Mul(r.num, r.u, r.minus.utku)
	r.num.Add(r.num, r.plus.ku)
	matrix.Mul(r.den, r.u, r.plus.utku)
	r.den.Add(r.den, r.minus.ku)
	updatePower(r.u, r.num, r.den, r.options.Power)
	r.refresh()
	r.stabilise()
}

// refresh recomputes the products that depend on U.
func (r *semiRun) refresh() {
	r.plus.refresh(r.u)
	r.minus.refresh(r.u)
	r.utku.Sub(r.plus.utku, r.minus.utku)
	matrix.Gram(r.utu, r.u)
}

// stabilise scales U, and the products with it.
func (r *semiRun) stabilise() {
	c := r.options.Stabilise.scale(r.utu, r.utku, r.top)
	if c == 1 || !(c > 0) || math.IsInf(c, 0) {
		return // a zero factor has no scale to mend, nor has one without a projection on the images
	}
	scaleBy(r.u, c)
	for _, part := range [...]*kernelPart{r.plus, r.minus} {
		scaleBy(part.ku, c)
		scaleBy(part.utku, c*c)
	}
	scaleBy(r.utu, c*c)
	scaleBy(r.utku, c*c)
}

// Objective returns ‖Φ - ΦUUᵀ‖² = tr K - 2·tr(UᵀKU) + tr(UᵀU·UᵀKU), good to about 1e-15·tr K; it may be negative only for a
// K that is no kernel.
func (r *semiRun) Objective() float64 {
	return r.trace - 2*mat.Trace(r.utku) + matrix.Inner(r.utu, r.utku)
}

// Finish returns U, and with data and a linear kernel the factorisation X ≈ XU·Uᵀ.
func (r *semiRun) Finish() Result {
	if r.options.Kernel == KernelRBF {
		return Result{Ht: r.u}
	}
	m, n := r.x.Dims()
	_, rank := r.u.Dims()
	if !r.options.onSamples() {
		ht := mat.NewDense(n, rank, nil)
		r.x.Trans().MulTo(ht, r.u)
		return Result{W: r.u, Ht: ht, Basis: r.u}
	}
	w := mat.NewDense(m, rank, nil)
	r.x.MulTo(w, r.u)
	return Result{W: w, Ht: r.u, Basis: w}
}

func (s *SemiNKPCA) projection() ProjectionRule {
	switch {
	case s.feature():
		return ProjectionRule{Refusal: noBasis}
	case s.onSamples():
		return leastSquares(sizePenalty{}, "")
	}
	return linear(matrix.Squared)
}
