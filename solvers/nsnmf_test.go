package solvers_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

func transposedCSV(t *testing.T, dir, file string) *mat.Dense {
	t.Helper()
	return mat.DenseCopyOf(matrixtest.Golden(t, dir, file).T())
}

// The similarity of the golden run is the one that we make of its samples.
func TestNSNMFGolden(t *testing.T) {
	const dir = "self_NSNMF_pow0.25"
	x := matrixtest.Golden(t, dir, "X.csv")
	for _, data := range []matrix.Matrix{matrix.FromDense(x), matrixtest.Sparse(t, x)} {
		f := solvers.Factors{W: matrixtest.Golden(t, dir, "W0.csv"), Ht: transposedCSV(t, dir, "H0.csv")}
		result, trace, _ := traced(t, configured(t, "nsnmf"), solvers.Problem{X: data, Rank: rankOf(f)}, f, 200)
		requireTrace(t, trace, matrixtest.Golden(t, dir, "obj.csv"))
		near(t, "W", result.W, matrixtest.Golden(t, dir, "W.csv"))
		near(t, "Ht", result.Ht, transposedCSV(t, dir, "H.csv"))
	}
}

// Equal samples have a tree of length 0, whose edges weigh 1 whatever the width: heat and binary are one.
func TestNSNMFEqualSamples(t *testing.T) {
	x := matrix.NewDense(2, 4, []float64{1, 1, 1, 1, 2, 2, 2, 2})
	last := func(options ...string) float64 {
		rng := rand.New(rand.NewPCG(1, 1))
		f := solvers.Factors{W: solvers.RandomFactor(2, 1, rng), Ht: solvers.RandomFactor(4, 1, rng)}
		_, trace, _ := traced(t, configured(t, "nsnmf", options...), solvers.Problem{X: x, Rank: 1}, f, 50)
		return trace[50]
	}
	if heat, binary := last(), last("weights=binary"); heat != binary || math.IsNaN(heat) {
		t.Errorf("objective %v with heat weights, %v with binary ones", heat, binary)
	}
}
