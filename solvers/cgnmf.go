package solvers

import (
	"math"
	"math/rand/v2"

	"nmfrepro/solvers/matrix"
)

// CGNMF is graph regularised NMF with the correntropy loss, which an outlying entry can raise by a bounded amount only (Wang et
// al., Correntropy induced metric based graph regularized NMF, Neurocomputing 2016). With e = x - WH entry by entry, minimise
// Σ s²(1 - exp(-e²/2s²)) + (λ/2)·tr(H·L·Hᵀ), L = D - S the Laplacian of a graph on the samples, by half-quadratic weights
// Q = exp(-e²/2s²), renewed before each factor:
//
//	H ← H .* (Wᵀ(Q.*X) + λ·H·S) ./ (Wᵀ(Q.*WH) + λ·H·D)        W ← W .* ((Q.*X)Hᵀ) ./ ((Q.*WH)Hᵀ)
//
// The rules are derived from the model (half-quadratic minimisation, then multiplicative updates); the published ones were not to
// be had. H goes first. For large s the loss is ½‖X - WH‖². Every zero of X counts, so a sparse X costs as much as a dense one:
// 12mnr a step and 2·nnz(S)·r. Masks are refused.
type CGNMF struct {
	TwoFactors   `yaml:"-"`
	Lambda       float64 `yaml:"lambda" min:"0" doc:"weight λ of the graph penalty, ≥ 0; default 100, that of GNMF"`
	Sigma        float64 `yaml:"sigma" min:"0" doc:"s, the residual at which an entry loses influence, ≥ 0; default 0: the root mean square of X, ours"`
	GraphOptions `yaml:",inline"`
}

func newCGNMF() Solver { return &CGNMF{Lambda: 100, GraphOptions: newGraphOptions()} }

func (*CGNMF) carriesScale() Side { return SideH }

// Start implements Solver.
func (s *CGNMF) Start(p Problem, f Factors, _ *rand.Rand) (Run, error) {
	s = withDefaults(s)
	if err := prepare("cgnmf", s, p, f); err != nil {
		return nil, err
	}
	graphs, err := s.build("cgnmf", p)
	if err != nil {
		return nil, err
	}
	sigma := s.Sigma
	if sigma == 0 {
		m, n := p.X.Dims()
		sigma = math.Sqrt(matrix.SumOfSquares(p.X) / float64(m) / float64(n))
	}
	loss := correntropy{max(sigma, tinyDenominator)}
	fit := matrix.NewEntrywise(p.X)
	onW, onH := newPenalty(s.Lambda, graphs.FeatureGraph, p.Rank), newPenalty(s.Lambda, graphs.SampleGraph, p.Rank)
	return &alternatingRun{
		f: f, order: HFirst,
		w:  &correntropyHalf{newEntryProducts(p.X, f.W, f.Ht, loss.entries), onW},
		ht: &correntropyHalf{newEntryProducts(p.X.Trans(), f.Ht, f.W, loss.entries), onH},
		objective: func() float64 {
			return fit.Sum(f.W, f.Ht, matrix.Loss{Of: loss.of}) + (onW.value(f.W)+onH.value(f.Ht))/2
		},
	}, nil
}

// correntropy is the loss s²(1 - exp(-e²/2s²)) of an entry.
type correntropy struct{ s float64 }

func (c correntropy) of(x, model float64) float64 {
	e := (x - model) / c.s
	return -c.s * c.s * math.Expm1(-e*e/2)
}

// entries are q·x and q·model.
func (c correntropy) entries(x, rise, fall []float64) {
	for j, v := range x {
		e := (v - rise[j]) / c.s
		q := math.Exp(-e * e / 2)
		fall[j] = q * rise[j]
		rise[j] = q * v
	}
}

// correntropyHalf updates one factor.
type correntropyHalf struct {
	*entryProducts
	penalty *penalty
}

func (h *correntropyHalf) step() {
	h.products()
	h.penalty.addTo(h.num, h.den, h.a)
	matrix.Update(h.a, h.num, h.den, tinyDenominator)
}
