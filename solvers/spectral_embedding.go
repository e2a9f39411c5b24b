package solvers

import (
	"math/rand/v2"

	"nmfrepro/solvers/internal/manifold"
)

// SpectralEmbedding is Laplacian eigenmaps (Belkin and Niyogi 2003) on the graph of nearest neighbours as scikit-learn has
// it, see [manifold.Spectral]. Start does all of it: the clock of [Solve] sees nothing.
type SpectralEmbedding struct {
	ManifoldMethod `yaml:"-"`
	Neighbours     int `yaml:"neighbours" min:"0" doc:"neighbours of a sample, itself included, ≥ 2 and cut to what there is; default 0 (a tenth of the samples) [scikit-learn]"`
}

func newSpectralEmbedding() Solver { return &SpectralEmbedding{} }

// Start implements Solver.
func (s *SpectralEmbedding) Start(p Problem, f Factors, rng *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	return startEmbedding("spectral-embedding", s, p, f, func() (manifold.Embedding, error) {
		return manifold.Spectral{Neighbours: s.Neighbours}.Embed(p.X, p.Rank, rng)
	})
}
