package figure

import (
	"image/color"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/result"
)

// rowsAroundZero is a forest of two metrics with every verdict, one interval much wider than the others, and one far away.
func rowsAroundZero() result.Figure {
	row := func(group, label string, low, mid, high float64, kind string) result.ForestRow {
		return result.ForestRow{Group: group, Label: label, Low: low, Mid: mid, High: high, Verdict: kind}
	}
	kinds := result.Kinds[1:] // from "agrees" on
	return figureOf("figure13", "Rows", result.Plot{Status: result.OK, X: result.Axis{Label: "ours less reported, points"}, Picture: result.Picture{Forest: &result.Forest{Tolerance: 5, Rows: []result.ForestRow{
		row("accuracy", "NMF", -1, 0.5, 2, kinds[0].Kind), row("accuracy", "GNMF", -4, -3, -2, kinds[1].Kind), row("accuracy", "ONMF", -80, 0, 80, kinds[2].Kind),
		row("NMI", "NMF", -12.2, -8.8, -5.4, kinds[3].Kind), row("NMI", "GNMF", 90, 95, 100, kinds[3].Kind),
	}}}})
}

// Rows stand below each other under their headings, at the places of their numbers; the shade is as wide as the tolerance; an interval
// that goes on ends in an arrow at the edge, and its number still stands beside it.
func TestForestPlot(t *testing.T) {
	f := rowsAroundZero()
	p := newPage(f)
	checkPage(t, p)
	c := p.charts[0]
	if c.shape != forest || c.x.Lo > -6 || c.x.Hi < 6 || c.x.Hi > 45 {
		t.Fatalf("axis from %g to %g, want the tolerance and not the widest interval", c.x.Lo, c.x.Hi)
	}
	drawn := &inked{}
	c.drawForest(drawn)
	shade := drawn.filled[0]
	for i, at := range []vg.Length{c.atX(-5), c.atX(5)} {
		if math.Abs(float64(shade[i].X-at)) > 1e-6 {
			t.Errorf("the shade ends at %g, want %g", shade[i].X, at)
		}
	}
	for i, r := range forestLines(c.plot.Forest) {
		if math.IsNaN(r.Mid) {
			continue
		}
		y, line := c.forestY(i), []vg.Point(nil)
		arrows := 0
		for _, s := range drawn.stroked {
			switch {
			case len(s) == 2 && s[0].Y == y && s[1].Y == y:
				line = s
			case len(s) == 3 && s[1].Y == y:
				arrows++
			}
		}
		want := 0
		if r.Low < c.x.Lo {
			want++
		}
		if r.High > c.x.Hi {
			want++
		}
		if line == nil || line[0].X > line[1].X+1e-9 && want == 0 || arrows != want {
			t.Errorf("%s %s: line %v, %d arrows, want %d", r.Group, r.Label, line, arrows, want)
		}
		if r.Low >= c.x.Lo && r.High <= c.x.Hi && (math.Abs(float64(line[0].X-c.atX(r.Low))) > 1e-6 || math.Abs(float64(line[1].X-c.atX(r.High))) > 1e-6) {
			t.Errorf("%s %s: from %g to %g", r.Group, r.Label, line[0].X, line[1].X)
		}
		for _, at := range line {
			if at.X < c.data.Min.X-1e-6 || at.X > c.data.Max.X+1e-6 {
				t.Errorf("%s %s leaves the axis: %v", r.Group, r.Label, line)
			}
		}
	}
	var texts []string
	for _, placed := range p.texts {
		texts = append(texts, placed.Lines...)
	}
	all := strings.Join(texts, "\n")
	for _, want := range []string{"accuracy", "≠ −8.8", "≠ +95.0", "= +0.5", "ours less reported, points"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q among the texts\n%s", want, all)
		}
	}
	if alt := Alt(f); !strings.Contains(alt, "NMI NMF -8.8 (-12.2 to -5.4) "+result.Kinds[4].Kind) || !strings.Contains(alt, "tolerance 5") {
		t.Errorf("in words: %s", alt)
	}
}

// inked is a canvas that collects strokes and what is filled.
type inked struct {
	vg.Canvas
	stroked, filled [][]vg.Point
}

func points(p vg.Path) (all []vg.Point) {
	for _, s := range p {
		if s.Type != vg.CloseComp {
			all = append(all, s.Pos)
		}
	}
	return all
}

func (c *inked) Stroke(p vg.Path)                   { c.stroked = append(c.stroked, points(p)) }
func (c *inked) SetColor(color.Color)               {}
func (c *inked) SetLineWidth(vg.Length)             {}
func (c *inked) SetLineDash([]vg.Length, vg.Length) {}
func (c *inked) Fill(p vg.Path)                     { c.filled = append(c.filled, points(p)) }
