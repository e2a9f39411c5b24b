package reports

import (
	"math"
	"strings"
	"testing"

	"nmfrepro/reports/result"
)

// A forest has a plot for each unit and tolerance, points first; Own takes the rows of the paper's own method, by table and in
// tolerances.
func TestForest(t *testing.T) {
	row := func(table, metric, name, unit string, margin, mid float64, kind string) result.Conclusion {
		return result.Conclusion{Subject: result.Subject{Table: table, Metric: metric, Name: name}, Distance: result.Distance{Unit: unit, Tolerance: margin, Difference: mid, Low: mid - 1, High: mid + 1}, Kind: kind}
	}
	c := result.Conclusions{Rows: []result.Conclusion{
		row("table1", "msl", "NMF", result.Percent, 5, 20, result.KindDiffers),
		row("table1", "acc", "NMF", result.Points, 5, -1, result.KindAgrees),
		row("table1", "acc", "PNMF linear", result.Points, 5.000000000000001, 7, result.KindDiffers),
		row("table2", "f1", "PNMF", result.Points, 3, 0, result.KindAgrees),
	}}
	var got []string
	for _, p := range ForestOf(c).Plots {
		for _, r := range p.Forest.Rows {
			got = append(got, p.X.Label+" | "+r.Group+" "+r.Label+" "+r.Sign())
		}
	}
	want := []string{
		"ours less reported, points; tolerance 5 | accuracy NMF =", "ours less reported, points; tolerance 5 | accuracy PNMF linear ≠",
		"ours less reported, points; tolerance 3 | f1 PNMF =", "ours less reported, per cent; tolerance 5 | mean squared loss NMF ≠",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	own := OwnForest(result.Paper{PaperAbout: result.PaperAbout{Short: "PNMF"}, Says: c, Tables: []result.Table{{Key: "table1", Title: "Table I. Clusters"}}})
	if len(own.Plots) != 1 || len(own.Plots[0].Forest.Rows) != 2 {
		t.Fatalf("own rows: %+v", own.Plots)
	}
	first, second := own.Plots[0].Forest.Rows[0], own.Plots[0].Forest.Rows[1]
	if first.Group != "Table I" || first.Label != "accuracy, linear" || math.Abs(first.Mid-1.4) > 1e-9 || math.Abs(first.Low-1.2) > 1e-9 || second.Group != "table2" || second.Mid != 0 {
		t.Errorf("own rows: %+v", own.Plots[0].Forest.Rows)
	}
	if err := own.Check(); err != nil {
		t.Error(err)
	}
	if len(ForestOf((result.Conclusions{})).Plots) != 0 {
		t.Error("a forest without rows has a plot")
	}
}
