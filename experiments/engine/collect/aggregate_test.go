package collect

import (
	"testing"

	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// A sum of cells keeps what limits them, and no reported number of one of them.
func TestOverRanksProvenance(t *testing.T) {
	cells := []result.Cell{
		{
			State:    result.State{Status: result.OK},
			Runs:     result.Sample{Values: []float64{1, 2}, Replicates: []int{0, 1}},
			Reported: result.Reported{Value: "1.5"},
		},
		{
			State: result.State{Status: result.OK, Substitute: "Pavia University", Partial: "over rank 3, 1 of 8"},
			Runs:  result.Sample{Values: []float64{3, 5, 6}, Replicates: []int{0, 2, 1}},
		},
	}
	for _, how := range []string{spec.OverMean, spec.OverBest} {
		got := overRanks(cells, how)
		if got.State.Substitute != "Pavia University" || got.State.Partial != cells[1].State.Partial || got.Reported.Value != "" {
			t.Errorf("%s: stand-in %q, partial %q, published %q", how, got.State.Substitute, got.State.Partial, got.Reported.Value)
		}
	}
	if got := overRanks(cells, spec.OverMean); got.Runs.Values[0] != 2 || got.Runs.Values[1] != 4 {
		t.Errorf("mean %v, want that of the replicates that both have", got.Runs.Values)
	}
}

// A sum over some of the ranks is no match of one over all of them.
func TestPartOfTheRanks(t *testing.T) {
	lib, st := sweepRun(t)
	for filter, want := range map[string]string{"": "", "rank=3": "over rank 3, 1 of 2"} {
		only, err := spec.ParseFilter(filter)
		if err != nil {
			t.Fatal(err)
		}
		p, err := run.NewPlan(lib.Find("demo/sweep"), run.Request{Profile: "quick", Only: only})
		if err != nil {
			t.Fatal(err)
		}
		row := panelOf(t, Gather(lib, p, store.NewRecords(st)).Table(), "over").Rows[0]
		if row.Cells[0].State.Partial != want || row.Cells[2].State.Partial != "" {
			t.Errorf("%q: partial %q, of the flat method %q", filter, row.Cells[0].State.Partial, row.Cells[2].State.Partial)
		}
	}
}
