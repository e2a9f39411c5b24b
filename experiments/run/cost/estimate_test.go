package cost

import (
	"context"
	"testing"
	"time"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// A method with a long start is probed once for a data set; what the store and the committed results have goes before a probe.
func TestCost(t *testing.T) {
	p := planOf(t, sweepLibrary(t), "demo/sweep", "quick")
	var nmf *run.Unit
	for _, j := range p.Units {
		if j.Unit.Method == "nmf" && j.Unit.Rank == 3 && j.Unit.Dataset == "iris" {
			nmf = j
		}
	}
	budget := time.Minute
	c := newCosts(p, nil, &budget)
	want := func(what string, seconds float64, from string) {
		t.Helper()
		got, told, err := c.of(context.Background(), nmf)
		if err != nil || told != from || seconds > 0 && got != seconds || got <= 0 {
			t.Errorf("%s: %v from %q, %v, want %v from %q", what, got, told, err, seconds, from)
		}
	}
	want("probed", 0, "4 timed steps")
	if len(c.slow) != 0 || budget >= time.Minute {
		t.Errorf("%d slow probes, %v left: a short probe is not kept, and takes from the budget", len(c.slow), budget)
	}
	c.slow["iris||nmf|"] = slow{run.Probe{Start: 2 * time.Second, Step: 0.5, From: "7 timed steps"}, 2}
	want("from a slow probe", 2+4*0.5, "7 timed steps, at rank 2")
	c.committed[placeOfUnit(nmf.Unit)] = committed{units: 1, converged: 1, seconds: 0.01, step: 0.0033, converges: 3}
	want("with committed iterations", 2+3*0.5, "7 timed steps, at rank 2, 3 iterations as committed")
	c.committed[placeOfUnit(nmf.Unit)] = committed{units: 2, converged: 2, seconds: 12, step: 2, converges: 6}
	want("from committed results", 3*2, "2 committed units, 3 iterations as committed")
	c.past[costKey(nmf.Unit)] = mean{4, 2}
	want("from the store", 2, "2 earlier units")
	spent := time.Duration(0)
	c = newCosts(p, nil, &spent)
	want("without time", 6*4*150*3*4/4e9, "a guess from the size")
	c.ranks[kinOf(p, nmf.Unit)] = map[int]committed{2: committed{}.and(&store.Record{Status: reports.Skipped})}
	if seconds, from, _ := c.of(context.Background(), nmf); seconds != 0 || from != "skipped as the committed units were" {
		t.Errorf("%v from %q of a method that is skipped at the committed rank, want 0", seconds, from)
	}
	c.ranks[kinOf(p, nmf.Unit)] = map[int]committed{3: committed{}.and(&store.Record{Seconds: 30, Iterations: 10}).and(&store.Record{Seconds: 10, Iterations: 10})}
	want("beside other work", 4, "committed units of other ranks")
}
