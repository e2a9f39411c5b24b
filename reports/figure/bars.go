package figure

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports"
	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/canvas"
)

// barShare is how much of the distance between places their bars take.
const barShare = 0.8

// arrangeBars puts the bars of several series side by side around their places.
func (c *chart) arrangeBars() {
	c.shifts = make([]float64, len(c.plot.Series))
	var bars []int
	var places []float64
	for i, s := range c.plot.Series {
		if s.Bars {
			bars = append(bars, i)
			for _, x := range s.X {
				if axis.Drawable(x, c.plot.X.Log) {
					places = append(places, x)
				}
			}
		}
	}
	if len(bars) == 0 {
		return
	}
	slices.Sort(places)
	step := math.Inf(1)
	for i := 1; i < len(places); i++ {
		if d := places[i] - places[i-1]; d > 0 {
			step = min(step, d)
		}
	}
	if math.IsInf(step, 1) {
		step = 1
	}
	c.width = barShare * step / float64(len(bars))
	for k, i := range bars {
		c.shifts[i] = (float64(k) - float64(len(bars)-1)/2) * c.width
	}
}

// addBar makes room for a bar around x, and for the zero that it starts from.
func (c *chart) addBar(x, y *axis.Extent, at float64) {
	for _, edge := range []float64{at - c.width/2, at + c.width/2} {
		if axis.Drawable(edge, c.plot.X.Log) {
			x.Add(edge)
		}
	}
	if !c.plot.Y.Log {
		y.Add(0)
		y.Snug = [2]bool{y.Lo == 0, y.Hi == 0}
	}
}

// shiftOf is how far a mark stands from its place: as far as the bar of its series.
func (c *chart) shiftOf(m reports.Mark) float64 {
	for i, s := range c.plot.Series {
		if s.Bars && s.Label == m.Label {
			return c.shifts[i]
		}
	}
	return 0
}

func (c *chart) drawBars(dst vg.Canvas, s reports.Series, shift float64, l canvas.Look) {
	if c.y.Lo < 0 && c.y.Hi > 0 && !c.y.Log {
		canvas.Pen(dst, canvas.GridWidth, canvas.Black, nil)
		dst.Stroke(canvas.Polyline(vg.Point{X: c.data.Min.X, Y: c.atY(0)}, vg.Point{X: c.data.Max.X, Y: c.atY(0)}))
	}
	for i := range s.X {
		left, right := s.X[i]+shift-c.width/2, s.X[i]+shift+c.width/2
		if !c.has(s, i) || !axis.Drawable(left, c.plot.X.Log) {
			continue
		}
		base := c.data.Min.Y
		if !c.plot.Y.Log {
			base = c.atY(0)
		}
		top := c.atY(s.Y[i])
		if c.hasStems() {
			canvas.Pen(dst, min(canvas.LineWidth, c.barWidth()), l.Color, nil)
			x := c.atX(s.X[i] + shift)
			dst.Stroke(canvas.Polyline(vg.Point{X: x, Y: base}, vg.Point{X: x, Y: top}))
			continue
		}
		canvas.DrawBox(dst, vg.Rectangle{
			Min: vg.Point{X: c.atX(left), Y: min(base, top)},
			Max: vg.Point{X: c.atX(right), Y: max(base, top)},
		}, l)
	}
}

// narrowestBar is how wide a bar has to be for its outline and hatching to be seen.
const narrowestBar = 3.0

// barWidth is the width on the page of the bars, the narrowest of them on a logarithmic axis.
func (c *chart) barWidth() vg.Length {
	if !c.x.Log {
		return c.data.Size().X * vg.Length(c.width/(c.x.Hi-c.x.Lo))
	}
	last := math.Pow(10, c.x.Hi)
	return c.atX(last) - c.atX(last-c.width)
}

// hasStems tells whether bars are too narrow and become stems: strokes of their colour.
func (c *chart) hasStems() bool {
	return c.width > 0 && c.barWidth() < narrowestBar
}
