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

// symnmf_anls.m with a penalty and without, where it balances the factors.
func TestSymNMFANLSGolden(t *testing.T) {
	for dir, options := range map[string][]string{"SymNMF_anls_alpha-1": nil, "SymNMF_anls_alpha0": {"alpha=0"}} {
		for _, a := range affinities(t, dir) {
			t.Run(dir+"/"+fmt.Sprintf("%T", a), func(t *testing.T) {
				f := solvers.Factors{W: mat.NewDense(20, 4, nil), Ht: matrixtest.Golden(t, dir, "Hinit.csv")}
				s := configured(t, "symnmf-anls", append(options, "input=kernel", "tol=1e-6")...)
				result, _, status := traced(t, s, solvers.Problem{X: a, Rank: rankOf(f)}, f, 500)
				near(t, "Ht", result.Ht, matrixtest.Golden(t, dir, "H.csv"))
				fit := matrix.NewEntrywise(a).Sum(result.W, result.Ht, matrix.Squared)
				if want := matrixtest.Golden(t, dir, "obj.csv").At(0, 0); math.Abs(fit-want) > 1e-9*want {
					t.Errorf("squared error %.17g, want %.17g; %v", fit, want, status)
				}
			})
		}
	}
}

// symnmf_newton.m: the objective after each of 30 iterations, H after 10 and 200.
func TestSymNMFNewtonGolden(t *testing.T) {
	const dir = "SymNMF_newton"
	for _, a := range affinities(t, dir) {
		t.Run(fmt.Sprintf("%T", a), func(t *testing.T) {
			f := solvers.Factors{Ht: matrixtest.Golden(t, dir, "Hinit.csv")}
			s := configured(t, "symnmf-newton", "input=kernel")
			p := solvers.Problem{X: a, Rank: rankOf(f)}
			result, _, _ := traced(t, s, p, solvers.Factors{Ht: mat.DenseCopyOf(f.Ht)}, 10)
			near(t, "Ht after 10", result.Ht, matrixtest.Golden(t, dir, "H_10iters.csv"))
			result, trace, _ := traced(t, s, p, f, 200)
			requireTrace(t, trace[1:31], matrixtest.Golden(t, dir, "obj_after_t_iters.csv"))
			near(t, "Ht after 200", result.Ht, matrixtest.Golden(t, dir, "H.csv"))
		})
	}
}

// symnmf_cluster.m from data: affinity, 66 iterations of ANLS until the projected gradient is below 1e-6, clusters by the largest coefficient.
func TestSymNMFCluster(t *testing.T) {
	const dir = "SymNMF_affinity"
	f := solvers.Factors{W: mat.NewDense(20, 4, nil), Ht: matrixtest.Golden(t, "SymNMF_newton", "Hinit.csv")}
	p := solvers.Problem{X: matrix.FromDense(matrixtest.Golden(t, dir, "X.csv")), Rank: 4}
	result, trace, status := traced(t, configured(t, "symnmf-anls", "tol=1e-6"), p, f, 10000)
	if status != solvers.Converged || len(trace)-1 != 66 {
		t.Errorf("%v after %d iterations, want converged after 66", status, len(trace)-1)
	}
	near(t, "Ht", result.Ht, matrixtest.Golden(t, dir, "H_anls_from_U0.csv"))
	clusters := matrixtest.Golden(t, dir, "assign.csv")
	for i := range 20 {
		largest := 0
		for k, v := range result.Ht.RawRowView(i) {
			if v > result.Ht.At(i, largest) {
				largest = k
			}
		}
		if want := int(clusters.At(i, 0)) - 1; largest != want {
			t.Errorf("sample %d is in cluster %d, want %d", i+1, largest, want)
		}
	}
}

// An affinity made from the data is the one that a user can give, for all three algorithms; and a start of U(0,1) is scaled
// to the affinity.
func TestSymNMFFromData(t *testing.T) {
	x := matrix.FromDense(matrixtest.Golden(t, "SymNMF_affinity", "X.csv"))
	tuned, err := graph.SelfTuning(x, 6)
	if err != nil {
		t.Fatal(err)
	}
	linear := mat.NewDense(20, 20, nil)
	linear.Mul(x.Raw().T(), x.Raw())
	for _, name := range []string{"symnmf", "symnmf-anls", "symnmf-newton"} {
		for option, a := range map[string]matrix.Matrix{"neighbours=6": tuned, "affinity=linear": matrix.FromDense(linear)} {
			final := func(x matrix.Matrix, option string) (*mat.Dense, float64) {
				start := matrixtest.Golden(t, "SymNMF_newton", "Hinit.csv")
				f := solvers.Factors{W: mat.NewDense(20, 4, nil), Ht: start}
				_, trace, _ := traced(t, configured(t, name, option, "scale-start=true"), solvers.Problem{X: x, Rank: 4}, f, 20)
				return f.Ht, trace[0]
			}
			got, first := final(x, option)
			want, other := final(a, "input=kernel")
			if !mat.EqualApprox(got, want, 1e-9) || math.Abs(first-other) > 1e-9*first {
				t.Errorf("%s, %s: data and their affinity part", name, option)
			}
			if square := mat.Norm(a, 2); first > 4*square*square {
				t.Errorf("%s, %s: a scaled start has objective %v, the affinity %v", name, option, first, square*square)
			}
		}
	}
}

// Free entries at 0, an affinity of zeros, one sample.
func TestSymNMFDegenerate(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, name := range []string{"symnmf", "symnmf-anls", "symnmf-newton"} {
		for what, a := range map[string]*mat.Dense{
			"zeros": mat.NewDense(5, 5, nil), "one": mat.NewDense(1, 1, []float64{2}),
			"negative definite part": mat.NewDense(2, 2, []float64{0, 1, 1, 0}),
		} {
			n, _ := a.Dims()
			f := solvers.Factors{W: mat.NewDense(n, 2, nil), Ht: solvers.RandomFactor(n, 2, rng)}
			f.Ht.Set(0, 0, 0)
			_, trace, _ := traced(t, configured(t, name, "input=kernel"), solvers.Problem{X: matrix.FromDense(a), Rank: 2}, f, 250)
			if last := trace[len(trace)-1]; !(last <= trace[0]) || math.IsNaN(mat.Sum(f.Ht)) {
				t.Errorf("%s, %s: objective from %v to %v", name, what, trace[0], last)
			}
		}
	}
}
