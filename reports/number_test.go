package reports

import (
	"math"
	"testing"
)

// Times 100 of these numbers is exact, so that the edges of rounding lie where they are said to: halves go to the even digit,
// and the next number above or below goes its own way.
func TestScaleEdges(t *testing.T) {
	tests := []struct {
		scale           Scale
		v               float64
		below, at, over string
	}{
		{Scale{100, 0}, 0.625, "62", "62", "63"},
		{Scale{100, 0}, 0.375, "37", "38", "38"},
		{Scale{100, 0}, -0.625, "-63", "-62", "-62"},
		{Scale{100, 1}, 0.0625, "6.2", "6.2", "6.3"},
		{Scale{100, 2}, 0.28125, "28.12", "28.12", "28.13"},
		{Scale{1000, 1}, 0.03125, "31.2", "31.2", "31.3"},
		{Scale{1000, 2}, 0.015625, "15.62", "15.62", "15.63"},
		{Scale{0, 0}, 0.5, "0", "0", "1"},
		{Scale{0, 0}, -0.5, "-1", "0", "0"},
		{Scale{1, 2}, 0.125, "0.12", "0.12", "0.13"},
		{Scale{1, -1}, 1.5, "1", "2", "2"},
		{Scale{100, 2}, 0, "0.00", "0.00", "0.00"},
		{Scale{100, 2}, math.Copysign(0, -1), "0.00", "0.00", "0.00"},
		{Scale{100, 0}, 0.995, "99", "100", "100"}, // 99.5 is nearer to 0.995·100 than its neighbours
	}
	for _, test := range tests {
		got := [3]string{test.scale.Text(math.Nextafter(test.v, math.Inf(-1))), test.scale.Text(test.v), test.scale.Text(math.Nextafter(test.v, math.Inf(1)))}
		if want := [3]string{test.below, test.at, test.over}; got != want {
			t.Errorf("%+v: %v and its neighbours are %q, want %q", test.scale, test.v, got, want)
		}
	}
	if got := (Scale{Times: 100}).Natural(61.25); got != 0.6125 {
		t.Errorf("61.25 %% is %v", got)
	}
}

// Numbers that print alike share the mark of the best; one on the other side of an edge does not, however near.
func TestBestAtEdges(t *testing.T) {
	percent := Scale{Times: 100}
	edge := 0.625
	for other, alike := range map[float64]bool{
		edge: true, math.Nextafter(edge, 0): true, math.Nextafter(edge, 1): false, 0.6151: true, 0.6149: false,
	} {
		var row Row
		for _, v := range []float64{edge, other} {
			row.Cells = append(row.Cells, Cell{Values: []float64{v}, Want: 1, Scale: percent, Status: OK})
		}
		cells := newModel(Table{Panels: []Panel{{Columns: make([]Column, 2), Rows: []Row{row}}}}).panels[0].rows[0].cells
		if got := cells[0].ours.bold && cells[1].ours.bold; got != alike {
			t.Errorf("%v and %v: both best %t, want %t", edge, other, got, alike)
		}
	}
}

// A cell of shares is printed, quoted, written to CSV and averaged in the unit of its table.
func TestShownUnits(t *testing.T) {
	c := Cell{
		Values: []float64{0.5, 0.625, 0.75}, Want: 4, Status: OK, Scale: Scale{Times: 100, Decimals: 1},
		Published: Published{Value: "61.2", SD: "1.3"},
	}
	m := newCell(c, newFootnotes(nil))
	if m.mean != 62.5 || m.sd != 12.5 || m.ours != (number{mean: "62.5", sd: "12.5"}) || m.count != "3 of 4" {
		t.Errorf("cell %+v", m)
	}
	for got, want := range map[string]string{
		MeanText(c): "62.5±12.5 (3)", PublishedText(c): "61.2±1.3", PublishedText(Cell{}): "", MeanText(Cell{Status: MissingData}): "data missing",
		MeanText(Cell{Values: []float64{-0.0001}, Scale: Scale{Times: 100}}): "0 (1)", c.Scale.Text(-0.0004): "0.0",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestSignificant(t *testing.T) {
	minus := math.Copysign(0, -1)
	for got, want := range map[string]string{
		Plain(0.06125): "0.0612", Plain(minus): "0", Plain(1234567): "1.23e+06", Plain(math.NaN()): "-",
		Signed(0.6125): "+0.613", Signed(minus): "+0", Signed(-2): "-2", Signed(math.NaN()): "-",
		IntervalText(-0.25, 1): "-0.25 to 1", IntervalText(math.NaN(), 1): "-", IntervalText(minus, 0.5): "0 to 0.5",
		Count(1, "cell"): "1 cell", Count(0, "cell"): "0 cells", Count(2, "cell"): "2 cells",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
