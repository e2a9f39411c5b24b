package solvers

import (
	"math/rand/v2"

	"nmfrepro/solvers/internal/manifold"
)

// LLE is locally linear embedding (Roweis and Saul 2000) as scikit-learn has it, see [manifold.LLE]. Start does all of it:
// the clock of [Solve] sees nothing.
type LLE struct {
	ManifoldMethod `yaml:"-"`
	Neighbours     int     `yaml:"neighbours" min:"1" doc:"neighbours of a sample, itself not included, ≥ 1 and cut to what there is; default 5 [scikit-learn]"`
	Reg            float64 `yaml:"reg" above:"0" doc:"share of its trace that is added to the Gram matrix of the neighbours, > 0; default 1e-3 [scikit-learn]"`
}

func newLLE() Solver {
	o := manifold.NewLLE()
	return &LLE{Neighbours: o.Neighbours, Reg: o.Reg}
}

// Start implements Solver.
func (s *LLE) Start(p Problem, f Factors, rng *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	return startEmbedding("lle", s, p, f, func() (manifold.Embedding, error) {
		return manifold.LLE{Neighbours: s.Neighbours, Reg: s.Reg}.Embed(p.X, p.Rank, rng)
	})
}
