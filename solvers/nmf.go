package solvers

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// NMF is the multiplicative update of Lee and Seung (2001) for the Frobenius norm: minimise ‖X - WH‖² with
//
//	H ← H .* (WᵀX) ./ (WᵀW·H)        W ← W .* (XHᵀ) ./ (W·HHᵀ)
//
// and for a mask M the weighted form of Zhang et al. (2006), (Wᵀ(M.*X)) ./ (Wᵀ(M.*(WH))) and likewise for W.
//
// Differs from the paper: denominators are floored at tinyDenominator, and the guards of other codes can be switched on, and
// penalties, half of whose gradients go into the denominators.
// Cost per step: 4mnr dense, 4·nnz·r sparse, 6·nnz·r masked.
type NMF struct {
	TwoFactors `yaml:"-"`
	Order      Order  `yaml:"order" doc:"which factor is updated first: h-first (default) [Lee and Seung] or w-first [scikit-learn]"`
	Guards     Guards `yaml:",inline"`

	PenaltyOptions `yaml:",inline"`
	AfterStep      `yaml:",inline"`

	OverlapW float64 `yaml:"overlap-w,omitempty" min:"0" doc:"weight of Σ w_iᵀw_j over all i ≠ j in the objective, ≥ 0; default 0. Pattern expression NMF [Zhang et al. 2008; pe-nmf of the R package NMF] minimises half of it: overlap-w is 2α and l1-h 2β"`
}

// tinyDenominator keeps 0/0 at 0. The usual 1e-16 or 1e-9 would act on data of small scale (a denominator may be quadratic in
// it) and break the invariance to scaling. This one is the square of the least scale of X that checkProblem lets through,
// minScale, and its reciprocal times any entry of X does not overflow.
const tinyDenominator = 1e-150

func newNMF() Solver { return &NMF{Order: HFirst} }

// Start implements Solver.
func (s *NMF) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("nmf", s, p, f); err != nil {
		return nil, err
	}
	w, ht := newFrobeniusHalf(p.X, f.W, f.Ht, s.Guards), newFrobeniusHalf(p.X.Trans(), f.Ht, f.W, s.Guards)
	ofW, ofH := s.penalties(p.X)
	w.size, ht.size = ofW, ofH
	run := &alternatingRun{f: f, w: w, ht: ht, order: s.Order, doubts: s.escape(p)}
	if s.OverlapW > 0 {
		run.w = &overlapHalf{w, s.OverlapW}
	}
	run.hold(p.Held)
	run.fixNorm(s.PenaltyOptions, ofW, ofH)
	run.objective = penalisedBy(ofW, ofH, f, run.squaredError(p.X))
	if fitted := run.objective; s.OverlapW > 0 {
		run.objective = func() float64 { return fitted() + s.OverlapW*overlap(f.W) }
	}
	return s.AfterStep.run(f, run), nil
}

// checkPenalties refuses options that contradict each other.
func (s *NMF) checkPenalties(name string, p Problem) error {
	if s.OverlapW > 0 && s.UnitW {
		return fmt.Errorf("solvers: %s: a penalty on the columns of W, which unit-w fixes", name)
	}
	return cmp.Or(s.PenaltyOptions.checkPenalties(name, p), s.checkAfter(name, s.PenaltyOptions, p.Held))
}

// frobeniusHalf updates one tall factor a (p×r) of X ≈ a·bᵀ, b fixed: it serves W on X and Ht on Xᵀ.
type frobeniusHalf struct {
	x        matrix.Matrix
	a, b     *mat.Dense
	num, den *mat.Dense
	btb      *mat.Dense
	sampled  *matrix.Entrywise // nil unless entries are unknown
	size     sizePenalty
	Guards   Guards
}

func newFrobeniusHalf(x matrix.Matrix, a, b *mat.Dense, g Guards) *frobeniusHalf {
	p, r := a.Dims()
	h := &frobeniusHalf{x: x, a: a, b: b, num: mat.NewDense(p, r, nil), den: mat.NewDense(p, r, nil), Guards: g}
	if unknown(x) {
		h.sampled = matrix.NewEntrywise(x)
	} else {
		h.btb = mat.NewDense(r, r, nil)
	}
	return h
}

func (h *frobeniusHalf) products() (a, xb, btb *mat.Dense, left bool) { return h.a, h.num, h.btb, true }

func (h *frobeniusHalf) setSize(size sizePenalty) { h.size = size }

func (h *frobeniusHalf) step() {
	h.ratio()
	h.size.addTo(h.den, h.a)
	h.Guards.update(h.a, h.num, h.den)
}

// ratio sets num = X·b and den = a·bᵀb, or its masked form.
func (h *frobeniusHalf) ratio() {
	if h.sampled != nil {
		h.sampled.FitMulTo(h.num, h.den, h.a, h.b)
		return
	}
	h.x.MulTo(h.num, h.b)
	matrix.Gram(h.btb, h.b)
	matrix.Mul(h.den, h.a, h.btb)
}

// Guards are what other codes do to keep a multiplicative update away from zero; off by default.
type Guards struct {
	NumeratorFloor   float64 `yaml:"numerator-floor" min:"0" doc:"entry times numerator is raised to this, ≥ 0; default 0 (off), 1e-9 in the R package NMF"`
	DenominatorShift float64 `yaml:"denominator-shift" min:"0" doc:"added to every denominator, ≥ 0; default 0 (off), 1e-9 in the R package NMF"`
}

// update makes a ← a .* num ./ den with the guards.
func (g Guards) update(a, num, den *mat.Dense) {
	if g == (Guards{}) {
		matrix.Update(a, num, den, tinyDenominator)
		return
	}
	p, _ := a.Dims()
	for i := range p {
		ar, nr, dr := a.RawRowView(i), num.RawRowView(i), den.RawRowView(i)
		for j := range ar {
			ar[j] = max(ar[j]*nr[j], g.NumeratorFloor) / max(dr[j]+g.DenominatorShift, tinyDenominator)
		}
		matrix.Flush(ar)
	}
}

func (s *NMF) projection() ProjectionRule { return leastSquares(s.ofH(), "") }

func (s *NMF) takesGaps() bool { return true }
