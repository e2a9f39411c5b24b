package solvers

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
)

// GNMFCW is the component-wise form of graph regularised NMF that the RPR-NMF authors run on ratings (their GNMF_euc.m, the
// conversion of constraints to weights by their Algorithm 3): minimise ‖X - WH‖² + λ·tr(Wᵀ·L_W·W) + λ·tr(H·L_H·Hᵀ) over graphs on
// the features, the samples or both, by the sweeps of [NMFCW] with
//
//	W_:c ← W_:c .* (X·H_c:ᵀ + λ·S_W·W_:c) ./ (W·H·H_c:ᵀ + λ·D_W·W_:c)
//
// and H_c: likewise. With a mask, X and WH count at the known entries only.
// Cost per step: that of [NMFCW] and 2·nnz(S)·r.
type GNMFCW struct {
	TwoFactors   `yaml:"-"`
	Lambda       float64         `yaml:"lambda" min:"0" doc:"weight λ of the graph penalties, ≥ 0; default 100 [GNMF_euc.m]"`
	Guards       ComponentGuards `yaml:",inline"`
	GraphOptions `yaml:",inline"`
}

func newGNMFCW() Solver {
	return &GNMFCW{Lambda: 100, GraphOptions: newGraphOptions()}
}

func (*GNMFCW) carriesScale() Side { return SideH }

// Start implements Solver.
func (s *GNMFCW) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("gnmf-cw", s, p, f); err != nil {
		return nil, err
	}
	graphs, err := s.build("gnmf-cw", p)
	if err != nil {
		return nil, err
	}
	run := newFrobeniusComponents(p.X, f, s.Guards, nil, nil)
	for k, on := range [...]*matrix.CSR{sideW: graphs.FeatureGraph, sideH: graphs.SampleGraph} {
		if on != nil && s.Lambda > 0 {
			run.sides[k].penalty = &componentGraph{lambda: s.Lambda, s: on, degrees: graph.Degrees(on), factor: run.sides[k].factor}
		}
	}
	return run, nil
}

// componentGraph is a graph penalty on one factor.
type componentGraph struct {
	lambda  float64
	s       *matrix.CSR
	degrees []float64
	factor  *mat.Dense
}

func (p *componentGraph) sweep() {}

func (p *componentGraph) add(_ int, x, num, den []float64) {
	for i, d := range p.degrees {
		cols, vals := p.s.Row(i, nil)
		var sum float64
		for e, j := range cols {
			sum += vals[e] * x[j]
		}
		num[i] += p.lambda * sum
		den[i] += p.lambda * d * x[i]
	}
}

func (p *componentGraph) moved(int, []float64, []float64) {}

func (p *componentGraph) value() float64 { return p.lambda * graph.Roughness(p.s, p.factor) }

func (*GNMFCW) projection() ProjectionRule { return leastSquares(sizePenalty{}, noGraph) }

// noGraph is for methods with a graph on the samples.
const noGraph = "no graph joins new samples"
