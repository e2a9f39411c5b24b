package solvers_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// With s far above every residual all weights are 1, and the rules those of GNMF.
func TestCGNMFWithoutOutliers(t *testing.T) {
	const m, n, r = 10, 14, 3
	rng := rand.New(rand.NewPCG(1, 2))
	x := matrix.FromDense(solvers.RandomFactor(m, n, rng))
	w, ht := solvers.RandomFactor(m, r, rng), solvers.RandomFactor(n, r, rng)
	var got [2]solvers.Factors
	for k, name := range []string{"gnmf", "cgnmf"} {
		s := newSolver(t, name)
		set := map[string]string{"lambda": "0.5", "neighbours": "2"}
		if name == "gnmf" {
			set["unit-basis"] = "false"
		} else {
			set["sigma"] = "1e7"
		}
		for option, text := range set {
			if err := solvers.SetOption(s, option, text); err != nil {
				t.Fatal(err)
			}
		}
		got[k] = solvers.Factors{W: mat.DenseCopyOf(w), Ht: mat.DenseCopyOf(ht)}
		run, err := s.Start(solvers.Problem{X: x, Rank: r}, got[k], rng)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			run.Step()
		}
	}
	near(t, "W", got[1].W, got[0].W)
	near(t, "Ht", got[1].Ht, got[0].Ht)
}

// An entry that is far off pulls NMF towards itself, and CGNMF not.
func TestCGNMFOutlier(t *testing.T) {
	const m, n, r = 10, 14, 2
	rng := rand.New(rand.NewPCG(5, 6))
	clean := times(solvers.RandomFactor(m, r, rng), solvers.RandomFactor(r, n, rng))
	x := mat.DenseCopyOf(clean)
	x.Set(3, 4, 20)
	f := solvers.Factors{W: solvers.RandomFactor(m, r, rng), Ht: solvers.RandomFactor(n, r, rng)}
	errors := map[string]float64{}
	for _, name := range []string{"nmf", "cgnmf"} {
		s := newSolver(t, name)
		if name == "cgnmf" {
			for option, text := range map[string]string{"graph": "none", "sigma": "0.5"} {
				if err := solvers.SetOption(s, option, text); err != nil {
					t.Fatal(err)
				}
			}
		}
		g := solvers.Factors{W: mat.DenseCopyOf(f.W), Ht: mat.DenseCopyOf(f.Ht)}
		run, err := s.Start(solvers.Problem{X: matrix.FromDense(x), Rank: r}, g, rng)
		if err != nil {
			t.Fatal(err)
		}
		for range 2000 {
			run.Step()
		}
		errors[name] = squaredError(clean, g)
	}
	if !(errors["cgnmf"] < 1e-3*errors["nmf"]) {
		t.Errorf("squared error from the clean data: %v for cgnmf, %v for nmf", errors["cgnmf"], errors["nmf"])
	}
}
