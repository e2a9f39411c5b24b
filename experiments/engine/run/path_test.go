package run

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// walked is an experiment on iris, with what text adds to it.
func walked(text string) map[string]string {
	return map[string]string{"walk.yaml": `
title: t
seed: 3
replicates: 2
stop: {iterations: 40}
` + text + `
datasets: [{key: iris, source: iris, ranks: [3], hold-samples: 0.2}]
clusters: [{name: km, from: h, method: kmeans, repeats: 2}, {name: arg, from: h, method: argmax}]
methods:
  - {key: nmf, solver: nmf}
  - {key: gnmf, solver: gnmf}
  - {key: short, solver: rnmf, stop: {iterations: 500, tol-objective: 1e-2, every: 7}}
metrics: [nmi-max, acc@arg, frobenius, iterations, unseen-error]
panels: [{key: p, title: p, metric: nmi-max}]
`}
}

func recordsOf(t *testing.T, p *Plan, workers int) map[string]*store.Record {
	t.Helper()
	st := store.Open(t.TempDir(), func(w string) { t.Error(w) })
	r := Runner{Store: st, Workers: workers}
	if err := r.Run(context.Background(), p.Runs); err != nil {
		t.Fatal(err)
	}
	all := map[string]*store.Record{}
	for _, planned := range p.Runs {
		rec, ok := st.Get(planned)
		if !ok {
			t.Fatalf("no record of %s", planned.Counterpart())
		}
		all[fmt.Sprint(planned.ID.Method, planned.ID.Replicate)] = rec
	}
	return all
}

// The end of a run with a path has the bits of the run without, and each point those of a run that stops there.
func TestPathHasTheBitsOfShorterRuns(t *testing.T) {
	plain := planOf(t, libraryOf(t, walked("")), "demo/walk", "quick")
	along := planOf(t, libraryOf(t, walked("path: {at: [3, 10, 40]}")), "demo/walk", "quick")
	without, with := recordsOf(t, plain, 2), recordsOf(t, along, 1)
	for name, rec := range with {
		other := *rec
		other.Path = nil
		if what := store.Difference(without[name], &other); what != "" {
			t.Errorf("%s: a path changes %s", name, what)
		}
		last := rec.Path[len(rec.Path)-1]
		if last.Iteration != rec.Iterations || !maps.Equal(last.Metrics, rec.Metrics) {
			t.Errorf("%s: the path ends at %+v, the run at iteration %d with %v", name, last, rec.Iterations, rec.Metrics)
		}
		for _, c := range rec.Path {
			if (c.Residual == nil) == (c.Change == nil) || math.IsNaN(c.Objective) || c.Metrics["iterations"] != float64(c.Iteration) {
				t.Errorf("%s: point %+v", name, c)
			}
		}
	}
	if got := pathIterations(with["nmf0"]); !slices.Equal(got, []int{3, 10, 40}) {
		t.Errorf("nmf was scored at %v", got)
	}
	if rec := with["short1"]; rec.Stopped != "converged" || !slices.Equal(pathIterations(rec)[:2], []int{3, 10}) {
		t.Errorf("%s at %v", rec.Stopped, pathIterations(rec))
	}
	text := walked("stop: {iterations: 10}")
	early := libraryOf(t, map[string]string{"walk.yaml": strings.Replace(text["walk.yaml"], "stop: {iterations: 40}\n", "", 1)})
	for name, rec := range recordsOf(t, planOf(t, early, "demo/walk", "quick"), 2) {
		if name[:2] == "sh" {
			continue
		}
		if at := with[name].Path[1]; !maps.Equal(at.Metrics, rec.Metrics) || at.Objective != rec.Trace[len(rec.Trace)-1].Objective {
			t.Errorf("%s after 10 iterations: %v, and %v where it stops there", name, at.Metrics, rec.Metrics)
		}
	}
}

func pathIterations(rec *store.Record) (at []int) {
	for _, c := range rec.Path {
		at = append(at, c.Iteration)
	}
	return at
}

// A path is part of a run's key, however its end is spelt, and a run without one has the key that it had.
func TestPathIsPartOfTheKey(t *testing.T) {
	keys := func(text string) (all []string) {
		for _, r := range planOf(t, libraryOf(t, walked(text)), "demo/walk", "quick").Runs {
			all = append(all, r.Key)
		}
		return all
	}
	plain, along := keys(""), keys("path: {at: [3, 10]}")
	for i := range plain {
		if plain[i] == along[i] {
			t.Errorf("run %d has one key with a path and without", i)
		}
	}
	if !slices.Equal(along[:4], keys("path: {at: [3, 10, 40]}")[:4]) { // of the methods that stop at 40
		t.Error("the key depends on whether a path names the limit")
	}
	if got := pathOf(spec.Path{At: []int{1, 40, 50}}, 40); !slices.Equal(got, []int{1, 40}) {
		t.Errorf("a path to 50 in 40 iterations is %v", got)
	}
}

// What a path costs stands in the plan: the scorings, and their share.
func TestPathCosts(t *testing.T) {
	cost := func(text string) (float64, string) {
		p := planOf(t, libraryOf(t, walked(text)), "demo/walk", "quick")
		seconds, from, err := newCosts(p, nil, nil).of(context.Background(), p.Runs[0])
		if err != nil {
			t.Fatal(err)
		}
		return seconds, from
	}
	plain, from := cost("")
	along, fromPath := cost("path: {at: [3, 10]}")
	longer, _ := cost("path: {at: [1, 2, 3, 5, 10, 30]}")
	if from != "a guess from the size" || !strings.HasSuffix(fromPath, "% of it for 3 scorings") {
		t.Errorf("from %q, along a path %q", from, fromPath)
	}
	if !(along > plain) || math.Abs((longer-plain)/(along-plain)-7./3) > 1e-9 {
		t.Errorf("%g s, with 3 scorings %g, with 7 %g", plain, along, longer)
	}
}
