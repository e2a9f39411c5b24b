package solvers_test

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
)

// How many of graphCases are excused from descent, from a stationary limit and from scaling.
const graphRising, graphElsewhere, graphUnscaled = 1, 2, 2

// graphCases describes the methods that smooth over a graph on the samples.
func graphCases() []Case {
	const (
		linear   = "the system takes the logarithms of the penalty for their linear part"
		passes   = "the passes of a step do not reach the best plan"
		absolute = "H does not grow with X, and so the penalty does not"
	)
	smooth := func(lambda float64, o graph.Options) Case {
		return Case{
			Objective: func(x *mat.Dense, f solvers.Factors) float64 {
				return squaredError(x, f) + lambda*roughness(x, f.Ht, o)
			},
			Exact: exactUnitBasis, Scaling: Scaling{Degree: 2, WScale: 1},
		}
	}
	smoothKL := func(lambda float64, o graph.Options) Case {
		return Case{
			Objective: func(x *mat.Dense, f solvers.Factors) float64 {
				return divergence(x, f) + lambda*symmetricDivergence(x, f.Ht, o)
			},
			Exact: exactUnitBasis, Scaling: Scaling{Degree: 1, WScale: 1}, Excuses: Excuses{Rises: linear, Limit: linear},
		}
	}
	unscaled := func(c Case) Case { c.Unscaled = absolute; return c }
	plain := Case{Objective: squaredError, Exact: exactUnitBasis, Scaling: Scaling{Degree: 2, WScale: 1}, Accepts: Accepts{Masked: true}}
	symmetric := Case{Objective: symmetricError, Exact: exactSymmetric, Scaling: Scaling{Degree: 4}, Accepts: Accepts{Affinity: true}}
	structured := Case{
		Objective: structuredError(2, 0.001), Exact: exactPairs, Scaling: Scaling{Degree: 2, WScale: 1}, Excuses: Excuses{Unscaled: absolute},
	}
	transport := Case{
		Objective: transportCost(1, graph.Options{K: 2}), Exact: exactHistograms, Scaling: Scaling{Least: leastTransport}, Excuses: Excuses{Limit: passes},
	}
	plainKL := plain
	plainKL.Objective, plainKL.Degree, plainKL.Masked = divergence, 1, false
	return []Case{
		of(smooth(100, graph.Options{K: 2}), "gnmf", "neighbours=2"),
		of(smooth(0.5, graph.Options{K: 2, Weight: graph.Heat}), "gnmf", "neighbours=2", "lambda=0.5", "weights=heat", "order=w-first"),
		of(plain, "gnmf", "graph=none"),
		of(plain, "gnmf", "graph=none", "unit-basis=false"),
		of(unscaled(smooth(100, graph.Options{K: 2})), "gnmf-cw", "neighbours=2"),
		of(plain, "gnmf-cw", "graph=none"),
		of(smoothKL(1, graph.Options{K: 2}), "gnmf-kl", "neighbours=2", "lambda=1"),
		of(plainKL, "gnmf-kl", "graph=none"),
		of(structured, "nsnmf", "alpha=2", "gamma=0", "width=0.001"),
		of(transport, "sdnmf", "neighbours=2", "alpha=1", "passes=4"),
		of(symmetric, "symnmf", "affinity=linear", "scale-start=true"),
		of(symmetric, "symnmf", "affinity=linear", "scale-start=true", "damping=1", "power=0.3333333333333333"),
	}
}

// exactUnitBasis is ExactPair with unit columns of W and equal coefficients within a cluster, whose samples are equal: a
// graph of nearest neighbours joins nothing else.
func exactUnitBasis(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
	x, f := ExactPair(rng)
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

// symmetricError is ‖XᵀX - HᵀH‖².
func symmetricError(x *mat.Dense, f solvers.Factors) float64 {
	var a mat.Dense
	a.Mul(x.T(), x)
	return squaredError(&a, solvers.Factors{W: f.Ht, Ht: f.Ht})
}

// exactSymmetric has orthonormal columns Q with X = c·Q·Uᵀ, U = Ht/c, so that XᵀX = c²·U·Uᵀ; c is such that the mean of XᵀX is
// rank/4, at which scale-start changes nothing.
func exactSymmetric(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
	_, f := ExactBasis(rng)
	_, g := ExactPair(rng)
	n, rank := g.Ht.Dims()
	var a, x mat.Dense
	a.Mul(g.Ht, g.Ht.T())
	c := math.Sqrt(float64(rank*n*n) / 4 / mat.Sum(&a))
	g.Ht.Scale(c, g.Ht)
	x.Mul(f.W, g.Ht.T())
	return &x, solvers.Factors{Ht: g.Ht}
}

// structuredError is ‖S - HᵀH‖² + alpha·‖X - WH‖² for the similarity S of heat weights along the spanning tree.
func structuredError(alpha, width float64) func(x *mat.Dense, f solvers.Factors) float64 {
	return func(x *mat.Dense, f solvers.Factors) float64 {
		edges, err := graph.SpanningTree(matrix.FromDense(x))
		if err != nil {
			panic(err)
		}
		_, n := x.Dims()
		s := mat.NewDense(n, n, nil)
		for i := range n {
			s.Set(i, i, 1)
		}
		for _, e := range edges {
			weight := math.Exp(-e.Weight * e.Weight / (2 * width * width))
			s.Set(e.I, e.J, weight)
			s.Set(e.J, e.I, weight)
		}
		return squaredError(s, solvers.Factors{W: f.Ht, Ht: f.Ht}) + alpha*squaredError(x, f)
	}
}

// exactPairs has three pairs of equal samples, far from each other, with H the indicators of the pairs.
func exactPairs(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
	f := solvers.Factors{W: solvers.RandomFactor(12, 3, rng), Ht: mat.NewDense(6, 3, nil)}
	for i := range 6 {
		f.Ht.Set(i, i%3, 1)
	}
	var x mat.Dense
	x.Mul(f.W, f.Ht.T())
	return &x, f
}

// transportCost is the objective of SDNMF at its default options, but for alpha, the graph and 4 passes.
func transportCost(alpha float64, o graph.Options) func(x *mat.Dense, f solvers.Factors) float64 {
	return func(x *mat.Dense, f solvers.Factors) float64 {
		y := mat.DenseCopyOf(x)
		_, n := x.Dims()
		for j := range n {
			if sum := mat.Sum(x.ColView(j)); sum > 0 {
				column := y.ColView(j).(*mat.VecDense)
				column.ScaleVec(1/sum, column)
			}
		}
		_, cost := sinkhornByDefinition(y, f.W, f.Ht, 0, 100, 10, 1, 4)
		return cost + alpha*10/2*roughness(y, f.Ht, o)
	}
}

// exactHistograms has uniform histograms, at no distance from each other, and uniform factors of the size at which the plan
// transports what the model holds: entropy keeps that from being the size of X.
func exactHistograms(*rand.Rand) (*mat.Dense, solvers.Factors) {
	const m, n, r = 12, 9, 3
	fill := func(p, q int, v float64) *mat.Dense {
		a := mat.NewDense(p, q, nil)
		a.Apply(func(_, _ int, _ float64) float64 { return v }, a)
		return a
	}
	x, f := fill(m, n, 1), solvers.Factors{W: fill(m, r, 1.0/m), Ht: fill(n, r, 1.0/r)}
	histograms := fill(m, n, 1.0/m)
	for range 30 {
		ratio, _ := sinkhornByDefinition(histograms, f.W, f.Ht, 0, 100, 10, 1, 4)
		f.Ht.Scale(ratio.At(0, 0), f.Ht)
	}
	return x, f
}

func leastTransport(x *mat.Dense) float64 {
	y, f := exactHistograms(nil)
	if !mat.Equal(x, y) {
		panic("the least value is known for uniform histograms only")
	}
	return transportCost(0, graph.Options{K: 2})(x, f)
}
