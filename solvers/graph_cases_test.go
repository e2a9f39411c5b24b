package solvers_test

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/graph"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/solvertest"
)

// graphCases describes the methods that smooth over a graph on the samples.
func graphCases() []solvertest.Case {
	const (
		linear   = "the system takes the logarithms of the penalty for their linear part"
		absolute = "H does not grow with X, and so the penalty does not"
	)
	smooth := func(lambda float64, o graph.Options) solvertest.Case {
		return solvertest.Case{
			Objective: func(x *mat.Dense, f solvers.Factors) float64 {
				return squaredError(x, f) + lambda*roughness(x, f.Ht, o)
			},
			Exact: exactUnitBasis, Degree: 2, WScale: 1,
		}
	}
	smoothKL := func(lambda float64, o graph.Options) solvertest.Case {
		return solvertest.Case{
			Objective: func(x *mat.Dense, f solvers.Factors) float64 {
				return divergence(x, f) + lambda*symmetricDivergence(x, f.Ht, o)
			},
			Exact: exactUnitBasis, Degree: 1, WScale: 1, Rises: linear, Limit: linear,
		}
	}
	unscaled := func(c solvertest.Case) solvertest.Case { c.Unscaled = absolute; return c }
	plain := solvertest.Case{Objective: squaredError, Exact: exactUnitBasis, Degree: 2, WScale: 1, Masked: true}
	plainKL := plain
	plainKL.Objective, plainKL.Degree, plainKL.Masked = divergence, 1, false
	return []solvertest.Case{
		of(smooth(100, graph.Options{K: 2}), "gnmf", "neighbours=2"),
		of(smooth(0.5, graph.Options{K: 2, Weight: graph.Heat}), "gnmf", "neighbours=2", "lambda=0.5", "weights=heat", "order=w-first"),
		of(plain, "gnmf", "graph=none"),
		of(plain, "gnmf", "graph=none", "unit-basis=false"),
		of(unscaled(smooth(100, graph.Options{K: 2})), "gnmf-cw", "neighbours=2"),
		of(plain, "gnmf-cw", "graph=none"),
		of(smoothKL(1, graph.Options{K: 2}), "gnmf-kl", "neighbours=2", "lambda=1"),
		of(plainKL, "gnmf-kl", "graph=none"),
	}
}

// exactUnitBasis is ExactPair with unit columns of W and equal coefficients within a cluster, whose samples are equal: a
// graph of nearest neighbours joins nothing else.
func exactUnitBasis(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
	x, f := solvertest.ExactPair(rng)
	res := solvers.Normalise(solvers.Factorisation(f), solvers.NormaliseWL2)
	return x, solvers.Factors{W: res.W, Ht: res.Ht}
}

// roughness is ½ Σ_ij S_ij ‖h_i - h_j‖² over the graph of nearest neighbours in x.
func roughness(x, ht *mat.Dense, o graph.Options) float64 {
	return overPairs(x, ht, o, func(a, b float64) float64 { return (a - b) * (a - b) })
}

// symmetricDivergence is ½ Σ_ij S_ij (D(h_i‖h_j) + D(h_j‖h_i)).
func symmetricDivergence(x, ht *mat.Dense, o graph.Options) float64 {
	return overPairs(x, ht, o, func(a, b float64) float64 {
		if a == b {
			return 0
		}
		return (a - b) * math.Log(max(a, 1e-150)/max(b, 1e-150)) // the floor of the solver
	})
}

func overPairs(x, ht *mat.Dense, o graph.Options, pair func(a, b float64) float64) float64 {
	s, err := graph.Nearest(matrix.FromDense(x), o)
	if err != nil {
		panic(err)
	}
	n, r := ht.Dims()
	var sum float64
	for i := range n {
		for j := range n {
			for k := range r {
				sum += s.At(i, j) * pair(ht.At(i, k), ht.At(j, k)) / 2
			}
		}
	}
	return sum
}
