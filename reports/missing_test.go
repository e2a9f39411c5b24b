package reports

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/reports/result"
)

func TestLacking(t *testing.T) {
	cell := func(lack, reason string) result.Cell {
		return result.Cell{Verdict: result.Verdict{Kind: result.KindMissing, Lack: lack, Reason: reason}}
	}
	p := result.Paper{
		Tables: []result.Table{{Address: "p/t", Panels: []result.Panel{{Rows: []result.Row{{Cells: []result.Cell{
			cell(result.LackLost, "faces cannot be had"), cell(result.LackLost, "faces cannot be had"), cell(result.LackReported, "illegible"), cell(result.LackPart, "over 2 of 3 rows"),
			{Verdict: result.Verdict{Kind: result.KindAgrees, Fitted: "k-means"}}, {Verdict: result.Verdict{Kind: result.KindSubstitute, Fitted: "k-means"}},
		}}}}}}},
		Unshown: map[string]map[string]int{"p/t": {result.LackReported: 2}, "p/u": {result.LackRuns: 5}},
		Costs:   map[string]result.Cost{"p/t": {Runs: 1, Seconds: 20}, "p/u": {With: "p/t"}},
	}
	var lines []string
	for _, l := range p.Lacking() {
		lines = append(lines, l.String())
	}
	want := []string{
		"p/t: 1 number, computed in part: 1 run, less than a minute of one core: nmfrepro run p/t --profile paper",
		"p/t: 2 numbers: faces cannot be had", "p/t: 3 numbers, illegible", "p/u: 5 numbers, not computed: the runs of p/t do",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if p.Numbers() != 13 || len(p.Fitted()) != 1 { // what judges nothing is no agreement
		t.Errorf("%d numbers, %d fitted, want 13 and 1", p.Numbers(), len(p.Fitted()))
	}
	for seconds, want := range map[float64]string{29: "less than a minute of one core", 90: "roughly 2 min of one core", 20700: "roughly 6 h of one core"} {
		if got := (result.Cost{Seconds: seconds}).String(); got != want {
			t.Errorf("%g s: %q, want %q", seconds, got, want)
		}
	}
}
