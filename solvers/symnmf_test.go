package solvers_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

func TestSymNMFGolden(t *testing.T) {
	for dir, options := range map[string][]string{
		"self_SymNMF_MU_beta0.5":  {"damping=0.5"},
		"self_SymNMF_MU_beta1":    {"damping=1"},
		"self_SymNMF_MU_cuberoot": {"damping=1", "power=0.3333333333333333"},
	} {
		for _, a := range affinities(t, dir) {
			t.Run(dir+"/"+fmt.Sprintf("%T", a), func(t *testing.T) {
				f := solvers.Factors{Ht: matrixtest.Golden(t, dir, "H0.csv")}
				s := configured(t, "symnmf", append(options, "input=kernel")...)
				result, trace, _ := traced(t, s, solvers.Problem{X: a, Rank: rankOf(f)}, f, 200)
				requireTrace(t, trace, matrixtest.Golden(t, dir, "obj.csv"))
				near(t, "Ht", result.Ht, matrixtest.Golden(t, dir, "H.csv"))
			})
		}
	}
}

func affinities(t *testing.T, dir string) []matrix.Matrix {
	a := matrixtest.Golden(t, dir, "A.csv")
	return []matrix.Matrix{matrix.FromDense(a), matrixtest.Sparse(t, a)}
}

// An affinity made from the data is the one that a user can give; and a start of U(0,1) is scaled to the affinity.
func TestSymNMFFromData(t *testing.T) {
	x := matrix.FromDense(matrixtest.Golden(t, "SymNMF_affinity", "X.csv"))
	tuned, err := graph.SelfTuning(x, 6)
	if err != nil {
		t.Fatal(err)
	}
	linear := mat.NewDense(20, 20, nil)
	linear.Mul(x.Raw().T(), x.Raw())
	for option, a := range map[string]matrix.Matrix{"neighbours=6": tuned, "affinity=linear": matrix.FromDense(linear)} {
		final := func(x matrix.Matrix, option string) (*mat.Dense, float64) {
			f := solvers.Factors{Ht: solvers.RandomFactor(20, 4, rand.New(rand.NewPCG(4, 20)))}
			_, trace, _ := traced(t, configured(t, "symnmf", option, "scale-start=true"), solvers.Problem{X: x, Rank: 4}, f, 20)
			return f.Ht, trace[0]
		}
		got, first := final(x, option)
		want, other := final(a, "input=kernel")
		if !mat.EqualApprox(got, want, 1e-9) || math.Abs(first-other) > 1e-9*first {
			t.Errorf("%s: data and their affinity part", option)
		}
		if square := mat.Norm(a, 2); first > 4*square*square {
			t.Errorf("%s: a scaled start has objective %v, the affinity %v", option, first, square*square)
		}
	}
}

// Free entries at 0, an affinity of zeros, one sample.
func TestSymNMFDegenerate(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for what, a := range map[string]*mat.Dense{
		"zeros": mat.NewDense(5, 5, nil), "one": mat.NewDense(1, 1, []float64{2}),
		"negative definite part": mat.NewDense(2, 2, []float64{0, 1, 1, 0}),
	} {
		n, _ := a.Dims()
		f := solvers.Factors{Ht: solvers.RandomFactor(n, 2, rng)}
		f.Ht.Set(0, 0, 0)
		_, trace, _ := traced(t, configured(t, "symnmf", "input=kernel"), solvers.Problem{X: matrix.FromDense(a), Rank: 2}, f, 250)
		if last := trace[len(trace)-1]; !(last <= trace[0]) || math.IsNaN(mat.Sum(f.Ht)) {
			t.Errorf("%s: objective from %v to %v", what, trace[0], last)
		}
	}
}
