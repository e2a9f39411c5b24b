package workflow

import (
	"testing"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// An experiment that shows another's runs shares their plan, but not what that is restricted to.
func TestSharedUnits(t *testing.T) {
	lib, err := spec.Embedded("dsp")
	if err != nil {
		t.Fatal(err)
	}
	runs := func(addresses ...string) (counts []int) {
		p, err := Open(lib, store.NewRecords(store.Open(t.TempDir(), nil)),
			Request{Addresses: addresses, Kind: Tables, Amount: Amount{Profile: "smoke"}, Lookup: Lookup{Blind: true}})
		if err != nil {
			t.Fatal(err)
		}
		for _, plan := range p.Plans {
			counts = append(counts, len(plan.Runs))
		}
		return counts
	}
	alone, whole := runs("dsp/table1:method=nmf")[0], runs("dsp/table2")[0]
	if got := runs("dsp/table1:method=nmf", "dsp/table2"); alone == whole || got[0] != alone || got[1] != whole {
		t.Errorf("%d units beside each other, want %d and %d", got, alone, whole)
	}
	if got := runs("dsp/table1", "dsp/table2"); got[0] != whole || got[1] != whole {
		t.Errorf("%d units of one experiment in two tables, want %d each", got, whole)
	}
}
