package solvers

import (
	"math"

	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// ProjectiveOptions are those that PNMF and OPNMF share: both learn one non-negative factor U (p×r) with U·Uᵀ·K ≈ K in the
// feature space of a Gram matrix K ≥ 0 (p×p).
//
//	on features:  U is W (m×r),  K = XXᵀ,  X ≈ W·Wᵀ·X,  H = WᵀX
//	on samples:   U is Ht (n×r), K = XᵀX,  X ≈ X·U·Uᵀ,  W = XU
//
// A kernel that is given, or is not linear, is always one of the samples: Φ ≈ Φ·U·Uᵀ for their images Φ, which for the
// Gaussian kernel leaves no basis among the data.
//
// The update has degree -2 in the scale of U against +1 for U itself: without a stabiliser the scale flips between odd and
// even steps for ever. Cost per step: 2p²r (explicit) or 4mnr (implicit) for K·U, and O(pr²).
type ProjectiveOptions struct {
	On            Domain        `yaml:"on" doc:"what is projected: features (default, X ≈ WWᵀX) or samples (X ≈ XUUᵀ, clusters the samples)"`
	Samples       KernelOptions `yaml:",inline"`
	Gram          GramForm      `yaml:"gram" doc:"how products with the Gram matrix are formed: auto (default, the cheaper), explicit or implicit"`
	Stabilise     Stabiliser    `yaml:"stabilise" doc:"scaling of the factor: spectral (default, division by its spectral norm) [Yang 2010], rho [Eq. 54] or none"`
	StabiliseWhen When          `yaml:"stabilise-when" doc:"when the scaling is applied: after (default) [Yang and Oja] or before the update [NMFLibrary]"`
	EntryFloor    float64       `yaml:"entry-floor" min:"0" doc:"entries below it are raised to it after the update, ≥ 0; default 0 (off), 1e-16 in brainparts opnmf.m"`
	EntryCut      float64       `yaml:"entry-cut" min:"0" doc:"entries below it are set to 0 after the update, ≥ 0; default 0 (off), 1e-10 in the R port of OPNMF"`
	Sort          bool          `yaml:"sort" doc:"sort the components at the end by ‖w‖·‖h‖, largest first; default false, true in brainparts opnmf.m"`
}

// Domain tells what a projective method projects.
type Domain string

// Stabiliser is the scaling that stops the oscillation of projective updates.
type Stabiliser string

// When tells whether the stabiliser acts before or after the update.
type When string

// The choices of a projective method.
const (
	OnFeatures Domain = "features"
	OnSamples  Domain = "samples"

	StabiliseSpectral Stabiliser = "spectral"
	StabiliseRho      Stabiliser = "rho"
	StabiliseNone     Stabiliser = "none"

	StabiliseAfter  When = "after"
	StabiliseBefore When = "before"
)

// Choices lists the domains.
func (Domain) Choices() []string { return choices(OnFeatures, OnSamples) }

// Choices lists the stabilisers.
func (Stabiliser) Choices() []string { return choices(StabiliseSpectral, StabiliseRho, StabiliseNone) }

// Choices lists the moments.
func (When) Choices() []string { return choices(StabiliseAfter, StabiliseBefore) }

func newProjective() ProjectiveOptions {
	return ProjectiveOptions{
		On: OnFeatures, Samples: newKernelised(), Gram: GramAuto, Stabilise: StabiliseSpectral, StabiliseWhen: StabiliseAfter,
	}
}

// Rows implements Solver: there is one factor.
func (o *ProjectiveOptions) Rows(m, n int) (w, ht int) { return oneFactor(o.onSamples(), m, n) }

// oneFactor returns the rows of W and Ht where only one of them is there.
func oneFactor(onSamples bool, m, n int) (w, ht int) {
	if onSamples {
		return 0, n
	}
	return m, 0
}

func (o *ProjectiveOptions) onSamples() bool { return o.On == OnSamples || o.Samples.feature() }

// start does Start for both methods; ratio is the update that sets them apart.
func (o *ProjectiveOptions) start(name string, s Solver, p Problem, f Factors, ratio func(*projectiveRun)) (Progress, error) {
	if err := prepare(name, s, p, f); err != nil {
		return nil, err
	}
	if err := o.Samples.check(name, p.X); err != nil {
		return nil, err
	}
	u, x := f.W, p.X.Trans()
	if o.onSamples() {
		u, x = f.Ht, p.X
	}
	k, err := o.Samples.gram(name, x, p.Rank, o.Gram)
	if err != nil {
		return nil, err
	}
	rows, r := u.Dims()
	run := &projectiveRun{
		options: *o, x: p.X, f: f, k: k, u: u, ratio: ratio,
		ku: mat.NewDense(rows, r, nil), num: mat.NewDense(rows, r, nil), den: mat.NewDense(rows, r, nil),
		utu: mat.NewDense(r, r, nil), utku: mat.NewDense(r, r, nil),
		top: newSymmetricEigen(r, lapack.EVNone),
	}
	_, run.free = s.(*PNMF)
	run.refresh()
	return run, nil
}

// projectiveRun keeps K·U, UᵀU and UᵀKU up to date with U, so that one product with K a step serves the update, the
// stabiliser and the objective.
type projectiveRun struct {
	options   ProjectiveOptions
	x         matrix.Matrix
	f         Factors
	k         *gram
	u         *mat.Dense
	ratio     func(*projectiveRun) // sets num and den
	ku        *mat.Dense
	utu, utku *mat.Dense
	num, den  *mat.Dense
	top       *symmetricEigen
	free      bool // U is bound by nothing but U ≥ 0
	gauge     gauge
}

func (r *projectiveRun) remedy() string {
	if r.options.Stabilise == StabiliseNone {
		return "which is the nature of stabilise = none; the others do not"
	}
	return ""
}

func (r *projectiveRun) Step() {
	if r.options.StabiliseWhen == StabiliseBefore {
		r.stabilise()
	}
	r.ratio(r)
	matrix.Update(r.u, r.num, r.den, tinyDenominator)
	r.trim()
	r.refresh()
	if r.options.StabiliseWhen == StabiliseAfter {
		r.stabilise()
	}
}

// Objective returns ‖X - UUᵀX‖², on samples ‖X - XUUᵀ‖² or ‖Φ - ΦUUᵀ‖², = tr K - 2·tr(UᵀKU) + tr(UᵀU·UᵀKU), good to about 1e-15·‖X‖².
func (r *projectiveRun) Objective() float64 {
	if f := r.k.trace - 2*mat.Trace(r.utku) + matrix.Inner(r.utu, r.utku); !(f < 0) {
		return f
	}
	return 0
}

// refresh recomputes the products that depend on U.
func (r *projectiveRun) refresh() {
	r.k.mulTo(r.ku, r.u)
	matrix.Gram(r.utu, r.u)
	matrix.MulTN(r.utku, r.u, r.ku)
}

// stabilise scales U, and the products with it.
func (r *projectiveRun) stabilise() {
	c := r.options.Stabilise.scale(r.utu, r.utku, r.top)
	if c == 1 || !(c > 0) || math.IsInf(c, 0) {
		return // a zero factor has no scale to mend
	}
	scaleBy(r.u, c)
	scaleBy(r.ku, c)
	scaleBy(r.utu, c*c)
	scaleBy(r.utku, c*c)
}

// scale returns what U is multiplied by, from UᵀU and UᵀKU.
func (s Stabiliser) scale(utu, utku *mat.Dense, top *symmetricEigen) float64 {
	switch s {
	case StabiliseRho: // (54), at the present U
		return math.Sqrt(mat.Trace(utku) / matrix.Inner(utu, utku))
	case StabiliseSpectral:
		return 1 / math.Sqrt(top.largest(utu))
	}
	return 1
}

// trim applies entry-floor and entry-cut.
func (r *projectiveRun) trim() {
	floor, cut := r.options.EntryFloor, r.options.EntryCut
	if floor == 0 && cut == 0 {
		return
	}
	p, _ := r.u.Dims()
	for i := range p {
		row := r.u.RawRowView(i)
		for j, v := range row {
			if v < cut {
				v = 0
			}
			row[j] = max(v, floor)
		}
	}
}

// Finish returns the factorisation that the projection amounts to.
func (r *projectiveRun) Finish() Result {
	m, n := r.x.Dims()
	_, rank := r.u.Dims()
	var res Result
	switch {
	case r.options.Samples.Kernel == KernelRBF: // K ≈ KU·Uᵀ, which orders the components but is no model of X
		res.W, res.Ht = r.ku, r.u
	case r.options.onSamples():
		res.W, res.Ht = mat.NewDense(m, rank, nil), r.u
		r.x.MulTo(res.W, r.u)
	default:
		res.W, res.Ht = r.u, mat.NewDense(n, rank, nil)
		r.x.Trans().MulTo(res.Ht, r.u)
	}
	if r.options.Sort {
		res.W, res.Ht = sortComponents(res.W, res.Ht)
	}
	if r.options.Samples.Kernel == KernelRBF {
		return Result{Ht: res.Ht}
	}
	res.Basis = res.W
	return res
}

// scaleBy multiplies a by c; a's rows follow on each other.
func scaleBy(a *mat.Dense, c float64) {
	data := a.RawMatrix().Data
	for i := range data {
		data[i] *= c
	}
}

// projection returns the model itself on features; on samples new ones fit a basis that stays.
func (o *ProjectiveOptions) projection() ProjectionRule {
	switch {
	case o.Samples.feature():
		return ProjectionRule{Refusal: noBasis}
	case o.onSamples():
		return leastSquares(sizePenalty{}, "")
	}
	return linear(matrix.Squared)
}
