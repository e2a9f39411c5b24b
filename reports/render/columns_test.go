package render

import (
	"strings"
	"testing"

	"nmfrepro/reports/result"
)

// Bold, titles and notes are of the columns that are shown; the key of a method means all its measures.
func TestChosenColumns(t *testing.T) {
	cell := func(method, measure string, value float64) result.Cell {
		return result.Cell{
			At: result.Address{Method: method, Measure: measure, Metric: "acc"}, State: result.State{Status: result.OK},
			Runs: result.Sample{Values: []float64{value, value}, Want: 2}, Metric: result.Metric{Scale: result.Scale{Decimals: 2}},
		}
	}
	table := result.Table{Address: "demo/table1", Title: "Table 1. Clusters of ORL by NMF, GNMF and RPR-NMF (both)", Panels: []result.Panel{{
		Title: "Accuracy (GNMF's: at its best λ)", Columns: []result.Column{{Group: "NMF", Label: "E"}, {Group: "NMF", Label: "D"}, {Group: "GNMF", Label: "E"}, {Group: "RPR-NMF", Label: "E"}, {Group: "RPR-NMF", Label: "D"}},
		Rows: []result.Row{{Label: "orl", Cells: []result.Cell{cell("nmf", "e", 0.5), cell("nmf-kl", "d", 0.7), cell("gnmf", "e", 0.9), cell("rpr", "e", 0.6), cell("rpr-div", "d", 0.4)}}},
	}}}
	text := render(t, table, "latex", Options{Columns: []string{"nmf", "rpr"}})
	for _, want := range []string{
		"& 0.50", "\\textbf{0.70", "\\textbf{0.60", "& 0.40", "Clusters of ORL by NMF and RPR-NMF (both)", "\\itshape Accuracy}", "best mean of its metric and measure in the row.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, lacks := range []string{"GNMF", "bold there", "0.90"} {
		if strings.Contains(text, lacks) {
			t.Errorf("%q in\n%s", lacks, text)
		}
	}
	if got := ofMethods("Clustering by nine methods, two to ten classes", []string{"A", "B", "C"}, []string{"A", "B"}); got != "Clustering by A and B, two to ten classes" {
		t.Error(got)
	}
	if got := ofMethods("Errors of iris and orl", []string{"A", "B"}, []string{"A"}); got != "Errors of iris and orl" {
		t.Error(got)
	}
}

// A panel that says so, or --transpose, has the methods below each other in every format that shows lines and columns; both together undo
// each other.
func TestTurnedPanels(t *testing.T) {
	write := func(format string, turned, transpose bool) string {
		table := canned()
		for i := range table.Panels {
			table.Panels[i].Turned = turned
		}
		var b strings.Builder
		if err := Tables(&b, format, Options{Transpose: transpose, Columns: []string{AllColumns}}, table); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		return strings.ReplaceAll(b.String(), ":transposed}", "}") // of LaTeX's label
	}
	for _, f := range formats {
		plain, turned := write(f.name, false, false), write(f.name, true, false)
		if f.shown == (plain == turned) {
			t.Errorf("%s: a turned table is as before: %t", f.name, plain == turned)
		}
		if got := write(f.name, false, true); f.shown && got != turned {
			t.Errorf("%s: --transpose gives\n%s\nwant\n%s", f.name, got, turned)
		}
		if got := write(f.name, true, true); got != plain {
			t.Errorf("%s: a turned table, transposed, gives\n%s\nwant\n%s", f.name, got, plain)
		}
	}
	if text := write("text", true, false); !strings.Contains(text, " method ") || !strings.Contains(text, "in the column") {
		t.Errorf("methods are not below each other:\n%s", text)
	}
}
