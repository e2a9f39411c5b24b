package cli

import (
	"encoding/json"
	"slices"
	"testing"

	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
)

// The address of a run in plan --format json is of this run and no other.
func TestPlanWork(t *testing.T) {
	results := t.TempDir()
	lib, err := workflow.Library("", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var all []run.Estimate
	text := output(t, nil, "run", "--dry-run", "pnmf/table3", "dsp/table1", "rpr/fig6", "--profile", "smoke", "--format", "json", "--results",
		results)
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	units := 0
	for _, e := range all {
		if len(e.Work) != e.ToRun-e.Waiting {
			t.Errorf("%s: %d units of work, want %d", e.Address, len(e.Work), e.ToRun-e.Waiting)
		}
		for _, w := range e.Work {
			units++
			if !slices.Contains(w.Command, w.Address) || !slices.Contains(w.Command, results) || w.MemoryBytes < 64<<20 {
				t.Errorf("%s: command %q, %d bytes", w.Address, w.Command, w.MemoryBytes)
			}
			if units%3 > 0 { // to open one costs as much as to plan a table
				continue
			}
			p, err := workflow.Open(lib, store.NewRecords(store.Open(results, nil)),
				workflow.Request{Addresses: []string{w.Address}, Kind: workflow.Either, Amount: workflow.Amount{Profile: "smoke"}})
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Runs(); len(got) != 1 || got[0].Key != w.Key {
				t.Fatalf("%s is of %d units, want the one of key %s", w.Address, len(got), w.Key)
			}
		}
	}
	if units < 50 {
		t.Errorf("%d units: the test shows little", units)
	}
}
