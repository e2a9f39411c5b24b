package run

import (
	"context"
	"testing"

	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// What the store has goes before the committed results, and these before a guess.
func TestCost(t *testing.T) {
	p := costPlanOf(t, costLibrary(t), "demo/sweep", "quick")
	var nmf *Run
	for _, j := range p.Runs {
		if j.ID.Method == "nmf" && j.ID.Rank == 3 && j.ID.Dataset == "iris" {
			nmf = j
		}
	}
	c := newCosts(p, nil, nil)
	want := func(what string, seconds float64, from string) {
		t.Helper()
		got, told, err := c.of(context.Background(), nmf)
		if err != nil || told != from || seconds > 0 && got != seconds || got <= 0 {
			t.Errorf("%s: %v from %q, %v, want %v from %q", what, got, told, err, seconds, from)
		}
	}
	want("a guess", 6*4*150*3*4/4e9, "a guess from the size")
	c.committed[placeOfRun(nmf.ID)] = committed{runs: 1, converged: 1, seconds: 0.01, step: 0.0033, converges: 3}
	want("with committed iterations", 6*4*150*3*3/4e9, "a guess from the size, 3 iterations as committed")
	c.committed[placeOfRun(nmf.ID)] = committed{runs: 2, converged: 2, seconds: 12, step: 2, converges: 6}
	want("from committed results", 3*2, "2 committed runs, 3 iterations as committed")
	c.past[costKey(nmf.ID)] = mean{4, 2}
	want("from the store", 2, "2 earlier runs")
	c = newCosts(p, nil, nil)
	c.ranks[alike(p, nmf.ID)] = map[int]committed{2: committed{}.and(&store.Record{Status: result.Skipped})}
	if seconds, from, _ := c.of(context.Background(), nmf); seconds != 0 || from != "skipped as the committed runs were" {
		t.Errorf("%v from %q of a method that is skipped at the committed rank, want 0", seconds, from)
	}
	c.ranks[alike(p, nmf.ID)] = map[int]committed{3: committed{}.and(&store.Record{Seconds: 30, Iterations: 10}).and(&store.Record{Seconds: 10, Iterations: 10})}
	want("beside other work", 4, "committed runs of other ranks")
}
