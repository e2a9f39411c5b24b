package solvers

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// NMFKL is the multiplicative update of Lee and Seung (2001) for the generalised Kullback-Leibler divergence: minimise
// D(X‖WH) = Σ x·log(x/(WH)) - x + WH with
//
//	H ← H .* (Wᵀ(X./(WH))) ./ (Wᵀ1)        W ← W .* ((X./(WH))Hᵀ) ./ (1Hᵀ)
//
// and for a mask M the weighted form of Zhang et al. (2006), in which X./(WH) runs over the known entries and the
// denominators are WᵀM and MHᵀ.
//
// Differs from the paper: WH inside the ratio and the denominators are floored at tinyDenominator, so that 0/0 is 0. With a
// penalty a step goes to the least value of the paper's bound with the penalty added, which keeps the descent;
// scikit-learn adds the gradient of the L2 penalty to the denominator, which does not.
// Cost per step: 8mnr dense; 8·nnz·r sparse or masked.
type NMFKL struct {
	TwoFactors `yaml:"-"`
	Order      Order `yaml:"order" doc:"which factor is updated first: h-first (default) [Lee and Seung] or w-first [scikit-learn]"`

	PenaltyOptions `yaml:",inline"`
	AfterStep      `yaml:",inline"`

	Smoothing float64 `yaml:"smoothing,omitempty" min:"0" doc:"θ of nonsmooth NMF, X ≈ W·S·H with S = (1-θ)·I + θ/r·11ᵀ, 0 to 1; default 0 (off), 0.5 in nsNMF of the R package NMF, which has w-sums too [Pascual-Montano et al. 2006]"`
}

func newNMFKL() Solver { return &NMFKL{Order: HFirst} }

// Start implements Solver.
func (s *NMFKL) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("nmf-kl", s, p, f); err != nil {
		return nil, err
	}
	w, ht := newKLHalf(p.X, f.W, f.Ht), newKLHalf(p.X.Trans(), f.Ht, f.W)
	ofW, ofH := s.penalties(p.X)
	if s.Smoothing > 0 {
		return s.startSmoothed(p, f)
	}
	w.size, ht.size = ofW, ofH
	run := &alternatingRun{f: f, w: w, ht: ht, order: s.Order, doubts: s.escape(p)}
	run.hold(p.Held)
	run.fixNorm(s.PenaltyOptions, ofW, ofH)
	if _, sparse := p.X.(*matrix.CSR); sparse {
		first := ht
		if s.Order == WFirst {
			first = w
		}
		run.objective = penalisedBy(ofW, ofH, f, first.divergence)
		return s.AfterStep.run(f, run), nil
	}
	fit := matrix.NewEntrywise(p.X)
	run.objective = penalisedBy(ofW, ofH, f, func() float64 { return fit.Sum(f.W, f.Ht, flooredKL) })
	return s.AfterStep.run(f, run), nil
}

// startSmoothed does Start with S between the factors.
func (s *NMFKL) startSmoothed(p Problem, f Factors) (Progress, error) {
	fit, smooth := matrix.NewEntrywise(p.X), mat.DenseCopyOf(f.W)
	run := &smoothedRun{&alternatingRun{
		f: f, w: newSmoothedHalf(p.X, f.W, f.Ht, s.Smoothing), ht: newSmoothedHalf(p.X.Trans(), f.Ht, f.W, s.Smoothing), order: s.Order,
		objective: func() float64 {
			smoothTo(smooth, f.W, s.Smoothing)
			return fit.Sum(smooth, f.Ht, flooredKL)
		},
	}, s.Smoothing}
	run.hold(p.Held)
	return s.AfterStep.run(f, run), nil
}

// checkPenalties refuses options that contradict each other.
func (s *NMFKL) checkPenalties(name string, p Problem) error {
	switch {
	case s.Smoothing > 1:
		return fmt.Errorf("solvers: %s: smoothing = %v, want 0 to 1", name, s.Smoothing)
	case s.Smoothing > 0 && (s.PenaltyOptions != PenaltyOptions{}):
		return fmt.Errorf("solvers: %s: smoothing with penalties or unit lengths; want one of them", name)
	}
	return cmp.Or(s.PenaltyOptions.checkPenalties(name, p), s.checkAfter(name, s.PenaltyOptions, p.Held))
}

// flooredKL has the floor of the update.
var flooredKL = matrix.FlooredDivergence(tinyDenominator)

// klHalf updates one tall factor a (p×r) of X ≈ a·bᵀ, b fixed.
type klHalf struct {
	a, b     *mat.Dense
	num, den *mat.Dense
	sum      []float64 // column sums of b
	ratio    *matrix.Entrywise
	masked   bool
	fitted   bool // num is that of the present factors
	size     sizePenalty
}

func newKLHalf(x matrix.Matrix, a, b *mat.Dense) *klHalf {
	p, r := a.Dims()
	return &klHalf{
		a: a, b: b, num: mat.NewDense(p, r, nil), den: mat.NewDense(p, r, nil),
		sum: make([]float64, r), ratio: matrix.NewEntrywise(x), masked: unknown(x),
	}
}

func (h *klHalf) setSize(size sizePenalty) { h.size = size }

func (h *klHalf) step() {
	h.fit()
	if !h.size.none() {
		h.size.update(h.a, h.num, h.den)
		return
	}
	matrix.Update(h.a, h.num, h.den, tinyDenominator)
}

// divergence returns D(X‖a·bᵀ) of a sparse X. It takes most of what num takes, and so leaves that to the step that comes next.
func (h *klHalf) divergence() float64 {
	h.fitted = true
	return h.ratio.RatioSumTo(h.num, h.a, h.b, tinyDenominator)
}

// fit sets num and den. Row i of den is the sum of the rows of b that belong to entries of row i of X, M·b; a full X has the
// same sum in every row.
func (h *klHalf) fit() {
	if h.masked {
		h.ratio.RatioFitMulTo(h.num, h.den, h.a, h.b, tinyDenominator)
		return
	}
	if !h.fitted {
		h.ratio.RatioMulTo(h.num, h.a, h.b, tinyDenominator)
	}
	h.fitted = false
	matrix.SumRows(h.sum, h.b)
	p, _ := h.a.Dims()
	for i := range p {
		copy(h.den.RawRowView(i), h.sum)
	}
}

func (s *NMFKL) projection() ProjectionRule { return divergence(s.ofH(), "") }

func (s *NMFKL) takesGaps() bool { return s.Smoothing == 0 }
