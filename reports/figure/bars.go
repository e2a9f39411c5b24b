package figure

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
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

// shiftOf says how far a mark stands from its place: as far as the bar of its series.
func (c *chart) shiftOf(m result.Mark) float64 {
	for i, s := range c.plot.Series {
		if s.Bars && s.Label == m.Label {
			return c.shifts[i]
		}
	}
	return 0
}

func (c *chart) drawBars(dst vg.Canvas, s result.Series, shift float64, l canvas.Look) {
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

// barWidth returns the width on the page of the bars, the narrowest of them on a logarithmic axis.
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

// A band between low and high is filled with a pale colour. Where three bands lie over each other for much of a plot, their
// colours mix into one, and the lines of the whole figure have error bars instead.

// edgesAt returns the ends of the band at point k of s, within what the axis says is possible.
func (c *chart) edgesAt(s result.Series, k int) (low, high float64) {
	low, high = s.Low[k], s.High[k]
	if least := c.plot.Y.Low; least != nil && s.Y[k] >= *least {
		low = max(low, *least)
	}
	if most := c.plot.Y.High; most != nil && s.Y[k] <= *most {
		high = min(high, *most)
	}
	return low, high
}

// isBanded tells whether s is a line with bands.
func isBanded(s result.Series) bool { return len(s.Low) > 0 && !s.Points && !s.Bars }

// tangled tells whether at a third of the places of a plot, or more, three bands have values in common.
func (c *chart) tangled() bool {
	if c.shape != axes {
		return false
	}
	type edge struct {
		y    float64
		step int
	}
	at := map[float64][]edge{}
	for _, s := range c.plot.Series {
		for k := range s.X {
			if isBanded(s) && c.hasBand(s, k) {
				if low, high := c.edgesAt(s, k); low < high {
					at[s.X[k]] = append(at[s.X[k]], edge{low, 1}, edge{high, -1})
				}
			}
		}
	}
	many := 0
	for _, edges := range at {
		slices.SortFunc(edges, func(a, b edge) int { // a band that ends where another begins does not lie over it
			return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.step, b.step))
		})
		depth, deepest := 0, 0
		for _, e := range edges {
			depth += e.step
			deepest = max(deepest, depth)
		}
		if deepest >= 3 {
			many++
		}
	}
	return many > 0 && 3*many >= len(at)
}

// setErrorBars gives the lines of a chart error bars in place of bands. Those of several lines stand beside each other.
func (c *chart) setErrorBars() {
	c.aside = make([]vg.Length, len(c.plot.Series))
	var lines []int
	nearest := vg.Length(math.Inf(1)) // distance of two points of a line
	for i, s := range c.plot.Series {
		if !isBanded(s) {
			continue
		}
		lines = append(lines, i)
		for k := 1; k < len(s.X); k++ {
			if c.has(s, k-1) && c.has(s, k) {
				nearest = min(nearest, vg.Length(math.Abs(float64(c.atX(s.X[k])-c.atX(s.X[k-1])))))
			}
		}
	}
	step := min(dodge, 0.4*nearest/vg.Length(max(len(lines), 1)))
	for k, i := range lines {
		c.aside[i] = (vg.Length(k) - vg.Length(len(lines)-1)/2) * step
	}
}

// dodge is how far apart the error bars of several lines stand at most.
const dodge = 1.8

// drawBand fills between low and high of series i; a point without neighbours, points and bars get error bars.
func (c *chart) drawBand(dst vg.Canvas, i int, l canvas.Look) {
	s := c.plot.Series[i]
	if c.aside != nil && isBanded(s) { // drawn with its markers
		return
	}
	for _, run := range runs(len(s.X), func(k int) bool { return c.hasBand(s, k) }) {
		if s.Points || s.Bars || run[1]-run[0] == 1 {
			for k := run[0]; k < run[1]; k++ {
				c.drawErrorBar(dst, i, k, l)
			}
			continue
		}
		var upper, lower []vg.Point
		for k := run[0]; k < run[1]; k++ {
			low, high := c.edgesAt(s, k)
			upper, lower = append(upper, c.at(s.X[k], high)), append(lower, c.at(s.X[k], low))
		}
		slices.Reverse(lower)
		path := canvas.Polyline(append(upper, lower...)...)
		path.Close()
		dst.SetColor(l.Band())
		dst.Fill(path)
	}
}

func (c *chart) drawErrorBar(dst vg.Canvas, i, k int, l canvas.Look) {
	s := c.plot.Series[i]
	canvas.Pen(dst, canvas.MarkWidth, l.Color, nil)
	if s.Bars {
		canvas.Pen(dst, canvas.MarkWidth, canvas.Black, nil)
	}
	x := c.atX(s.X[k] + c.shifts[i])
	if c.aside != nil {
		x += c.aside[i]
	}
	low, high := c.edgesAt(s, k)
	canvas.DrawWhiskers(dst, vg.Point{X: x, Y: c.atY(low)}, vg.Point{X: x, Y: c.atY(high)})
}
