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
