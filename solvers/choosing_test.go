package solvers_test

import (
	"slices"
	"testing"

	"nmfrepro/solvers"
)

// For counts the method that README names comes first, and those that are as good but for chance are tied with it, the fastest first.
func TestTied(t *testing.T) {
	all, _ := solvers.SuitedFor("counts")
	if all[0].Solver != "nmf-kl" {
		t.Errorf("%s comes first for counts, README names nmf-kl", all[0].Solver)
	}
	tied := solvers.Tied(all)
	if len(tied) < 5 || !slices.ContainsFunc(tied, func(c solvers.Suited) bool { return c.Solver == "hals" }) {
		t.Errorf("%d are tied, want hals among them", len(tied))
	}
	for i, c := range tied {
		if c.Recovery < all[0].Recovery-solvers.TieWidth || i > 0 && c.Seconds < tied[i-1].Seconds {
			t.Errorf("%s: recovery %v, %v seconds, is out of place", c.Solver, c.Recovery, c.Seconds)
		}
	}
}
