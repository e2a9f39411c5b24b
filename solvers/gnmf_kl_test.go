package solvers_test

import (
	"errors"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// GNMF_KL.m after 60 iterations, and where it ends by itself.
func TestGNMFKLGolden(t *testing.T) {
	for dir, lambda := range map[string]string{"GNMF_KL_alpha0": "lambda=0", "GNMF_KL_alpha1": "lambda=1"} {
		x := matrixtest.Golden(t, dir, "X.csv")
		for storage, data := range map[string]matrix.Matrix{"dense": matrix.FromDense(x), "sparse": matrixtest.Sparse(t, x)} {
			t.Run(dir+"/"+storage, func(t *testing.T) {
				start := func() solvers.Factors {
					return solvers.Factors{W: matrixtest.Golden(t, dir, "U0.csv"), Ht: matrixtest.Golden(t, dir, "V0.csv")}
				}
				p := solvers.Problem{X: data, Rank: 4}
				result, _, _ := traced(t, configured(t, "gnmf-kl", lambda), p, start(), 60)
				near(t, "W", result.W, matrixtest.Golden(t, dir, "U.csv"))
				near(t, "Ht", result.Ht, matrixtest.Golden(t, dir, "V.csv"))

				result, trace, status := traced(t, configured(t, "gnmf-kl", lambda, "smoothed-tol=1e-5"), p, start(), 1000)
				if want := matrixtest.Golden(t, dir, "nIter_autostop.csv").At(0, 0); status != solvers.Converged || float64(len(trace)-1) != want {
					t.Errorf("%v after %d iterations, want converged after %v", status, len(trace)-1, want)
				}
				requireTrace(t, trace, matrixtest.Golden(t, dir, "obj_autostop.csv"))
				near(t, "W", result.W, matrixtest.Golden(t, dir, "U_autostop.csv"))
				near(t, "Ht", result.Ht, matrixtest.Golden(t, dir, "V_autostop.csv"))
			})
		}
	}
}

func TestGNMFKLRefusesMasks(t *testing.T) {
	x := matrixtest.Golden(t, "GNMF_KL_alpha1", "X.csv")
	f := solvers.Factors{W: mat.NewDense(12, 4, nil), Ht: mat.NewDense(20, 4, nil)}
	p := solvers.Problem{X: maskedOf(t, x, x), Rank: 4}
	if _, err := configured(t, "gnmf-kl", "graph=none").Start(p, f, nil); !errors.Is(err, solvers.ErrUnsupported) {
		t.Errorf("got error %v, want ErrUnsupported", err)
	}
}
