package whatif

import (
	"context"
	"testing"
	"testing/fstest"

	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// How a method is tuned is an open setting like any other: alternatives of it compute nothing anew, and show the cells at
// another choice.
func TestAlternativesOfTuning(t *testing.T) {
	lib, err := spec.Load(fstest.MapFS{
		"demo/paper.yaml": {Data: []byte(`title: t
cite: c
short: s
protocol:
  - key: tuning
    choice: what is tuned
    value: all rows together
    stated: no
    status: assumed
    evidence: none
    alternatives:
      - {value: each draw, set: methods.gnmf.tune.per = draw}
      - {value: one value, set: "methods.gnmf.tune.grid.lambda = [100]"}
      - {value: by the error, set: methods.gnmf.tune.by = rel-error}
      - {value: as it is, set: methods.gnmf.tune.per = experiment}
`)},
		"demo/tuned.yaml": {Data: []byte(`title: tuned
seed: 3
replicates: 4
datasets: [{key: iris, source: iris, ranks: [2, 3]}]
stop: {iterations: 3}
clusters: [{name: h, from: h, method: argmax}]
methods:
  - {key: nmf, solver: nmf}
  - {key: gnmf, solver: gnmf, tune: {grid: {lambda: [0.1, 100]}, by: acc, per: experiment}}
metrics: [acc, rel-error]
panels: [{key: acc, title: ACC, metric: acc}, {key: error, title: error, metric: rel-error}]
`)},
	}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	plan := func(s *spec.Experiment, only spec.Filter) (*run.Plan, error) {
		return run.NewPlan(s, run.Request{Profile: "quick", Only: only})
	}
	base, err := plan(lib.Find("demo/tuned"), nil)
	if err != nil {
		t.Fatal(err)
	}
	st := store.Open(t.TempDir(), func(w string) { t.Error(w) })
	r := run.Runner{Store: st, Workers: 2}
	if err := r.Run(context.Background(), base.Runs); err != nil {
		t.Fatal(err)
	}
	studies, err := Studies(lib, []*run.Plan{base}, nil, nil, func(s *spec.Experiment, _ *run.Plan, only spec.Filter) (*run.Plan, error) { return plan(s, only) }, nil)
	if err != nil {
		t.Fatal(err)
	}
	set := store.NewRecords(st)
	studies[0].Measure(func(p *run.Plan) *collect.Results { return collect.Gather(lib, p, set) })
	for i, b := range studies[0].Changes {
		if i == 3 {
			if len(b.Cells) != 0 {
				t.Errorf("an alternative that is as it is has %d cells", len(b.Cells))
			}
			continue
		}
		if len(b.Plan.Missing(set)) > 0 || len(b.Cells) != 4 || !b.Shared {
			t.Fatalf("%s: %d units to run, %d cells, shared %v", b.Alt.Value, len(b.Plan.Missing(set)), len(b.Cells), b.Shared)
		}
		for _, m := range b.Cells {
			if m.Cell.At.Method != "gnmf" || len(m.Cell.Runs.Values) != 4 || len(m.Other.Runs.Values) != 4 {
				t.Errorf("%s: %+v", b.Alt.Value, m)
			}
		}
	}
	if per := studies[0].Changes[0]; per.Cells[0].Difference.Value < 0 || per.Cells[0].Other.Runs.Tuned.Per != "draw" {
		t.Errorf("the choice of each draw is worse by %v on the draw", per.Cells[0].Difference.Value)
	}
}
