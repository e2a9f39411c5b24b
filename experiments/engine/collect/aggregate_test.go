package collect

import (
	"testing"

	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// A sum of cells keeps what limits them, and no published number of one of them.
func TestOverRanksProvenance(t *testing.T) {
	cells := []result.Cell{
		{Status: result.OK, Values: []float64{1, 2}, Replicates: []int{0, 1}, Published: result.Published{Value: "1.5"}},
		{Status: result.OK, Values: []float64{3, 5, 6}, Replicates: []int{0, 2, 1}, StandIn: "Pavia University", Partial: "over rank 3, 1 of 8"},
	}
	for _, how := range []string{spec.OverMean, spec.OverBest} {
		got := overRanks(cells, how)
		if got.StandIn != "Pavia University" || got.Partial != cells[1].Partial || got.Published.Value != "" {
			t.Errorf("%s: stand-in %q, partial %q, published %q", how, got.StandIn, got.Partial, got.Published.Value)
		}
	}
	if got := overRanks(cells, spec.OverMean); got.Values[0] != 2 || got.Values[1] != 4 {
		t.Errorf("mean %v, want that of the replicates that both have", got.Values)
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
		row := panelOf(t, Gather(lib, p, store.NewSet(st)).Table(), "over").Rows[0]
		if row.Cells[0].Partial != want || row.Cells[2].Partial != "" {
			t.Errorf("%q: partial %q, of the flat method %q", filter, row.Cells[0].Partial, row.Cells[2].Partial)
		}
	}
}
