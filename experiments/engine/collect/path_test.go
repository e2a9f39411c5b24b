package collect

import (
	"context"
	"math"
	"slices"
	"testing"

	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/spec/spectest"
	"nmfrepro/experiments/engine/store"
)

// Cells along the path are those of the records at each iteration; a run that has stopped stands still.
func TestPaths(t *testing.T) {
	lib, err := spec.Load(spectest.Folder(map[string]string{"walk.yaml": `
title: t
seed: 3
replicates: 3
stop: {iterations: 60}
path: {at: [2, 20]}
datasets: [{key: iris, source: iris, ranks: [2, 3]}]
clusters: [{name: km, from: h, method: argmax}]
methods: [{key: nmf, solver: nmf}, {key: short, solver: rnmf, stop: {iterations: 60, tol-objective: 0.5, every: 5}}]
metrics: [nmi-max, iterations]
panels: [{key: p, title: p, metric: nmi-max}]
`}), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.NewPlan(lib.Find("demo/walk"), run.Request{Profile: "quick"})
	if err != nil {
		t.Fatal(err)
	}
	st := store.Open(t.TempDir(), func(w string) { t.Error(w) })
	if err := (&run.Runner{Store: st, Workers: 2}).Run(context.Background(), p.Runs); err != nil {
		t.Fatal(err)
	}
	g := Gather(lib, p, store.NewRecords(st))
	paths := g.Paths("iterations")
	if len(paths) != 4 || paths[0].At.Method != "nmf" || paths[1].At.Rank != 2 || paths[3].At.Method != "short" {
		t.Fatalf("paths %+v", paths)
	}
	for _, p := range paths {
		for i, s := range p.Steps {
			if s.Iteration != []int{2, 20, 60}[i] || s.Cell.At.Iteration != s.Iteration || !slices.Equal(s.Cell.Runs.Replicates, []int{0, 1, 2}) {
				t.Errorf("%s: step %d is %+v", p.At, i, s.Cell)
			}
			for k, v := range s.Cell.Runs.Values {
				want, known := float64(s.Iteration), s.Residuals
				if p.At.Method == "short" && s.Ended[k] {
					want = min(want, v)
				}
				if v != want || s.Ended[k] != (p.At.Method == "short" && i > 0 || i == 2) || math.IsNaN(s.Objectives[k]) || p.At.Method == "nmf" && math.IsNaN(known[k]) {
					t.Errorf("%s: replicate %d at iteration %d: %v, ended %v", p.At, k, s.Iteration, v, s.Ended)
				}
			}
		}
	}
	last := g.Paths("nmi-max")[0].Steps[2].Cell.Runs.Values
	if table := g.Table().Panels[0].Rows[0].Cells[0].Runs.Values; !slices.Equal(last, table) {
		t.Errorf("the path ends at %v, the table has %v", last, table)
	}
}
