package solvers

import (
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
// Differs from the paper: both weights are kept finite by floors. Algorithm 1 computes D1 once a step; the
// proof for W uses that of the new H, which weights = refresh gives. No rise was seen with either. Scaling W up and H down lowers the penalty at no cost, so the objective
// has no minimum that keeps the penalty: results depend on when a run is stopped, unless unit-basis fixes the scale, and
// then the objective may rise. Masks are refused.
type ORNMF struct {
	twoFactors `yaml:"-"`
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
func (WeightRenewal) Choices() []string {
	return []string{string(WeightsRefresh), string(WeightsStale)}
}

func newORNMF() Solver {
	return &ORNMF{Alpha: 0.3, Weights: WeightsStale, NormFloor: defaultNormFloor, StepFloor: defaultNormFloor}
}

// Start implements Solver.
func (s *ORNMF) Start(p Problem, f Factors, rng *rand.Rand) (Run, error) {
	if err := checkOptions("ornmf", s); err != nil {
		return nil, err
	}
	if err := refuseMask("ornmf", p.X); err != nil {
		return nil, err
	}
	if err := checkProblem("ornmf", s, p, f, false); err != nil {
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
		num: mat.NewDense(min(n, sampleBlock), r, nil), pull: make([]float64, n), last: make([]float64, r), scale: make([]float64, r),
	}, nil
}

type ornmfRun struct {
	options ORNMF
	f       Factors
	basis   *weightedBasis
	num     *mat.Dense // for a block of samples
	pull    []float64  // α/‖h_{j+1} - h_j‖; the last entry is 0
	last    []float64  // the row of Ht before the block, as it was before the update
	scale   []float64
}

func (r *ornmfRun) Step() {
	r.basis.fit.refresh()
	n := len(r.pull)
	for from := 0; from < n; from += sampleBlock {
		to := min(from+sampleBlock, n)
		r.basis.measure(from, to)
		r.coefficients(from, to)
		if r.options.Weights == WeightsRefresh {
			r.basis.measure(from, to)
		}
		r.basis.weigh(from, to)
	}
	r.basis.update()
	if r.options.UnitBasis {
		unitBasis(r.f, r.scale)
	}
}

// coefficients is the update of a block of H (Eq. 13), numerator and denominator both divided by d1_j. Products and norms are
// those of measure; all neighbours are taken as they were before the step.
func (r *ornmfRun) coefficients(from, to int) {
	r.differences(from, to)
	fit := r.basis.fit
	n, rank := r.f.Ht.Dims()
	ht, xtw, hwtw, nums := fit.ht.RawMatrix(), fit.xtw.RawMatrix(), fit.hwtw.RawMatrix(), r.num.RawMatrix()
	prev, before := r.last, 0.0
	if from > 0 {
		before = r.pull[from-1]
	}
	for j := from; j < to; j++ {
		h, a := ht.Data[j*ht.Stride:][:rank], xtw.Data[j*xtw.Stride:][:rank]
		num, den := nums.Data[(j-from)*nums.Stride:][:rank], hwtw.Data[(j-from)*hwtw.Stride:][:rank]
		next := h
		if j+1 < n {
			next = ht.Data[(j+1)*ht.Stride:][:rank]
		}
		left, right := before*r.basis.norm[j], r.pull[j]*r.basis.norm[j]
		between(num, den, a, h, prev, next, left, right)
		prev, before = h, r.pull[j]
	}
	h, num, den := rows(fit.ht, from, to), rows(r.num, 0, to-from), rows(fit.hwtw, 0, to-from)
	copy(r.last, h.RawRowView(to-from-1))
	matrix.UpdateSqrt(&h, &num, &den, tinyDenominator)
}

// between sets num to a + left·prev + right·next and adds (left + right)·h to den.
func between(num, den, a, h, prev, next []float64, left, right float64) {
	n := len(h)
	num, den, a, prev, next = num[:n], den[:n], a[:n], prev[:n], next[:n]
	both := left + right
	for k, v := range h {
		num[k] = a[k] + (left*prev[k] + right*next[k])
		den[k] += both * v
	}
}

// differences sets pull to α/‖h_{j+1} - h_j‖ (Eq. 8) for a block of samples.
func (r *ornmfRun) differences(from, to int) {
	floor := max(r.options.StepFloor, tinyDenominator)
	for j := from; j < min(to, len(r.pull)-1); j++ {
		r.pull[j] = r.options.Alpha / max(r.difference(j), floor)
	}
}

// difference is ‖h_{j+1} - h_j‖.
func (r *ornmfRun) difference(j int) float64 {
	rank := len(r.scale)
	ht := r.f.Ht.RawMatrix()
	return math.Sqrt(squaredDistance(ht.Data[j*ht.Stride:][:rank], ht.Data[(j+1)*ht.Stride:][:rank]))
}

// squaredDistance is ‖a - b‖², in four lanes.
func squaredDistance(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	k := 0
	for ; k+4 <= len(a); k += 4 {
		d0, d1, d2, d3 := a[k]-b[k], a[k+1]-b[k+1], a[k+2]-b[k+2], a[k+3]-b[k+3]
		s0 += d0 * d0
		s1 += d1 * d1
		s2 += d2 * d2
		s3 += d3 * d3
	}
	for ; k < len(a); k++ {
		d := a[k] - b[k]
		s0 += d * d
	}
	return s0 + s1 + (s2 + s3)
}

// Objective is ‖X - WH‖₂,₁ + α‖HR‖₂,₁. The floors are no part of it.
func (r *ornmfRun) Objective() float64 {
	var penalty float64
	for j := range len(r.pull) - 1 {
		penalty += r.difference(j)
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
		if v == 0 {
			c[k] = 1
		}
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
