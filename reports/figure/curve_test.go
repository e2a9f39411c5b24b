package figure

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/result"
)

// readings are a specification curve of four readings, two of which join choices, one with a long name, and one of many readings.
func readings() result.Figure {
	reading := func(effect, half float64, agrees bool, choices ...string) result.Reading {
		var instead []result.Instead
		for _, c := range choices {
			setting, value, _ := strings.Cut(c, ": ")
			instead = append(instead, result.Instead{Setting: setting, Value: value})
		}
		return result.Reading{Choices: instead, Effect: result.Known(effect), Low: result.Known(effect - half), High: result.Known(effect + half), Says: result.KindAgrees, Agrees: agrees}
	}
	long := "start: " + strings.Repeat("a choice that is described at length, ", 4)
	few := &result.Curve{Tolerance: 5, Readings: []result.Reading{
		reading(-8, 1, false, "k-means: the best of ten starts", long), reading(-1, 2, true, long), reading(0.5, 1.5, true), reading(7, 0, false, "k-means: the best of ten starts", "stop: 100 iterations"),
	}}
	many := &result.Curve{}
	for i := range 60 {
		many.Readings = append(many.Readings, reading(float64(i)/10, 1, i%3 > 0, fmt.Sprint("setting: ", i%7)))
	}
	return figureOf("figure14", "Readings", result.Plot{Title: "accuracy of NMF", Y: result.Axis{Label: "ours less reported, points"}, Picture: result.Picture{Curve: few}, Marks: []result.Mark{{Label: "reported", X: nan, Y: 0}}},
		result.Plot{Title: "many", Picture: result.Picture{Curve: many}, Marks: []result.Mark{{Label: "reported", X: nan, Y: 30}}})
}

// Readings stand from left to right at the height of their effect, each with its interval and a mark on the line of each of its choices; the
// one that was chosen has the first line. The shade is as wide as the tolerance, and what the paper reports is on the axis.
func TestSpecificationCurve(t *testing.T) {
	f := readings()
	f.Columns = 1
	p := newPage(f)
	checkPage(t, p)
	c := p.charts[0]
	drawn := &inked{}
	c.drawCurve(drawn)
	if shade := drawn.filled[0]; math.Abs(float64(shade[0].Y-c.atY(-5))) > 1e-6 || math.Abs(float64(shade[2].Y-c.atY(5))) > 1e-6 {
		t.Errorf("the shade goes from %g to %g", shade[0].Y, shade[2].Y)
	}
	lines := c.curveLines()
	if len(lines) != 4 || lines[0] != "as chosen" {
		t.Fatalf("lines %q", lines)
	}
	marked := func(at vg.Point) bool { // a path around the point
		for _, path := range append(drawn.filled[1:], drawn.stroked...) {
			if len(path) > 2 && vg.Length(math.Abs(float64(path[0].X-at.X)))+vg.Length(math.Abs(float64(path[0].Y-at.Y))) < 2*markerRadius {
				return true
			}
		}
		return false
	}
	for k, r := range c.plot.Curve.Readings {
		x := c.atX(float64(k + 1))
		if !marked(vg.Point{X: x, Y: c.atY(float64(r.Effect))}) {
			t.Errorf("%s has no mark at its effect", r)
		}
		found := 0
		for _, s := range drawn.stroked {
			if len(s) == 2 && s[0].X == x && s[1].X == x && math.Abs(float64(s[0].Y-c.atY(float64(r.Low))))+math.Abs(float64(s[1].Y-c.atY(float64(r.High)))) < 1e-6 {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%s has %d intervals", r, found)
		}
		for i, line := range lines {
			if want := strings.Contains(r.String(), line); marked(vg.Point{X: x, Y: c.lineY(i)}) != want {
				t.Errorf("%s: a mark on %q is %t, want %t", r, line, !want, want)
			}
		}
	}
	if far := p.charts[1]; far.y.Hi < 30 || far.data.Size().X < 60*curveStep {
		t.Errorf("the axis ends at %g, the frame is %g wide", far.y.Hi, far.data.Size().X)
	}
	var texts []string
	for _, placed := range p.texts {
		texts = append(texts, placed.Lines...)
	}
	all := strings.Join(texts, "\n")
	for _, want := range []string{"4 readings by effect", "as chosen", "stop: 100 iterations", "…", "reported", "Black triangles: the reading that was chosen"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q among the texts\n%s", want, all)
		}
	}
	if alt := Alt(f); !strings.Contains(alt, "as chosen +0.5 (-1.0 to 2.0)") || !strings.Contains(alt, "48 more") {
		t.Errorf("in words: %s", alt)
	}
	f.Plots[0].Curve.Readings[0].Effect = 3
	if f.Check() == nil {
		t.Error("readings out of order pass")
	}
}
