package workflow

import (
	"errors"
	"testing"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// The code with which verify ends says whether anything was judged, differs from the paper, or is not as in the baseline.
func TestHowVerifyEnds(t *testing.T) {
	cell := func(kind, lack string) result.Cell {
		return result.Cell{Verdict: result.Verdict{Kind: kind, Lack: lack}}
	}
	agrees, differs := cell(result.KindAgrees, ""), cell(result.KindDiffers, "")
	clock, absent := cell(result.KindMissing, result.LackClock), cell(result.KindMissing, result.LackData)
	tests := []struct {
		name string
		err  error
		want Code
	}{
		{"no cells", CheckJudged(nil), Data},
		{"times", CheckJudged([]result.Cell{clock}), Data},
		{"all missing", CheckJudged([]result.Cell{absent, clock}), Data},
		{"one judged", CheckJudged([]result.Cell{absent, agrees}), Fine},
		{"agreeing", CheckAgree([]result.Cell{agrees, absent}), Fine},
		{"differing", CheckAgree([]result.Cell{agrees, differs}), Difference},
		{"unchanged", CheckUnchanged(nil, "b.json"), Fine},
		{"changed", CheckUnchanged([]result.BaselineChange{{What: "a"}}, "b.json"), Difference},
	}
	for _, test := range tests {
		got := Fine
		if e, ok := errors.AsType[*Error](test.err); ok {
			got = e.Code
		}
		if got != test.want {
			t.Errorf("%s: code %v of %v, want %v", test.name, got, test.err, test.want)
		}
	}
}

// Each fact behind several numbers is told once, with all its values.
func TestFactsBehind(t *testing.T) {
	run := func(seed uint64, solver string) Behind {
		return Behind{Run: store.Identity{Seed: seed, Solver: solver, Source: "iris"}, Protocol: []reported.Choice{{Key: "stop"}},
			Runs: []RunBehind{{Status: result.OK}}}
	}
	all := []Behind{run(7, "nmf"), run(7, "pnmf")}
	values := map[string]int{}
	for _, f := range FactsBehind(all) {
		values[f.Name] += len(f.Values)
	}
	if values["data"] != 1 || values["seed"] != 1 || values["solver"] != 2 || values["replicates"] != 1 || values["draw"] != 0 {
		t.Errorf("%v, want one of data, seed and replicates, two solvers, no draw", values)
	}
	if settings := SettingsBehind(all); len(settings) != 1 {
		t.Errorf("settings %v, want one", settings)
	}
}
