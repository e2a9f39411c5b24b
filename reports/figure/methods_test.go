package figure

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// methods is a forest of methods with probabilities beside them, and the heat map of the same methods, one cell of which lies far off.
func methods() result.Figure {
	row := func(label string, mid float64, beside ...string) result.ForestRow {
		return result.ForestRow{Label: label, Low: mid - 1, Mid: mid, High: mid + 1, Beside: beside}
	}
	names := []string{"UMAP", "ORNMF, unit W", "Cauchy"}
	forest := &result.Forest{Tolerance: 1, Heads: []string{"ahead", "worse", "equal", "better"}, Rows: []result.ForestRow{
		row(names[0], 4, "0.00", "0.10", "0.90"), row(names[1], 0, "0.20", "0.60", "0.20"), row(names[2], -6, "1.00", "0.00", "0.00")}}
	heat := &result.Image{Rows: 3, Cols: 2, Values: []float64{4, 4.5, -1, 1, 0, -60}, X: []float64{1, 2}, Y: []float64{3, 2, 1},
		Scale: &result.ColourScale{Label: "ahead of NMF, points", Low: -5, High: 5, Even: true}}
	slices.Reverse(names)
	return figureOf("figure15", "Methods", result.Plot{Status: result.OK, Title: "ARI", X: result.Axis{Label: "ahead of NMF, points"}, Picture: result.Picture{Forest: forest}},
		result.Plot{Status: result.OK, Title: "ARI by data set", X: result.Axis{Names: []string{"iris", "Medulloblastoma"}}, Y: result.Axis{Names: names}, Picture: result.Picture{Image: heat}})
}

// orders is two pairs of orders; one of the methods moves in both.
func orders() result.Figure {
	slope := func(lines ...result.SlopeLine) result.Plot {
		return result.Plot{Status: result.OK, Title: "τ 0.20", Picture: result.Picture{Slope: &result.Slope{Sides: [2]string{"k-means on H", "largest coefficient"}, Lines: lines}}}
	}
	line := func(label string, a, b float64) result.SlopeLine {
		return result.SlopeLine{Label: label, Ranks: [2]float64{a, b}}
	}
	return figureOf("figure16", "Orders", slope(line("NMF", 1, 3), line("PNMF", 2, 1.5), line("UMAP", 4, 4), line("Ncut", 3, 1.5)),
		slope(line("UMAP", 1, 2), line("NMF", 2, 1)))
}

// Each probability stands below its heading and level with its method, and the rows of the heat map with those of the forest.
func TestMethodsFigure(t *testing.T) {
	p := newPage(methods())
	checkPage(t, p)
	at := map[string]vg.Rectangle{}
	for _, text := range p.texts {
		at[strings.Join(text.Lines, " ")] = text.Box
	}
	middle := func(r vg.Rectangle) vg.Length { return (r.Min.Y + r.Max.Y) / 2 }
	if d := at["better"].Max.X - at["0.90"].Max.X; math.Abs(float64(d)) > 0.1 {
		t.Errorf("better ends %g beside 0.90", d)
	}
	if d := middle(at["UMAP"]) - middle(at["0.90"]); math.Abs(float64(d)) > 0.5 {
		t.Errorf("0.90 is %g beside its row", d)
	}
	forest, heat := p.charts[0], p.charts[1]
	for i, y := range heat.plot.Image.Y {
		if d := heat.atY(y) - forest.forestY(i); math.Abs(float64(d)) > 0.1 {
			t.Errorf("row %d of the heat map is %g beside that of the forest", i, d)
		}
	}
	drawn := &inked{}
	heat.drawBeyond(drawn)
	if len(drawn.filled) != 1 {
		t.Errorf("%d cells are marked as beyond the scale, want 1", len(drawn.filled))
	}
	if notes := beyond(p.charts); len(notes) != 1 || !strings.Contains(notes[0], "−60") {
		t.Errorf("said of the far value: %q", notes)
	}
}

// Zero is white, and values as far from it on either side are as dark.
func TestEvenColours(t *testing.T) {
	color := func(at float64) float64 { return lightness(canvas.RampColor(canvas.EvenColors, at)) }
	if color(0.5) < 254.9 {
		t.Errorf("zero has the lightness %g", color(0.5))
	}
	for k := 1; k <= 10; k++ {
		low, high := color(0.5-float64(k)/20), color(0.5+float64(k)/20)
		if math.Abs(low-high) > 45 || low >= color(0.5-float64(k-1)/20) || high >= color(0.5+float64(k-1)/20) {
			t.Errorf("%d/20 from zero: %g and %g", k, low, high)
		}
	}
}

// A method stands at its place in both orders, and has one colour in all pairs.
func TestSlopes(t *testing.T) {
	p := newPage(orders())
	checkPage(t, p)
	if got := slopePlaces(p.charts[0].plot.Slope); !slices.Equal(got, [][2]int{{0, 2}, {1, 0}, {3, 3}, {2, 1}}) {
		t.Errorf("places %v", got)
	}
	if got := moving(p.charts[0].plot.Slope); !slices.Equal(got, []string{"NMF", "Ncut", "PNMF"}) {
		t.Errorf("moving: %q", got)
	}
	for i, want := range []int{3, 2} {
		drawn := &inked{}
		p.charts[i].drawSlope(drawn, p.legend)
		if len(p.legend.entries) > 0 || len(drawn.stroked) < want {
			t.Errorf("%d entries, %d lines", len(p.legend.entries), len(drawn.stroked))
		}
	}
	if len(p.legend.looks) != 4 {
		t.Errorf("%d looks, want one a method that moves", len(p.legend.looks))
	}
	if alt := Alt(orders()); !strings.Contains(alt, "k-means on H: NMF 1.0, PNMF 2.0, Ncut 3.0, UMAP 4.0; largest coefficient: PNMF 1.5") {
		t.Errorf("in words: %s", alt)
	}
}
