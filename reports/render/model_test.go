package render

import (
	"math"
	"testing"

	"nmfrepro/reports/result"
)

func TestBest(t *testing.T) {
	type given struct {
		metric string
		values []float64
		best   bool
	}
	tests := []struct {
		name  string
		lower bool
		cells []given
	}{
		{"higher", false, []given{{"m", []float64{1}, false}, {"m", []float64{2}, true}}},
		{"lower", true, []given{{"m", []float64{1}, true}, {"m", []float64{2}, false}}},
		{"tie as printed", false, []given{{"m", []float64{0.981}, true}, {"m", []float64{0.9799}, true}, {"m", []float64{0.97}, false}}},
		{"no tie across a rounding border", false, []given{{"m", []float64{0.9851}, true}, {"m", []float64{0.9849}, false}}},
		{"metrics apart", false, []given{{"m", []float64{1}, false}, {"m", []float64{2}, true}, {"k", []float64{3}, false}}},
		{"readings are rivals", false, []given{{"m", []float64{1}, false}, {"m@w", []float64{2}, true}}},
		{"without a rival", false, []given{{"m", []float64{1}, false}, {"m", nil, false}}},
		{"not a number", false, []given{{"m", []float64{math.NaN()}, false}, {"m", []float64{1}, true}, {"m", []float64{0}, false}}},
		{"mean, not maximum", false, []given{{"m", []float64{0, 1}, false}, {"m", []float64{0.6, 0.6}, true}}},
	}
	for _, test := range tests {
		var row result.Row
		for _, g := range test.cells {
			row.Cells = append(row.Cells, result.Cell{
				At:     result.Address{Metric: g.metric},
				Runs:   result.Sample{Values: g.values, Want: len(g.values)},
				Metric: result.Metric{Lower: test.lower, Scale: result.Scale{Decimals: 2}},
				State:  result.State{Status: result.OK},
			})
		}
		m := newModel(result.Table{Panels: []result.Panel{{Columns: make([]result.Column, len(row.Cells)), Rows: []result.Row{row}}}})
		for j, c := range m.Panels[0].Rows[0].Cells {
			if c.Ours.Bold != test.cells[j].best {
				t.Errorf("%s: cell %d bold = %v, want %v", test.name, j, c.Ours.Bold, test.cells[j].best)
			}
		}
	}
}

// Mean 2.5 and deviation sqrt(5/3) = 1.2910 of 1, 2, 3, 4, by hand.
func TestCell(t *testing.T) {
	c := newCell(result.Cell{
		Runs:   result.Sample{Values: []float64{1, 2, 3, 4}, Want: 5},
		State:  result.State{Status: result.OK},
		Metric: result.Metric{Scale: result.Scale{Decimals: 4}},
	}, &footnotes{})
	if c.Ours.Mean != "2.5000" || c.Ours.SD != "1.2910" || c.Count != "4 of 5" || c.State != "" {
		t.Errorf("cell = %+v", c)
	}
	if c = newCell(result.Cell{Runs: result.Sample{Values: []float64{7}, Want: 1}, State: result.State{Status: result.OK}}, &footnotes{}); c.Ours != (result.Number{Mean: "7"}) || c.Count != "1" {
		t.Errorf("cell of one value = %+v, want 7 without a deviation", c)
	}
	states := map[result.Status]string{
		result.OK: "pending", result.Pending: "pending", result.MissingData: "data missing", result.Skipped: "skipped", result.Failed: "failed",
	}
	for status, want := range states {
		if c := newCell(result.Cell{Runs: result.Sample{Want: 3}, State: result.State{Status: status}}, &footnotes{}); c.State != want || c.Ours.Mean != "" {
			t.Errorf("%s without values shows %q, want %q", status, c.State, want)
		}
	}
}

// A reason is told once, and not at all where a note of the table tells it.
func TestFootnotes(t *testing.T) {
	f := &footnotes{known: []string{"Data missing: orl: no such file"}}
	cells := []struct {
		cell result.Cell
		want int
	}{
		{result.Cell{State: result.State{Status: result.Skipped, Note: "no mask"}}, 1},
		{result.Cell{State: result.State{Status: result.OK}}, 0},
		{result.Cell{State: result.State{Status: result.MissingData, Note: "no such file"}}, 0},
		{result.Cell{State: result.State{Status: result.Failed, Note: "no\n mask"}}, 2},
		{result.Cell{State: result.State{Status: result.Skipped, Note: "no mask"}}, 1},
	}
	for i, test := range cells {
		if got := f.of(test.cell); got != test.want {
			t.Errorf("footnote of cell %d = %d, want %d", i, got, test.want)
		}
	}
	if len(f.lines) != 2 || f.lines[0] != "skipped: no mask" || f.lines[1] != "failed: no mask" {
		t.Errorf("footnotes %q", f.lines)
	}
}
