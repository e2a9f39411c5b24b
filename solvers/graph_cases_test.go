package solvers_test

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/graph"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/solvertest"
)

// graphCases describes the methods that smooth over a graph on the samples.
func graphCases() []solvertest.Case {
	smooth := func(lambda float64, o graph.Options) solvertest.Case {
		return solvertest.Case{
			Objective: func(x *mat.Dense, f solvers.Factors) float64 {
				return squaredError(x, f) + lambda*roughness(x, f.Ht, o)
			},
			Exact: exactUnitBasis, Degree: 2, WScale: 1,
		}
	}
	plain := solvertest.Case{Objective: squaredError, Exact: exactUnitBasis, Degree: 2, WScale: 1, Masked: true}
	return []solvertest.Case{
		of(smooth(100, graph.Options{K: 2}), "gnmf", "neighbours=2"),
		of(smooth(0.5, graph.Options{K: 2, Weight: graph.Heat}), "gnmf", "neighbours=2", "lambda=0.5", "weights=heat", "order=w-first"),
		of(plain, "gnmf", "graph=none"),
		of(plain, "gnmf", "graph=none", "unit-basis=false"),
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
	s, err := graph.Nearest(matrix.FromDense(x), o)
	if err != nil {
		panic(err)
	}
	n, r := ht.Dims()
	var sum float64
	for i := range n {
		for j := range n {
			for k := range r {
				d := ht.At(i, k) - ht.At(j, k)
				sum += s.At(i, j) * d * d / 2
			}
		}
	}
	return sum
}
