package main

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"nmfrepro/solvers"
)

// The steps to an objective that the method itself left after seven are seven, on dense and on sparse data. The page
// says where an objective was not reached, and leaves that out of the mean.
func TestStepsTo(t *testing.T) {
	for _, s := range []shape{{m: 40, n: 30, rank: 3}, {m: 40, n: 30, rank: 3, nonZero: 200}} {
		x, _, err := s.planted()
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(2, 2))
		start := solvers.Factors{W: solvers.RandomFactor(s.m, s.rank, rng), Ht: solvers.RandomFactor(s.n, s.rank, rng)}
		for _, pair := range pairs {
			run, err := begin(pair.ours, x, start)
			if err != nil {
				t.Fatal(err)
			}
			for range 7 {
				run.Step()
			}
			dir, end := t.TempDir(), run.Finish()
			if err := errors.Join(save(dir, "endW", end.W), save(dir, "endHt", end.Ht)); err != nil {
				t.Fatal(err)
			}
			if _, steps, reached, err := stepsTo(pair.ours, x, start, dir, 7); err != nil || !reached || steps != 7 {
				t.Errorf("%s on %s: %d steps, reached %t, %v; want 7", pair.ours, s.name(), steps, reached, err)
			}
		}
	}
	page := pageOf([]equal{{shape: "a", peer: "cd", threads: 1, ratio: 4, reached: true}, {shape: "b", peer: "cd", threads: 1, ratio: 9}}, "v", "cpu")
	for _, want := range []string{"| b | cd | 0 | 0 |  | 0 | 0 | not reached |", "Geometric mean of 1 ratios: 4.00"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
}
