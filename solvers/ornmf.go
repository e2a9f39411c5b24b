package solvers

import (
	"cmp"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// ORNMF is robust NMF with ordered structure constraints: minimise ‖X - WH‖₂,₁ + α‖HR‖₂,₁ (Eq. 4), where HR holds the
// differences h_{j+1} - h_j of samples that follow on each other. With d1_j = 1/‖x_j - W·h_j‖ (Eq. 7), d_j = 1/‖h_{j+1} - h_j‖
// (Eq. 8) and d_0 = d_n = 0,
//
//	h_j ← h_j .* √( (Wᵀx_j·d1_j + α(d_{j-1}·h_{j-1} + d_j·h_{j+1})) ./ (WᵀW·h_j·d1_j + α(d_{j-1} + d_j)·h_j) )
//	W   ← W .* (X·D1·Hᵀ) ./ (W·(H·D1·Hᵀ))
//
// The first line is Eq. 13 written out for the tridiagonal R·D2·Rᵀ, the second Eq. 24. A step updates H, then W.
//
// The penalty costs O(nr) a step, and n×n products, which the paper counts with O(n³), are never formed: cost per step 4mnr,
// as NMF, and O((m+n)r²).
//
// Differs from the paper: both weights are kept finite by floors, that of D1 in units of the samples, that of D2 in units of
// Problem.Unit. Algorithm 1 computes D1 once a step; the
// proof for W uses that of the new H, which weights = refresh gives. No rise was seen with either. Scaling W up and H down lowers the
// penalty at no cost, so the objective
// has no minimum that keeps the penalty: results depend on when a run is stopped, unless unit-basis fixes the scale, and
// then the objective may rise. Masks are refused.
type ORNMF struct {
	TwoFactors `yaml:"-"`
	Alpha      float64       `yaml:"alpha" min:"0" doc:"weight of the penalty, ≥ 0; default 0.3, the paper takes 0.1 to 0.7"`
	Weights    WeightRenewal `yaml:"weights" doc:"when the weights of the samples are computed: stale (default, once a step) [Algorithm 1] or refresh (before each factor)"`
	NormFloor  float64       `yaml:"norm-floor" min:"0" doc:"least residual norm of a sample, in units of the mean norm of a sample, ≥ 0; default 1e-10, ours"`
	StepFloor  float64       `yaml:"step-floor" min:"0" doc:"least norm of h_{j+1} - h_j; its reciprocal bounds how firmly equal neighbours hold together, ≥ 0; default 1e-10, ours"`
	UnitBasis  bool          `yaml:"unit-basis" doc:"scale the columns of W to unit length after every step and H to match; default false"`
	WarmSteps  int           `yaml:"warm-steps" min:"0" doc:"steps of NMF before the first one, after which the columns of W get unit length; default 0 [Algorithm 1]"`
}

// WeightRenewal tells how often a step computes the weights of the samples.
type WeightRenewal string

// The renewals.
const (
	WeightsRefresh WeightRenewal = "refresh"
	WeightsStale   WeightRenewal = "stale"
)

// Choices lists the renewals.
func (WeightRenewal) Choices() []string { return choices(WeightsRefresh, WeightsStale) }

func newORNMF() Solver {
	return &ORNMF{Alpha: 0.3, Weights: WeightsStale, NormFloor: defaultNormFloor, StepFloor: defaultNormFloor}
}

func (*ORNMF) carriesScale() Side { return SideH }

// Start implements Solver.
func (s *ORNMF) Start(p Problem, f Factors, rng *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("ornmf", s, p, f); err != nil {
		return nil, err
	}
	if s.WarmSteps > 0 {
		warm, err := newNMF().Start(p, f, rng)
		if err != nil {
			return nil, err
		}
		for range s.WarmSteps {
			warm.Step()
		}
		unitBasis(f, make([]float64, p.Rank))
	}
	n, r := f.Ht.Dims()
	return &ornmfRun{
		options: *s, f: f, basis: newWeightedBasis(p.X, f, s.NormFloor),
		floor: s.StepFloor * p.unit(), pull: make([]float64, n+1), num: mat.NewDense(n, r, nil), scale: make([]float64, r),
	}, nil
}

type ornmfRun struct {
	options ORNMF
	f       Factors
	basis   *weightedBasis
	floor   float64   // of ‖h_j - h_{j-1}‖
	pull    []float64 // α/‖h_j - h_{j-1}‖; the first entry and the one after the last are 0
	num     *mat.Dense
	scale   []float64
	gauge   gauge
}

func (r *ornmfRun) Step() {
	r.basis.measure()
	r.pulls()
	r.coefficients()
	if r.options.Weights == WeightsRefresh {
		r.basis.measure()
	}
	r.basis.update()
	if r.options.UnitBasis {
		unitBasis(r.f, r.scale)
	}
}

// pulls sets the weights of the penalty.
func (r *ornmfRun) pulls() {
	for j := range len(r.pull) - 2 {
		r.pull[j+1] = r.options.Alpha / max(r.step(j), r.floor, tinyDenominator)
	}
}

// step returns ‖h_{j+1} - h_j‖.
func (r *ornmfRun) step(j int) float64 {
	here, next, terms := r.f.Ht.RawRowView(j), r.f.Ht.RawRowView(j+1), r.basis.fit.terms
	for k, v := range here {
		d := next[k] - v
		terms[k] = float64(d * d)
	}
	return math.Sqrt(sumInFours(terms))
}

// coefficients makes the update of H (Eq. 13), numerator and denominator both divided by d1_j. Products and norms are those that
// measure left. Conversions to float64 keep a compiler from fusing.
func (r *ornmfRun) coefficients() {
	fit, prev := r.basis.fit, r.f.Ht.RawRowView(0) // what comes before the first sample has no weight
	for j, norm := range r.basis.norm {
		here, next := r.f.Ht.RawRowView(j), r.f.Ht.RawRowView(min(j+1, len(r.pull)-2))
		left, right := float64(r.pull[j]*norm), float64(r.pull[j+1]*norm)
		xtw, above, below := fit.xtw.RawRowView(j), r.num.RawRowView(j), fit.hwtw.RawRowView(j)
		for k, v := range here {
			above[k] = xtw[k] + (float64(left*prev[k]) + float64(right*next[k]))
			below[k] += float64((left + right) * v)
		}
		prev = here
	}
	matrix.UpdateSqrt(r.f.Ht, r.num, fit.hwtw, tinyDenominator)
}

// Objective returns ‖X - WH‖₂,₁ + α‖HR‖₂,₁. The floors are no part of it.
func (r *ornmfRun) Objective() float64 {
	var penalty float64
	for j := range len(r.pull) - 2 {
		penalty += r.step(j)
	}
	return r.basis.objective() + r.options.Alpha*penalty
}

func (r *ornmfRun) Finish() Result { return Factorisation(r.f) }

// unitBasis scales the columns of W to unit length and H to match; a zero column is left alone. norms is a buffer.
func unitBasis(f Factors, norms []float64) {
	clear(norms)
	m, _ := f.W.Dims()
	for i := range m {
		for k, v := range f.W.RawRowView(i) {
			norms[k] += v * v
		}
	}
	for k, v := range norms {
		norms[k] = math.Sqrt(v)
	}
	scaleComponents(f, norms)
}

// scaleComponents divides column k of W by c[k] and multiplies row k of H by it, unless c[k] is 0. It overwrites c.
func scaleComponents(f Factors, c []float64) {
	for k, v := range c {
		c[k] = cmp.Or(v, 1)
	}
	multiplyColumns(f.Ht, c)
	for k, v := range c {
		c[k] = 1 / v
	}
	multiplyColumns(f.W, c)
}

// multiplyColumns multiplies column k of a by c[k].
func multiplyColumns(a *mat.Dense, c []float64) {
	p, _ := a.Dims()
	for i := range p {
		row := a.RawRowView(i)
		for k, v := range c {
			row[k] *= v
		}
	}
}

func (*ORNMF) projection() ProjectionRule { return robustLeastSquares("new samples have no order") }
