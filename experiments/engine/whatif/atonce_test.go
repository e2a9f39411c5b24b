package whatif

import (
	"slices"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
)

// A method without iterations, or with epochs of its own as UMAP, is not run again for another stopping rule: its cells are those of
// the runs that there are.
func TestStopOfNoIterations(t *testing.T) {
	lib, err := spec.Embedded("dsp")
	if err != nil {
		t.Fatal(err)
	}
	plan := func(s *spec.Experiment, only spec.Filter) (*run.Plan, error) {
		return run.NewPlan(s, run.Request{Profile: "paper", Only: only})
	}
	base, err := plan(lib.Find("dsp/table1"), spec.Filter{"dataset": {"wine"}, "rank": {"3"}, "replicate": {"0"}})
	if err != nil {
		t.Fatal(err)
	}
	again := func(s *spec.Experiment, _ *run.Plan, only spec.Filter) (*run.Plan, error) { return plan(s, only) }
	studies, err := Studies(lib, []*run.Plan{base}, []string{"iterations", "scale"}, nil, again, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range studies[0].Changes {
		methods := list.AppendUnique(nil, list.Map(b.Plan.Runs, func(r *run.Run) string { return r.ID.Method })...)
		stop := b.Choice.Key == "iterations"
		if !slices.Contains(methods, "dsp") || slices.Contains(methods, "umap") == stop || slices.Contains(methods, "lle") == stop || slices.Contains(methods, "se") == stop {
			t.Errorf("%s: %v are run again", b.Alt.Value, methods)
		}
		if len(b.Whole.Runs) != len(base.Runs) {
			t.Errorf("%s: the whole table has %d runs, want %d", b.Alt.Value, len(b.Whole.Runs), len(base.Runs))
		}
		lle := func(p *run.Plan) string {
			r, _ := list.First(p.Runs, func(r *run.Run) bool { return r.ID.Method == "lle" })
			return r.Key
		}
		if same := lle(b.Whole) == lle(base); same != stop {
			t.Errorf("%s: LLE has the run of the table: %v", b.Alt.Value, same)
		}
	}
}
