package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// GNMFKL is graph regularised NMF for the Kullback-Leibler divergence (Cai, He, Han and Huang, IEEE TPAMI 33(8), 2011,
// section 3.3): minimise
//
//	D(X‖WH) + (λ/2) Σ_jl S_jl (D(h_j‖h_l) + D(h_l‖h_j))
//
// over the columns h of H, S the weights of a graph on the samples with Laplacian L. Row k of H is the solution of
//
//	(Σ_i w_ik·I + λL)·h_k = y_k,   y_jk = h_kj·Σ_i w_ik·x_ij/(WH)_ij    (19)
//
// with all y from the old H, and W ← W .* ((X./(WH))Hᵀ) ./ (1Hᵀ). The system takes log(h_j/h_l) for its linear part, so that a
// step may raise the objective and the limit is near a stationary point, not at one.
//
// Differs from the authors' GNMF_KL.m: WH in the ratio and sums are floored at tinyDenominator instead of 1e-10; the
// systems are solved by conjugate gradients to the last digit. Masks are refused: Σ_i w_ik would differ from sample to
// sample, and the paper has no such form.
// Cost per step: that of [NMFKL] and about 2·nnz(S)·r for each of some 50 iterations of the solver.
type GNMFKL struct {
	TwoFactors   `yaml:"-"`
	Lambda       float64 `yaml:"lambda" min:"0" doc:"weight λ of the graph penalty, ≥ 0; default 100 [Cai 2011, section 5.2]"`
	Order        Order   `yaml:"order" doc:"which factor is updated first: h-first (default) [GNMF_KL.m] or w-first"`
	GraphOptions `yaml:",inline"`
	CaiOptions   `yaml:",inline"`
}

func newGNMFKL() Solver {
	s := &GNMFKL{Lambda: 100, Order: HFirst, GraphOptions: newGraphOptions(), CaiOptions: newCai()}
	s.StartIterations = 10
	return s
}

// Start implements Solver.
func (s *GNMFKL) Start(p Problem, f Factors, rng *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("gnmf-kl", s, p, f); err != nil {
		return nil, err
	}
	graphs, err := s.build("gnmf-kl", p)
	if err != nil {
		return nil, err
	}
	if graphs.FeatureGraph != nil {
		return nil, fmt.Errorf("solvers: gnmf-kl: graph on the features, want one on the samples only: %w", ErrUnsupported)
	}
	fit := matrix.NewEntrywise(p.X)
	smooth := newPenalty(s.Lambda, graphs.SampleGraph, p.Rank)
	_, n := p.X.Dims()
	run := &caiRun{options: s.CaiOptions, alternatingRun: alternatingRun{
		f:     f,
		w:     newKLHalf(p.X, f.W, f.Ht),
		ht:    &smoothKLHalf{newKLHalf(p.X.Trans(), f.Ht, f.W), newLaplacianSolver(smooth, n, p.Rank)},
		order: s.Order,
		objective: func() float64 {
			return fit.Sum(f.W, f.Ht, flooredKL) + smooth.divergence(f.Ht)
		},
	}}
	return run, run.start(p, rng)
}

// smoothKLHalf is the linear solve that replaces the division of a KL update.
type smoothKLHalf struct {
	*klHalf
	solver *laplacianSolver
}

func (h *smoothKLHalf) step() {
	h.ratio.RatioMulTo(h.num, h.a, h.b, tinyDenominator)
	matrix.SumRows(h.sum, h.b)
	p, _ := h.a.Dims()
	for i := range p {
		y := h.num.RawRowView(i)
		for k, v := range h.a.RawRowView(i) {
			y[k] *= v
		}
	}
	h.solver.solve(h.a, h.num, h.sum)
}

// divergence returns lambda·Σ S_jl (a_j - a_l)·log(a_j/a_l) over the edges of the graph. Of an entry that is 0 the logarithm is
// that of tinyDenominator.
func (p *penalty) divergence(a *mat.Dense) float64 {
	if p.s == nil {
		return 0
	}
	var sum float64
	for i := range p.degrees {
		cols, vals := p.s.Row(i, nil)
		for e, j := range cols {
			if j := int(j); j > i {
				sum += vals[e] * symmetricDivergence(a.RawRowView(i), a.RawRowView(j))
			}
		}
	}
	return p.lambda * sum
}

func symmetricDivergence(x, y []float64) (sum float64) {
	for k, v := range x {
		if u := y[k]; u != v {
			sum += (v - u) * math.Log(max(v, tinyDenominator)/max(u, tinyDenominator))
		}
	}
	return sum
}

func (*GNMFKL) projection() ProjectionRule { return divergence(sizePenalty{}, noGraph) }
