package render

import (
	"math"
	"testing"

	"nmfrepro/reports"
	"nmfrepro/reports/result"
)

// Numbers that print alike share the mark of the best; one on the other side of an edge does not, however near.
func TestBestAtEdges(t *testing.T) {
	percent := result.Scale{Times: 100}
	edge := 0.625
	for other, alike := range map[float64]bool{
		edge: true, math.Nextafter(edge, 0): true, math.Nextafter(edge, 1): false, 0.6151: true, 0.6149: false,
	} {
		var row result.Row
		for _, v := range []float64{edge, other} {
			row.Cells = append(row.Cells, result.Cell{
				Runs:   result.Sample{Values: []float64{v}, Want: 1},
				Metric: result.Metric{Scale: percent},
				State:  result.State{Status: result.OK},
			})
		}
		cells := newModel(result.Table{Panels: []result.Panel{{Columns: make([]result.Column, 2), Rows: []result.Row{row}}}}).Panels[0].Rows[0].Cells
		if got := cells[0].Ours.Bold && cells[1].Ours.Bold; got != alike {
			t.Errorf("%v and %v: both best %t, want %t", edge, other, got, alike)
		}
	}
}

// A cell of shares is printed, quoted, written to CSV and averaged in the unit of its table.
func TestShownUnits(t *testing.T) {
	c := result.Cell{
		Runs:     result.Sample{Values: []float64{0.5, 0.625, 0.75}, Want: 4},
		State:    result.State{Status: result.OK},
		Metric:   result.Metric{Scale: result.Scale{Times: 100, Decimals: 1}},
		Reported: result.Reported{Value: "61.2", SD: "1.3"},
	}
	m := newCell(c, &footnotes{})
	if m.Mean() != 62.5 || m.SD() != 12.5 || m.Ours != (result.Number{Mean: "62.5", SD: "12.5"}) || m.Count != "3 of 4" {
		t.Errorf("cell %+v", m)
	}
	for got, want := range map[string]string{
		reports.MeanText(c): "62.5±12.5 (3)", reports.ReportedText(c): "61.2±1.3", reports.ReportedText(result.Cell{}): "", reports.MeanText(result.Cell{State: result.State{Status: result.MissingData}}): "data missing",
		reports.MeanText(result.Cell{Runs: result.Sample{Values: []float64{-0.0001}}, Metric: result.Metric{Scale: result.Scale{Times: 100}}}): "0 (1)", c.Metric.Scale.Text(-0.0004): "0.0",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
