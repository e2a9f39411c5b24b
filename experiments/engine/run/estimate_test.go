package run

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"nmfrepro/experiments/engine/store"
)

// Runs of the kind in the results folder go before those of the solver on other data, these before committed ones, and these before a trial.
func TestCost(t *testing.T) {
	p := costPlanOf(t, costLibrary(t), "demo/sweep", "quick")
	nmf := p.Runs[slices.IndexFunc(p.Runs, func(r *Run) bool { return r.ID.Method == "nmf" && r.ID.Rank == 3 && r.ID.Dataset == "iris" })]
	const work = 4 * 150 * 8
	steps := float64(nmf.ID.Stop.Iterations)
	c := newCosts(p, nil, nil)
	want := func(what string, seconds float64, from string) {
		t.Helper()
		got, told, err := c.of(context.Background(), nmf)
		if err != nil || told != from || seconds > 0 && math.Abs(got-seconds) > 1e-12*seconds || got <= 0 {
			t.Errorf("%s: %v from %q, %v, want %v from %q", what, got, told, err, seconds, from)
		}
	}
	want("without a budget", 6*work*steps/speed, "a guess from the size")
	budget := time.Minute
	c = newCosts(p, nil, &budget)
	want("with a budget", 0, "its first iterations, timed")
	if budget == time.Minute {
		t.Error("a trial takes nothing from the budget")
	}
	want("after the trial", 0, "timed on other ranks or data")
	c.carried.add("nmf", work*steps/2, 3)
	want("committed", 6, "committed runs of its solver")
	c.here.add("nmf", work*steps*2, 8)
	want("other data here", 4, "runs of its solver here")
	c.past[costKey(nmf.ID)] = mean{4, 2}
	want("from the store", 2, "2 earlier runs")
}

// A trial tells what the whole takes: within a factor of 3 of a run of enough iterations, on a machine that others use too.
func TestTrial(t *testing.T) {
	p := costPlanOf(t, costLibrary(t), "demo/sweep", "quick")
	r := *p.Runs[slices.IndexFunc(p.Runs, func(r *Run) bool { return r.ID.Method == "nmf" && r.ID.Dataset == "iris" })]
	r.ID.Stop = store.Stop{Iterations: 40_000, Every: 40_000}
	budget := time.Minute
	told, _, err := newCosts(p, nil, &budget).of(context.Background(), &r)
	rec := r.Blank()
	if err := errors.Join(err, r.guarded(context.Background(), rec)); err != nil {
		t.Fatal(err)
	}
	if took := rec.CoreSeconds; took < 0.1 || told > 3*took || told < took/3 {
		t.Errorf("%.3f s were told, and it takes %.3f", told, took)
	}
}
