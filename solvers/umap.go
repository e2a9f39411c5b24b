package solvers

import (
	"fmt"
	"math/rand/v2"

	"nmfrepro/solvers/internal/manifold"
)

// UMAP is uniform manifold approximation and projection (McInnes, Healy and Melville 2018), see [manifold.UMAP]. A step is an
// epoch, and the run is done after the last one; the graph and its eigenvectors are found by Start, which the clock of
// [Solve] does not see.
type UMAP struct {
	ManifoldMethod  `yaml:"-"`
	Neighbours      int     `yaml:"neighbours" min:"2" doc:"neighbours of a sample, itself included, ≥ 2 and cut to what there is; default 15 [umap-learn]"`
	MinDist         float64 `yaml:"min-dist" min:"0" doc:"distance up to which points count as equally close, 0 to spread; default 0.1 [umap-learn]"`
	Spread          float64 `yaml:"spread" above:"0" doc:"scale of the layout, > 0; default 1 [umap-learn]"`
	Epochs          int     `yaml:"epochs" min:"0" doc:"passes over the edges, ≥ 0; default 0 (500, or 200 for more than 10000 samples) [umap-learn]"`
	NegativeSamples int     `yaml:"negative-samples" min:"0" doc:"points that repel per edge that attracts, ≥ 0; default 5 [umap-learn]"`
	LearningRate    float64 `yaml:"learning-rate" above:"0" doc:"of the first epoch, falling to 0; > 0, default 1 [umap-learn]"`
}

func newUMAP() Solver {
	o := manifold.NewUMAP()
	return &UMAP{
		Neighbours: o.Neighbours, MinDist: o.MinDist, Spread: o.Spread,
		Epochs: o.Epochs, NegativeSamples: o.NegativeSamples, LearningRate: o.LearningRate,
	}
}

// Start implements Solver.
func (s *UMAP) Start(p Problem, f Factors, rng *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	if err := checkManifold("umap", s, p, f); err != nil {
		return nil, err
	}
	if err := checkStream("umap", rng); err != nil {
		return nil, err
	}
	layout, err := manifold.UMAP{
		Neighbours: s.Neighbours, MinDist: s.MinDist, Spread: s.Spread,
		Epochs: s.Epochs, NegativeSamples: s.NegativeSamples, LearningRate: s.LearningRate,
	}.Start(p.X, p.Rank, rng)
	if err != nil {
		return nil, fmt.Errorf("solvers: %w", err)
	}
	return &layoutRun{layout}, nil
}
