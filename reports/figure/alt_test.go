package figure

import (
	"math"
	"strings"
	"testing"

	"nmfrepro/reports/result"
)

// What is seen is said, with the numbers that were drawn.
func TestAlt(t *testing.T) {
	line := result.Series{Label: "NMF", X: []float64{1, 2, 3, 4}, Y: []float64{0.5, 2, 0.123456, nan}}
	dots := result.Series{Label: "dots", X: []float64{1, 2, 3}, Y: []float64{3, 1, 2}, Points: true}
	for name, test := range map[string]struct {
		p    result.Plot
		want string
	}{
		"line":    {result.Plot{X: result.Axis{Label: "rank"}, Y: result.Axis{Label: "RMSE", Log: true}, Series: []result.Series{line}}, "RMSE (logarithmic) over rank; NMF from 0.5 at 1 to 0.123 at 3, highest 2 at 2"},
		"a trend": {result.Plot{Series: []result.Series{{X: []float64{1, 2, 3}, Y: []float64{1, 4.99, 5}}}}, "y over x; series 1 from 1 at 1 to 5 at 3"},
		"points":  {result.Plot{Series: []result.Series{dots}}, "y over x; dots, 3 of them, from 1 at 2 to 3 at 1"},
		"names":   {result.Plot{Series: []result.Series{{Label: "films", X: []float64{1, 2}, Y: []float64{3, 4}, Z: []float64{5, 6}, Names: []string{"A", "B"}}}}, "z over x and y; films: A (1, 3, 5), B (2, 4, 6)"},
		"bars": {result.Plot{X: result.Axis{Names: []string{"Iris", "Wine"}}, Series: []result.Series{{Label: "NMF", Bars: true, X: []float64{1, 2}, Y: []float64{70, 80}}}, Marks: []result.Mark{{Label: "NMF", X: 2, Y: 81}}},
			"y over x; NMF, 2 of them, from 70 at Iris to 80 at Wine; paper, NMF 81 at Wine"},
		"marks": {result.Plot{Series: []result.Series{line}, Marks: []result.Mark{{Label: "paper", X: nan, Y: 1}, {Label: "walk", X: 2.5, Y: nan}, {X: math.Inf(1), Y: 1}}},
			"y over x; NMF from 0.5 at 1 to 0.123 at 3, highest 2 at 2; paper, line at 1; paper, walk, line at 2.5"},
		"heat": {result.Plot{X: result.Axis{Label: "a"}, Y: result.Axis{Label: "b"}, Picture: result.Picture{Image: &result.Image{Rows: 2, Cols: 2, Values: []float64{4, nan, 2, 9}, X: []float64{10, 20}, Y: []float64{1, 2}, Scale: &result.ColourScale{Label: "NMI"}}}},
			"b over a; NMI from 2 at (10, 2) to 9 at (20, 2)"},
		"picture": {result.Plot{Picture: result.Picture{Image: &result.Image{Rows: 1, Cols: 3, Values: []float64{-1, 0, 2e7}}}}, "picture of 1×3 values from -1 to 2e+07"},
		"ranking": {result.Plot{Picture: result.Picture{Ranking: &result.Ranking{Methods: []string{"A", "B"}, Ranks: []float64{1.75, 1.25}}}}, "mean ranks, the best first: B 1.25, A 1.75"},
		"empty":   {result.Plot{Status: result.MissingData, Note: "get it"}, "empty, data missing: get it"},
	} {
		test.p.Title = "P"
		if got, want := Alt(result.Figure{Title: "F.", Plots: []result.Plot{test.p}}), "F. P: "+test.want+"."; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	long := Alt(many(30, 40))
	if !strings.Contains(long, "30 plots.") || !strings.HasSuffix(long, "And 18 more.") || strings.Count(long, "; 28 more.") != mostDescribed {
		t.Errorf("of many: %s", long)
	}
	if svg := string(render(t, curves(), "svg")); !strings.Contains(svg, "<desc>Figure 1. Accuracy on ORL") {
		t.Error("no description in the SVG")
	}
	if got := Alt(result.Figure{}); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}
