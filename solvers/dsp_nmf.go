package solvers

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// DSPNMF is NMF with data scale structure preservation (Hedjam et al., 2022), which keeps the inner products of the samples:
// minimise (11) ‖X - WH‖² + ‖XᵀX - λHᵀH‖² with
//
//	H ← H .* ((WᵀX + a·λ·H·XᵀX) ./ (WᵀW·H + b·λ²·HHᵀ·H))^p        W ← W .* (XHᵀ) ./ (W·HHᵀ)
//
// The paper prints three rules with p = 1: (14) has a = 2, b = 1, whose fixed point is not stationary (λHᵀH tends to 2XᵀX);
// (21) has a = b = 1, which is right for half the second term; (33) has a = b = 2, the Karush-Kuhn-Tucker ratio. The
// penalty makes the ratio of degree -2 in the scale of H, so that with p = 1 the scale of H flips between odd and even steps
// and the objective rises every second time, against the paper's Theorem 1; p = 1/2 takes the flip away in one step, and p =
// 1/3 damps it. λ amounts to a change of scale, H → √λ·H and W → W/√λ, and acts through the start only: with start-as the
// representation is the same for every λ, but for its scale.
//
// The default is the rule of the paper's tables, (14) with p = 1, which swings for ever on data that do not settle its scale;
// a run that ends so warns. To descend take rule = eq33 with power = 0.5.
//
// Differs from the paper: denominators are floored at tinyDenominator; the normalisation (16) after the last step is left
// to unit-basis, or to the caller, see [Normalise].
// Cost per step: 6mnr, or 4mnr + 2n²r with XᵀX formed where n ≤ 2m.
type DSPNMF struct {
	TwoFactors `yaml:"-"`
	Rule       DSPRule `yaml:"rule" doc:"factors of the penalty's terms: eq14 (default) [the paper's experiments], which swings with power = 1; eq21; or eq33, whose fixed points are stationary and which descends with power = 0.5 [the paper's equations]"`
	Lambda     float64 `yaml:"lambda" min:"0" doc:"λ of the similarity term, ≥ 0; default 1000 [DSP-NMF, section 4]"`
	Power      float64 `yaml:"power" above:"0" doc:"exponent of the ratio for H, above 0 and at most 1; default 1 [as printed], with which the scale of H flips from step to step; 0.5 and 1/3 take that away"`
	Order      Order   `yaml:"order" doc:"which factor is updated first: h-first (default) [DSP-NMF, Algorithm 1] or w-first"`
	StartAs    float64 `yaml:"start-as" min:"0" doc:"give the start the scale that it has for this λ: H by √(start-as/λ), W by its inverse; default 0 (as it comes)"`
	UnitBasis  bool    `yaml:"unit-basis,omitempty" doc:"scale the columns of W to unit length after the last step, and H to match [Eq. (16)]; default false"`
}

// DSPRule is one of the printed update rules for H.
type DSPRule string

// The rules, by equation number.
const (
	DSPEq14 DSPRule = "eq14"
	DSPEq21 DSPRule = "eq21"
	DSPEq33 DSPRule = "eq33"
)

// Choices lists the rules.
func (DSPRule) Choices() []string { return choices(DSPEq14, DSPEq21, DSPEq33) }

// dspWeights are a and b of each rule.
var dspWeights = map[DSPRule]struct{ numerator, denominator float64 }{
	DSPEq14: {2, 1}, DSPEq21: {1, 1}, DSPEq33: {2, 2},
}

// The fourth powers of entries within these bounds, times λ² and the number of entries, are within the range of numbers.
const minQuartic, maxQuartic = 1e-37, 1e70

// carriesScale returns the factor whose products are to be those of the samples.
func (*DSPNMF) carriesScale() Side { return SideH }

func newDSPNMF() Solver { return &DSPNMF{Rule: DSPEq14, Lambda: 1000, Power: 1, Order: HFirst} }

// Start implements Solver.
func (s *DSPNMF) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	const name = "dsp-nmf"
	if s, err = prepared(name, s, p, f); err != nil {
		return nil, err
	}
	if err := checkPower(name, s.Power); err != nil {
		return nil, err
	}
	if err := checkScale(name, p.X, minQuartic, maxQuartic, "fourth powers"); err != nil {
		return nil, err
	}
	s.scaleStart(f)
	fit := matrix.NewEntrywise(p.X)
	similarity := newSimilarity(p.X, p.Rank, s.Lambda)
	return &dspRun{options: *s, alternatingRun: alternatingRun{
		f:     f,
		w:     newFrobeniusHalf(p.X, f.W, f.Ht, Guards{}),
		ht:    newDSPHalf(s, p.X.Trans(), f, similarity),
		order: s.Order,
		objective: func() float64 {
			return fit.Sum(f.W, f.Ht, matrix.Squared) + similarity.mismatch(f.Ht)
		},
	}}, nil
}

type dspRun struct {
	alternatingRun
	options DSPNMF
}

func (r *dspRun) Finish() Result {
	if r.options.UnitBasis {
		return Normalise(r.alternatingRun.Finish(), NormaliseWL2)
	}
	return r.alternatingRun.Finish()
}

func (r *dspRun) remedy() string {
	if r.options.Rule == DSPEq33 && r.options.Power <= 0.5 {
		return ""
	}
	return "which is the nature of this rule; rule = eq33 with power = 0.5 descends"
}

// scaleStart leaves WH as it is.
func (s *DSPNMF) scaleStart(f Factors) {
	if s.StartAs == 0 || s.Lambda == 0 {
		return
	}
	scale := math.Sqrt(s.StartAs / s.Lambda)
	f.Ht.Scale(scale, f.Ht)
	f.W.Scale(1/scale, f.W)
}

// dspHalf updates Ht.
type dspHalf struct {
	ratio      *frobeniusHalf // XᵀW and Ht·WᵀW
	similarity *similarity
	hht        *mat.Dense
	term       *mat.Dense
	numerator  float64 // a·λ
	quartic    float64 // b·λ²
	power      float64
}

func newDSPHalf(s *DSPNMF, xt matrix.Matrix, f Factors, similarity *similarity) *dspHalf {
	n, r := f.Ht.Dims()
	weights := dspWeights[s.Rule]
	return &dspHalf{
		ratio: newFrobeniusHalf(xt, f.Ht, f.W, Guards{}), similarity: similarity,
		hht: mat.NewDense(r, r, nil), term: mat.NewDense(n, r, nil),
		numerator: weights.numerator * s.Lambda, quartic: weights.denominator * s.Lambda * s.Lambda, power: s.Power,
	}
}

func (h *dspHalf) step() {
	h.terms(h.numerator, h.quartic)
	updatePower(h.ratio.a, h.ratio.num, h.ratio.den, h.power)
}

// terms sets numerator and denominator, with these weights of the similarity.
func (h *dspHalf) terms(numerator, quartic float64) {
	h.ratio.ratio()
	ht := h.ratio.a
	h.similarity.k.mulTo(h.term, ht)
	addScaled(h.ratio.num, numerator, h.term)
	matrix.Gram(h.hht, ht)
	matrix.Mul(h.term, ht, h.hht)
	addScaled(h.ratio.den, quartic, h.term)
}

// addScaled computes dst ← dst + c·a.
func addScaled(dst *mat.Dense, c float64, a *mat.Dense) {
	p, _ := dst.Dims()
	for i := range p {
		to, from := dst.RawRowView(i), a.RawRowView(i)
		for k, v := range from {
			to[k] += c * v
		}
	}
}

func (*DSPNMF) projection() ProjectionRule {
	return leastSquares(sizePenalty{}, "the inner products with the samples of the run are left out")
}
