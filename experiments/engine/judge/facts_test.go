package judge

import (
	"nmfrepro/reports/result"
	"testing"
)

// Losses of one draw, scores of the same runs and an average over a differing cell are one fact each; others stand alone.
func TestFacts(t *testing.T) {
	cell := func(address, row, method, metric, draw string, drawn bool, difference float64) result.Cell {
		c := result.Cell{
			Address: address,
			At:      result.Address{Row: row, Dataset: row, Method: method, Metric: metric},
			Runs:    result.Sample{Draw: draw, Drawn: drawn},
		}
		c.Verdict = result.Verdict{Kind: result.KindDiffers, Difference: difference}
		return c
	}
	low := result.Row{Cells: []result.Cell{
		cell("a", "orl", "nmf", "msl", "orl r=10", true, -1), cell("b", "orl", "gnmf", "msl", "orl r=10", true, -2), // one draw
		cell("c", "orl", "lcnmf", "msl", "orl r=10", true, 3),                                                    // on the other side
		cell("d", "wine", "sdnmf", "acc", "wine", false, 1), cell("e", "wine", "sdnmf", "nmi", "wine", false, 1), // the same runs
		cell("f", "wine", "gnmf", "acc", "wine", false, 1),                                                      // the same data, other runs
		cell("g", "Avg.", "gnmf", "acc", "", false, 1),                                                          // the average over f
		cell("h", "iris", "nmf", "acc", "iris", false, 1), cell("i", "digit", "onmf", "nmi", "digit", false, 1), // a misprint
		{Address: "j", Verdict: result.Verdict{Kind: result.KindAgrees}},
	}}
	facts := Facts([]result.Table{{Address: "p/t", Base: "p/t", Panels: []result.Panel{{Rows: []result.Row{low}}}}}, func(a string) []string {
		if a == "h" || a == "i" {
			return []string{"a row printed twice"}
		}
		return nil
	})
	want := []string{
		"2 cells, one draw: mean squared loss of nmf, gnmf on orl", "1 cell: mean squared loss of lcnmf on orl", "2 cells, one set of runs: accuracy, nmi of sdnmf on wine",
		"2 cells, one set of runs: accuracy of gnmf on wine, Avg.", "2 cells, one misprint: accuracy, nmi of nmf, onmf on iris, digit",
	}
	if len(facts) != len(want) {
		t.Fatalf("%v, want %d facts", facts, len(want))
	}
	for i, f := range facts {
		if f.String() != want[i] {
			t.Errorf("%s, want %s", f, want[i])
		}
	}
}
