package solvers_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// GNMFtest.m on the basis of a GNMF run.
func TestApplyGNMFtest(t *testing.T) {
	x, w := matrixtest.Golden(t, "GNMFtest", "X.csv"), matrixtest.Golden(t, "GNMFtest", "U.csv")
	for _, data := range []matrix.Matrix{matrix.FromDense(x), matrixtest.Sparse(t, x)} {
		ht, how, err := solvers.Apply("gnmf", configured(t, "gnmf"), data, w)
		if err != nil || how != solvers.ProjectClipped {
			t.Fatalf("%v, %v", how, err)
		}
		near(t, "V", ht, matrixtest.Golden(t, "GNMFtest", "V.csv"))
	}
	equal := mat.DenseCopyOf(w)
	equal.SetCol(1, mat.Col(nil, 0, w))
	if _, _, err := solvers.Apply("gnmf", configured(t, "gnmf"), matrix.FromDense(x), equal); err == nil || !strings.Contains(err.Error(), "depend") {
		t.Errorf("equal columns: got error %v", err)
	}
}

// A projective method gives the coefficients that its run ended with; an exact model gives its own to every method that
// solves for them, unknown entries or not.
func TestApply(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	w, ht := solvers.RandomFactor(12, 3, rng), solvers.RandomFactor(9, 3, rng)
	var x mat.Dense
	x.Mul(w, ht.T())
	data := matrix.FromDense(&x)

	f := solvers.Factors{W: solvers.RandomFactor(12, 3, rng)}
	result, _, _ := traced(t, configured(t, "pnmf"), solvers.Problem{X: data, Rank: 3}, f, 20)
	got, how, err := solvers.Apply("pnmf", configured(t, "pnmf"), data, result.W)
	if err != nil || how != solvers.ProjectLinear || !mat.EqualApprox(got, result.Ht, 1e-12) {
		t.Errorf("pnmf: %v, %v, or other coefficients than those of the run", how, err)
	}

	known := mat.NewDense(12, 9, nil)
	known.Apply(func(_, _ int, _ float64) float64 { return math.Round(0.2 + 0.8*rng.Float64()) }, known)
	for _, name := range []string{"nmf", "nmf-kl", "convex-nmf", "pnmf,on=samples", "semi-nkpca"} {
		name, option, set := strings.Cut(name, ",")
		var options []string
		if set {
			options = []string{option}
		}
		for _, data := range []matrix.Matrix{data, maskedOf(t, &x, known)} {
			got, how, err := solvers.Apply(name, configured(t, name, options...), data, w)
			if err != nil || how != solvers.ProjectNNLS || !mat.EqualApprox(got, ht, 1e-8) {
				t.Errorf("%s: %v, %v, or other coefficients than those of the exact model", name, how, err)
			}
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	x, w := mat.NewDense(4, 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}), mat.NewDense(4, 2, []float64{1, 0, 0, 1, 1, 0, 0, 1})
	broken := mat.DenseCopyOf(w)
	broken.Set(2, 1, math.NaN())
	for want, c := range map[string]struct {
		solver string
		x      matrix.Matrix
		basis  *mat.Dense
	}{
		"want a row for every feature":     {"nmf", matrix.FromDense(x), mat.NewDense(3, 2, nil)},
		"basis has NaN at row 3, column 2": {"nmf", matrix.FromDense(x), broken},
		"X has NaN at row 3, column 2":     {"nmf", matrix.FromDense(broken), w},
	} {
		if _, _, err := solvers.Apply(c.solver, configured(t, c.solver), c.x, c.basis); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
	for name, data := range map[string]matrix.Matrix{
		"kernel-kmeans": matrix.FromDense(x), "pod": matrix.FromDense(x), "pnmf": maskedOf(t, x, x), "gnmf": maskedOf(t, x, x),
	} {
		if _, _, err := solvers.Apply(name, configured(t, name), data, w); !errors.Is(err, solvers.ErrUnsupported) {
			t.Errorf("%s: got error %v, want ErrUnsupported", name, err)
		}
	}
	if _, _, err := solvers.Apply("pnmf", configured(t, "pnmf", "input=kernel"), matrix.FromDense(x), w); !errors.Is(err, solvers.ErrUnsupported) {
		t.Errorf("a kernel: got error %v, want ErrUnsupported", err)
	}
}

// Every method of the catalog has coefficients for new samples, or says why not.
func TestApplyCatalog(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	x, w := solvers.RandomFactor(6, 4, rng), solvers.RandomFactor(6, 2, rng)
	refused := 0
	for _, e := range solvers.Catalog {
		ht, how, err := solvers.Apply(e.Name, e.New(), matrix.FromDense(x), w)
		switch {
		case errors.Is(err, solvers.ErrUnsupported):
			refused++
		case err != nil || how == "":
			t.Errorf("%s: %q, %v", e.Name, how, err)
		default:
			if n, r := ht.Dims(); n != 4 || r != 2 || mat.Min(ht) < 0 {
				t.Errorf("%s: coefficients %v", e.Name, mat.Formatted(ht))
			}
		}
	}
	if refused == 0 || 2*refused > len(solvers.Catalog) {
		t.Errorf("%d of %d methods have no basis", refused, len(solvers.Catalog))
	}
}
