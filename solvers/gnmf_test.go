package solvers_test

import (
	"context"
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

func maskedOf(t *testing.T, x, mask *mat.Dense) *matrix.Masked {
	t.Helper()
	m, n := x.Dims()
	var entries []matrix.Triplet
	for i := range m {
		for j := range n {
			if mask.At(i, j) != 0 {
				entries = append(entries, matrix.Triplet{Row: i, Col: j, Value: x.At(i, j)})
			}
		}
	}
	k, err := matrix.NewMasked(m, n, entries)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func requireTrace(t *testing.T, got []float64, want *mat.Dense) {
	t.Helper()
	if rows, _ := want.Dims(); len(got) != rows {
		t.Fatalf("%d objectives, want %d", len(got), rows)
	}
	for i, g := range got {
		if w := want.At(i, 0); !(math.Abs(g-w) <= 1e-9*math.Abs(w)) {
			t.Fatalf("objective after %d iterations: got %.17g, want %.17g", i, g, w)
		}
	}
}

// traced solves and returns the objectives from iteration 0.
func traced(t *testing.T, s solvers.Solver, p solvers.Problem, f solvers.Factors, iterations int) (solvers.Result, []float64,
	solvers.Status) {
	t.Helper()
	run, err := s.Start(p, f, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	var trace []float64
	_, status, err := solvers.Solve(context.Background(), run, f, solvers.Settings{
		Iterations: iterations, Record: func(p solvers.Point) { trace = append(trace, p.Objective) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return run.Finish(), trace, status
}

func configured(t *testing.T, name string, options ...string) solvers.Solver {
	t.Helper()
	return of(Case{}, name, options...).New()
}

// GNMF.m ends by itself after 36 iterations.
func TestGNMFStopsLikeGNMFm(t *testing.T) {
	const dir = "GNMF_alpha100_autostop"
	f := solvers.Factors{W: matrixtest.Golden(t, dir, "U0.csv"), Ht: matrixtest.Golden(t, dir, "V0.csv")}
	p := solvers.Problem{X: matrix.FromDense(matrixtest.Golden(t, dir, "X.csv")), Rank: rankOf(f)}
	result, trace, status := traced(t, configured(t, "gnmf", "smoothed-tol=1e-5"), p, f, 1000)
	if status != solvers.Converged || len(trace) != 37 {
		t.Errorf("%v after %d iterations, want converged after 36", status, len(trace)-1)
	}
	requireTrace(t, trace, matrixtest.Golden(t, dir, "obj.csv"))
	near(t, "W", result.W, matrixtest.Golden(t, dir, "U.csv"))
	near(t, "Ht", result.Ht, matrixtest.Golden(t, dir, "V.csv"))
}

// Unknown entries, with a graph that was made elsewhere.
func TestGNMFMasked(t *testing.T) {
	const dir = "self_GNMF_masked"
	f := solvers.Factors{W: matrixtest.Golden(t, dir, "U0.csv"), Ht: matrixtest.Golden(t, dir, "V0.csv")}
	x := maskedOf(t, matrixtest.Golden(t, dir, "X.csv"), matrixtest.Golden(t, dir, "Mask.csv"))
	s := configured(t, "gnmf", "lambda=10", "unit-basis=false").(*solvers.GNMF)
	s.SampleGraph = matrixtest.Sparse(t, matrixtest.Golden(t, dir, "Wgraph.csv"))
	result, trace, _ := traced(t, s, solvers.Problem{X: x, Rank: rankOf(f)}, f, 80)
	requireTrace(t, trace[1:], matrixtest.Golden(t, dir, "obj.csv"))
	near(t, "W", result.W, matrixtest.Golden(t, dir, "U.csv"))
	near(t, "Ht", result.Ht, matrixtest.Golden(t, dir, "V.csv"))
}

// The best of several starts goes on: it is no worse than the given one, and the same whoever asks.
func TestGNMFStarts(t *testing.T) {
	x := matrix.FromDense(matrixtest.Golden(t, "GNMF_alpha1", "X.csv"))
	first := func(options ...string) float64 {
		f := solvers.Factors{W: matrixtest.Golden(t, "GNMF_alpha1", "U0.csv"), Ht: matrixtest.Golden(t, "GNMF_alpha1", "V0.csv")}
		_, trace, _ := traced(t, configured(t, "gnmf", options...), solvers.Problem{X: x, Rank: rankOf(f)}, f, 0)
		return trace[0]
	}
	given := matrixtest.Golden(t, "GNMF_alpha100_autostop", "obj.csv")
	several := first("starts=10")
	if again := first("starts=10"); again != several {
		t.Errorf("ten starts reach %v, then %v", several, again)
	}
	if one := given.At(30, 0); !(several <= one) {
		t.Errorf("the best of ten starts reaches %v, the given one alone %v", several, one)
	}
	if few, one := first("starts=2", "start-iterations=0"), given.At(0, 0); !(few <= one) {
		t.Errorf("the better of two starts has %v, the given one %v", few, one)
	}
}

// Weighted samples do not depend on the storage, and a mask has no weights.
func TestGNMFSampleWeights(t *testing.T) {
	const dir = "GNMF_alpha10_NCW_heat"
	x := matrixtest.Golden(t, dir, "X.csv")
	var objectives []float64
	for _, data := range []matrix.Matrix{matrix.FromDense(x), matrixtest.Sparse(t, x)} {
		f := solvers.Factors{W: matrixtest.Golden(t, dir, "U0.csv"), Ht: matrixtest.Golden(t, dir, "V0.csv")}
		_, trace, _ := traced(t, configured(t, "gnmf", "sample-weight=ncw"), solvers.Problem{X: data, Rank: rankOf(f)}, f, 5)
		objectives = append(objectives, trace[5])
	}
	if math.Abs(objectives[0]-objectives[1]) > 1e-12*objectives[0] {
		t.Errorf("objectives %v of the two storages", objectives)
	}
	f := solvers.Factors{W: matrixtest.Golden(t, dir, "U0.csv"), Ht: matrixtest.Golden(t, dir, "V0.csv")}
	known := solvers.Problem{X: maskedOf(t, x, x), Rank: rankOf(f)}
	if _, err := configured(t, "gnmf", "sample-weight=ncw", "graph=none").Start(known, f, nil); !errors.Is(err, solvers.ErrUnsupported) {
		t.Errorf("got error %v, want ErrUnsupported", err)
	}
}

func TestGNMFRefuses(t *testing.T) {
	const dir = "GNMF_alpha1"
	p := solvers.Problem{X: matrix.FromDense(matrixtest.Golden(t, dir, "X.csv")), Rank: 4}
	lopsided := mat.NewDense(20, 20, nil)
	lopsided.Set(3, 1, 2)
	for want, c := range map[string]struct {
		options []string
		given   *mat.Dense
	}{
		"want the labels":           {[]string{"graph=supervised"}, nil},
		"is 3×3, want 20×20":        {nil, mat.NewDense(3, 3, nil)},
		"weight 2 at row 4, column": {nil, lopsided},
	} {
		s := configured(t, "gnmf", c.options...).(*solvers.GNMF)
		if c.given != nil {
			s.SampleGraph = matrixtest.Sparse(t, c.given)
		}
		f := solvers.Factors{W: matrixtest.Golden(t, dir, "U0.csv"), Ht: matrixtest.Golden(t, dir, "V0.csv")}
		if _, err := s.Start(p, f, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
	for _, option := range []string{"lambda=-1", "neighbours=0", "starts=0", "graph=lattice"} {
		name, text, _ := strings.Cut(option, "=")
		if err := solvers.SetOption(configured(t, "gnmf"), name, text); err == nil {
			t.Errorf("%s is accepted", option)
		}
	}
}
