package reports

import (
	"math"
	"testing"
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
		var row Row
		for _, g := range test.cells {
			row.Cells = append(row.Cells, Cell{
				Metric: g.metric, Values: g.values, Want: len(g.values), Lower: test.lower, Decimals: 2, Status: OK,
			})
		}
		m := newModel(Table{Panels: []Panel{{Columns: make([]Column, len(row.Cells)), Rows: []Row{row}}}})
		for j, c := range m.panels[0].rows[0].cells {
			if c.ours.bold != test.cells[j].best {
				t.Errorf("%s: cell %d bold = %v, want %v", test.name, j, c.ours.bold, test.cells[j].best)
			}
		}
	}
}

// Mean 2.5 and deviation sqrt(5/3) = 1.2910 of 1, 2, 3, 4, by hand.
func TestCell(t *testing.T) {
	c := newCell(Cell{Values: []float64{1, 2, 3, 4}, Want: 5, Status: OK, Decimals: 4}, newFootnotes(nil))
	if c.ours.mean != "2.5000" || c.ours.sd != "1.2910" || c.count != "4 of 5" || c.state != "" {
		t.Errorf("cell = %+v", c)
	}
	if c = newCell(Cell{Values: []float64{7}, Want: 1, Status: OK}, newFootnotes(nil)); c.ours != (number{mean: "7"}) || c.count != "1" {
		t.Errorf("cell of one value = %+v, want 7 without a deviation", c)
	}
	states := map[Status]string{
		OK: "pending", Pending: "pending", MissingData: "data missing", Skipped: "skipped", Failed: "failed",
	}
	for status, want := range states {
		if c := newCell(Cell{Want: 3, Status: status}, newFootnotes(nil)); c.state != want || c.ours.mean != "" {
			t.Errorf("%s without values shows %q, want %q", status, c.state, want)
		}
	}
}

// A reason is told once, and not at all where a note of the table tells it.
func TestFootnotes(t *testing.T) {
	f := newFootnotes([]string{"Data missing: orl: no such file"})
	cells := []struct {
		cell Cell
		want int
	}{
		{Cell{Status: Skipped, Note: "no mask"}, 1},
		{Cell{Status: OK}, 0},
		{Cell{Status: MissingData, Note: "no such file"}, 0},
		{Cell{Status: Failed, Note: "no\n mask"}, 2},
		{Cell{Status: Skipped, Note: "no mask"}, 1},
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

func TestFixed(t *testing.T) {
	tests := []struct {
		v        float64
		decimals int
		want     string
	}{
		{0.125, 2, "0.12"}, {0.1251, 2, "0.13"}, {-0.001, 2, "0.00"}, {math.Copysign(0, -1), 0, "0"}, {-0.006, 2, "-0.01"},
		{1234567.891, 1, "1234567.9"}, {99.5, 0, "100"}, {1, -3, "1"}, {math.NaN(), 2, "NaN"}, {math.Inf(-1), 2, "-Inf"},
	}
	for _, test := range tests {
		if got := fixed(test.v, test.decimals); got != test.want {
			t.Errorf("fixed(%v, %d) = %q, want %q", test.v, test.decimals, got, test.want)
		}
	}
}
