package figure

import (
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"

	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// banded is a plot of so many lines over ten places, of height 1 and as far apart.
func banded(lines int, apart float64) result.Plot {
	p := result.Plot{Title: "P"}
	for i := range lines {
		s := result.Series{Label: string(rune('a' + i))}
		for k := range 10 {
			y := apart * float64(i)
			s.X, s.Y, s.Low, s.High = append(s.X, float64(k)), append(s.Y, y), append(s.Low, y-0.5), append(s.High, y+0.5)
		}
		p.Series = append(p.Series, s)
	}
	return p
}

// Three bands over each other become error bars at their markers, one beside the other; two stay bands.
func TestErrorBars(t *testing.T) {
	beside := banded(3, 5)
	for k := range 3 { // at three of ten places only
		for i := range beside.Series {
			s := &beside.Series[i]
			s.Y[k], s.Low[k], s.High[k] = 0, -0.5, 0.5
		}
	}
	for name, test := range map[string]struct {
		plots []result.Plot
		want  bool
	}{
		"two":           {[]result.Plot{banded(2, 0.1)}, false},
		"three":         {[]result.Plot{banded(3, 0.1)}, true},
		"three apart":   {[]result.Plot{banded(3, 2)}, false},
		"three, end on": {[]result.Plot{banded(3, 0.5)}, false}, // the third begins where the first ends
		"at few places": {[]result.Plot{beside}, false},
		"in one plot":   {[]result.Plot{banded(2, 5), banded(3, 0.1)}, true},
	} {
		p := newPage(result.Figure{Plots: test.plots})
		if p.legend.errorBars != test.want {
			t.Errorf("%s: error bars %t, want %t", name, p.legend.errorBars, test.want)
		}
		for _, c := range p.charts {
			if (c.aside != nil) != test.want {
				t.Errorf("%s: lines stand aside by %v", name, c.aside)
			}
		}
	}
	p := newPage(result.Figure{Plots: []result.Plot{banded(3, 0.1)}})
	c := p.charts[0]
	if c.aside[1] != 0 || c.aside[2] != dodge || c.aside[0] != -dodge {
		t.Errorf("lines stand aside by %v", c.aside)
	}
	if notes := omissions(p.charts); len(notes) != 1 || notes[0] != "Bands and bars: mean ± deviation; lines that share a place stand beside each other there." {
		t.Errorf("notes %q", notes)
	}
	bars := &strokes{want: canvas.Palette[0]}
	c.drawBand(bars, 0, canvas.NewLook(0))
	if len(bars.all) != 0 {
		t.Errorf("%d strokes before the line", len(bars.all))
	}
	c.drawSeries(bars, 0, canvas.NewLook(0))
	if n := len(bars.all); n != 1+3*10 { // the line, and three strokes a bar
		t.Errorf("%d strokes, want the line and ten bars of three", n)
	}
}

// heights is a dst that knows the lowest and the highest point of what is filled.
type heights struct {
	recorder.Canvas
	lo, hi vg.Length
}

func (c *heights) Fill(p vg.Path) {
	for _, s := range p {
		if s.Type != vg.CloseComp {
			c.lo, c.hi = min(c.lo, s.Pos.Y), max(c.hi, s.Pos.Y)
		}
	}
}

// A band ends at the smallest and the greatest possible value, which is said; a mean beyond them, and the numbers in the CSV
// file, are left alone.
func TestBounds(t *testing.T) {
	p := banded(1, 0)
	p.Series[0].Y[3] = 0.9
	p.Series[0].High[3] = 1.4
	zero, one := 0.0, 1.0
	p.Y.Low, p.Y.High = &zero, &one
	pg := newPage(result.Figure{Plots: []result.Plot{p}})
	c := pg.charts[0]
	h := &heights{lo: vg.Length(math.Inf(1)), hi: vg.Length(math.Inf(-1))}
	c.drawBand(h, 0, canvas.NewLook(0))
	if h.lo != c.atY(0) || h.hi != c.atY(1) {
		t.Errorf("band from %g to %g, want %g to %g", h.lo, h.hi, c.atY(0), c.atY(1))
	}
	if c.y.Lo < -0.05 || c.y.Hi > 1.05 {
		t.Errorf("axis from %g to %g", c.y.Lo, c.y.Hi)
	}
	if notes := omissions(pg.charts); len(notes) != 1 || notes[0] != "Bands and bars: mean ± deviation, as far as such values are possible." {
		t.Errorf("notes %q", notes)
	}
	if p.Series[0].Low[0] != -0.5 {
		t.Error("the numbers have changed")
	}
	p.Series[0].Y[0] = -0.2
	c = newPage(result.Figure{Plots: []result.Plot{p}}).charts[0]
	if low, high := c.edgesAt(c.plot.Series[0], 0); low != -0.5 || high != 0.5 {
		t.Errorf("around a mean below the bound: %g to %g", low, high)
	}
}

// One unit is as long on both axes, in space on all three, and nothing leaves its axis.
func TestEqual(t *testing.T) {
	p := result.Plot{Equal: true, Series: []result.Series{{X: []float64{0.05, 0.3}, Y: []float64{0, 1}}}}
	c := newPage(result.Figure{Plots: []result.Plot{p}}).charts[0]
	size := c.data.Size()
	if x, y := float64(size.X)/(c.x.Hi-c.x.Lo), float64(size.Y)/(c.y.Hi-c.y.Lo); math.Abs(x-y) > 1e-9*x {
		t.Errorf("a unit is %g points along x, %g along y", x, y)
	}
	if c.x.Lo != 0 || c.x.Hi < 0.3 || c.y.Lo > 0 || c.y.Hi < 1 {
		t.Errorf("axes from %g to %g and %g to %g", c.x.Lo, c.x.Hi, c.y.Lo, c.y.Hi)
	}
	p.Series[0].X = []float64{-3, -2.9}
	c = newPage(result.Figure{Plots: []result.Plot{p}}).charts[0]
	if middle := (c.x.Lo + c.x.Hi) / 2; math.Abs(middle+2.95) > 1e-9 {
		t.Errorf("the axis has its middle at %g, the points at -2.95", middle)
	}
	p.Series[0].Z = []float64{0, 7}
	c = newPage(result.Figure{Plots: []result.Plot{p}}).charts[0]
	for _, s := range []axis.Scale{c.x, c.y, c.z} {
		if math.Abs(s.Hi-s.Lo-7*(1+2*axis.RangePad)) > 1e-9 {
			t.Errorf("axis from %g to %g", s.Lo, s.Hi)
		}
	}
}
