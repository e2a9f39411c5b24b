package rank

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

func TestOneStandardError(t *testing.T) {
	fold := func(mean, share float64) []float64 { return []float64{mean / (1 + share), mean * (1 + share)} } // standard error = share
	for _, tt := range []struct {
		list       []Candidate
		rank, best int
		undecided  bool
		edge       bool
		reason     string
	}{
		{[]Candidate{{4, fold(3, 0.1)}, {2, fold(8, 0.1)}, {3, fold(4, 0.1)}, {5, fold(3.5, 0.1)}}, 4, 4, false, false,
			"Rank 4 has the smallest held-out error, 3 ± 10 %."},
		{[]Candidate{{2, fold(8, 0.1)}, {3, fold(3.05, 0.1)}, {4, fold(3, 0.1)}, {5, fold(3.5, 0.1)}}, 3, 4, false, false,
			"Rank 3 is the smallest whose held-out error, 3.05, is within one standard error of the minimum, 3 ± 10 % at rank 4."},
		{[]Candidate{{2, fold(8, 0.1)}, {3, fold(4, 0.1)}, {4, fold(3, 0.1)}}, 4, 4, false, true,
			"The error still falls at rank 4, the largest tried: try larger ones."},
		{[]Candidate{{2, fold(3.04, 0.1)}, {3, fold(3, 0.1)}, {4, fold(3.09, 0.1)}}, 2, 3, true, false,
			"No rank from 2 to 4 is better than another"},
		{[]Candidate{{7, fold(1, 0)}}, 7, 7, false, false, "Rank 7 has the smallest"},
	} {
		got, err := OneStandardError(tt.list)
		if err != nil || got.Rank != tt.rank || got.Best != tt.best || got.Undecided != tt.undecided || got.Edge != tt.edge ||
			!strings.Contains(got.Reason, tt.reason) {
			t.Errorf("%v: %+v, %v", tt.list, got, err)
		}
	}
	for want, list := range map[string][]Candidate{
		"no candidates":          nil,
		"errors of 1 folds":      {{2, []float64{1}}},
		"rank 3 has the errors":  {{2, []float64{1, 2}}, {3, []float64{1, 2, 3}}},
		"rank 2 is given twice":  {{2, []float64{1, 2}}, {2, []float64{1, 2}}},
		"of rank 2 is not finit": {{2, []float64{1, math.NaN()}}},
	} {
		if _, err := OneStandardError(list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if mean, se := MeanLog([]float64{1, math.E, math.E * math.E, math.Exp(5)}); math.Abs(mean-2) > 1e-12 ||
		math.Abs(se-math.Sqrt(14./3/4)) > 1e-12 {
		t.Errorf("mean %v ± %v", mean, se)
	}
}

// The number of components that data was made of is found, and noise has none: the first is recommended.
func TestKnownRanks(t *testing.T) {
	const m, n, folds = 40, 60, 5
	for _, tt := range []struct {
		name       string
		true, want int
		sigma      float64
	}{{"three", 3, 3, 0.1}, {"five", 5, 5, 0.1}, {"noise", 1, 1, 0.3}} {
		rng := newRand(uint64(tt.true))
		w, ht := solvers.RandomFactor(m, tt.true, rng), solvers.RandomFactor(n, tt.true, rng)
		sparsify(w, rng)
		sparsify(ht, rng)
		if tt.name == "noise" {
			w.Apply(func(int, int, float64) float64 { return 1 }, w)
			ht.Apply(func(int, int, float64) float64 { return 1 }, ht)
		}
		var x mat.Dense
		x.Mul(w, ht.T())
		x.Apply(func(_, _ int, v float64) float64 { return math.Max(0, v+tt.sigma*rng.NormFloat64()) }, &x)
		s, err := NewSpeckle(matrix.FromDense(&x), folds, 8, rng)
		if err != nil {
			t.Fatal(err)
		}
		var list []Candidate
		for r := 1; r <= 7; r++ {
			c := Candidate{Rank: r}
			for f := range folds {
				c.Errors = append(c.Errors, heldOut(t, s, f, r))
			}
			list = append(list, c)
		}
		got, err := OneStandardError(list)
		if err != nil || got.Rank != tt.want {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
	}
}

// sparsify makes components that share few features: two thirds of the entries become 0.
func sparsify(a *mat.Dense, rng *rand.Rand) {
	a.Apply(func(_, _ int, v float64) float64 {
		if rng.IntN(3) > 0 {
			return 0
		}
		return v
	}, a)
}

// heldOut is the error of one fold by multiplicative updates from the best of three starts.
func heldOut(t *testing.T, s *Speckle, fold, r int) float64 {
	t.Helper()
	train, err := s.Train(fold)
	if err != nil {
		t.Fatal(err)
	}
	entry, _ := solvers.Find("nmf")
	m, n := train.Dims()
	best, held := math.Inf(1), 0.
	for start := range 3 {
		rng := newRand(uint64(100*r + start))
		f := solvers.Factors{W: solvers.RandomFactor(m, r, rng), Ht: solvers.RandomFactor(n, r, rng)}
		run, err := entry.New().Start(solvers.Problem{X: train, Rank: r}, f, rng)
		if err != nil {
			t.Fatal(err)
		}
		last, _, err := solvers.Solve(context.Background(), run, f, solvers.Settings{Iterations: 300})
		if err != nil {
			t.Fatal(err)
		}
		if last.Objective < best {
			res := run.Finish()
			if held, err = HeldError(s.Held(fold), res.W, res.Ht); err != nil {
				t.Fatal(err)
			}
			best = last.Objective
		}
	}
	return held
}
