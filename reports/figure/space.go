package figure

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports"
	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/ink"
)

// Points in space are seen from the front right and above, without perspective: the camera stands at -60° from the x axis
// and 25° above the floor.
var (
	sinTurn, cosTurn = math.Sincos(-60 * math.Pi / 180)
	sinRise, cosRise = math.Sincos(25 * math.Pi / 180)
)

// corner is a place in the box, from 0 to 1 along each axis.
type corner struct{ x, y, z float64 }

// Half the width and height of the box as it is seen.
var (
	halfSeenX = (math.Abs(sinTurn) + math.Abs(cosTurn)) / 2
	halfSeenY = (sinRise*(math.Abs(sinTurn)+math.Abs(cosTurn)) + cosRise) / 2
)

// spaceSize is the data area of a chart in space within a frame.
func spaceSize(frame vg.Point) vg.Point {
	height := 1.25 * frame.Y
	return vg.Point{X: height * vg.Length(halfSeenX/halfSeenY), Y: height}
}

// seen returns the place of a corner on the page, and how near it is.
func (c *chart) seen(p corner) (at vg.Point, near float64) {
	x, y, z := p.x-0.5, p.y-0.5, p.z-0.5
	across := -sinTurn*x + cosTurn*y
	toward := cosTurn*x + sinTurn*y
	up := -sinRise*toward + cosRise*z
	size := c.data.Size()
	return vg.Point{
		X: c.data.Min.X + size.X*vg.Length(0.5+across/halfSeenX/2),
		Y: c.data.Min.Y + size.Y*vg.Length(0.5+up/halfSeenY/2),
	}, cosRise*toward + sinRise*z
}

// spot is the place of a point of a series in the box. A series without Z lies on the floor.
func (c *chart) spot(s reports.Series, i int) corner {
	p := corner{x: c.x.At(s.X[i]), y: c.y.At(s.Y[i])}
	if len(s.Z) > 0 {
		p.z = c.z.At(s.Z[i])
	}
	return p
}

// point is where a point of a series is drawn.
func (c *chart) point(s reports.Series, i int) vg.Point {
	if c.shape == space {
		at, _ := c.seen(c.spot(s, i))
		return at
	}
	return c.at(s.X[i], s.Y[i])
}

// edges are the axes of the box: x along the front left edge of the floor, y along its front right edge, z up the left.
func (c *chart) edges() []struct {
	axis  reports.Axis
	scale *axis.Scale
	at    func(t float64) corner
} {
	return []struct {
		axis  reports.Axis
		scale *axis.Scale
		at    func(t float64) corner
	}{
		{c.plot.X, &c.x, func(t float64) corner { return corner{t, 0, 0} }},
		{c.plot.Y, &c.y, func(t float64) corner { return corner{1, t, 0} }},
		{c.plot.Z, &c.z, func(t float64) corner { return corner{0, 0, t} }},
	}
}

func (c *chart) setSpaceTicks() {
	for i, e := range c.edges() {
		from, _ := c.seen(e.at(0))
		to, _ := c.seen(e.at(1))
		e.scale.SetTicks(distance(from, to)*0.8, i < 2)
	}
}

// spaceTexts are the tick labels and names of the three axes, outside the box.
func (c *chart) spaceTexts() []ink.Placed {
	var texts []ink.Placed
	for i, e := range c.edges() {
		fx, fy := []vg.Length{1, 0, 1}[i], []vg.Length{1, 1, 0.5}[i]
		dx, dy := []vg.Length{-2, 2, -axis.MajorTick - 1}[i], []vg.Length{-3, -3, 0}[i]
		var wide, high vg.Length
		for _, t := range e.scale.Ticks {
			if t.Label == "" {
				continue
			}
			at, _ := c.seen(e.at(e.scale.At(t.Value)))
			label := ink.Place(t.Text(), at.X+dx, at.Y+dy, fx, fy)
			w, h := t.Text().Size()
			wide, high = max(wide, w), max(high, h)
			texts = append(texts, label)
		}
		middle, _ := c.seen(e.at(0.5))
		if i == 2 {
			if t := axisLabel(e.axis, *e.scale, c.data.Size().Y/2); len(t.Lines) > 0 {
				t.Upward = true
				texts = append(texts, ink.Place(t, middle.X+dx-wide-ink.TextGap, middle.Y, 1, 0.5))
			}
			continue
		}
		t := axisLabel(e.axis, *e.scale, c.data.Size().X/2-ink.TextGap)
		if len(t.Lines) == 0 {
			continue
		}
		// Below the tick labels under its whole width; the edge falls towards the front corner.
		from, _ := c.seen(e.at(0))
		to, _ := c.seen(e.at(1))
		w, _ := t.Size()
		slope := math.Abs(float64((to.Y - from.Y) / (to.X - from.X)))
		y := middle.Y - w/2*vg.Length(slope) + dy - high - ink.TextGap
		texts = append(texts, ink.Place(t, middle.X, y, 0.5, 1))
	}
	return texts
}

// drawSpace draws the floor and the two far walls with their grids, then the points, the far ones first. A stem leads from
// each down to the floor, without which a point has no depth.
func (c *chart) drawSpace(canvas vg.Canvas, l *legend) {
	c.drawWalls(canvas)
	type dot struct {
		at, foot vg.Point
		near     float64
		look     ink.Look
	}
	var dots []dot
	for i, s := range c.plot.Series {
		k := l.series(s, i)
		for _, run := range runs(len(s.X), func(j int) bool { return c.has(s, j) }) {
			var line []vg.Point
			for j := run[0]; j < run[1]; j++ {
				p := c.spot(s, j)
				at, near := c.seen(p)
				foot, _ := c.seen(corner{p.x, p.y, 0})
				dots = append(dots, dot{at, foot, near, k})
				line = append(line, at)
			}
			if !s.Points && len(line) > 1 {
				ink.Pen(canvas, ink.LineWidth, k.Color, k.Dash)
				canvas.Stroke(ink.Polyline(line...))
			}
		}
	}
	slices.SortStableFunc(dots, func(a, b dot) int { return cmp.Compare(a.near, b.near) })
	c.drawLinks(canvas)
	for _, d := range dots {
		if len(dots) <= mostStems {
			ink.Pen(canvas, ink.GridWidth, ink.LightGrey, nil)
			canvas.Stroke(ink.Polyline(d.foot, d.at))
		}
		d.look.Marker.Draw(canvas, d.at, markerRadius, d.look.Color)
	}
	c.drawNames(canvas)
}

// mostStems is up to how many points have stems; more would hide each other.
const mostStems = 80

func (c *chart) drawWalls(canvas vg.Canvas) {
	line := func(a, b corner) {
		from, _ := c.seen(a)
		to, _ := c.seen(b)
		canvas.Stroke(ink.Polyline(from, to))
	}
	ink.Pen(canvas, ink.GridWidth, ink.PaleGrey, nil)
	for _, t := range c.x.Ticks {
		if v := c.x.At(t.Value); t.Label != "" {
			line(corner{v, 0, 0}, corner{v, 1, 0})
			line(corner{v, 1, 0}, corner{v, 1, 1})
		}
	}
	for _, t := range c.y.Ticks {
		if v := c.y.At(t.Value); t.Label != "" {
			line(corner{0, v, 0}, corner{1, v, 0})
			line(corner{0, v, 0}, corner{0, v, 1})
		}
	}
	for _, t := range c.z.Ticks {
		if v := c.z.At(t.Value); t.Label != "" {
			line(corner{0, 0, v}, corner{0, 1, v})
			line(corner{0, 1, v}, corner{1, 1, v})
		}
	}
	ink.Pen(canvas, ink.GridWidth, ink.LightGrey, nil)
	line(corner{0, 1, 0}, corner{0, 1, 1})
	line(corner{0, 0, 1}, corner{0, 1, 1})
	line(corner{0, 1, 1}, corner{1, 1, 1})
	line(corner{0, 0, 0}, corner{0, 1, 0})
	line(corner{0, 1, 0}, corner{1, 1, 0})
	line(corner{1, 1, 0}, corner{1, 1, 1})
	ink.Pen(canvas, ink.FrameWidth, ink.Black, nil)
	for i, e := range c.edges() {
		line(e.at(0), e.at(1))
		for _, t := range e.scale.Ticks {
			at, _ := c.seen(e.at(e.scale.At(t.Value)))
			length := vg.Length(axis.MinorTick)
			if !t.Minor {
				length = axis.MajorTick - 1
			}
			to := []vg.Point{{X: -length * 0.5, Y: -length}, {X: length * 0.5, Y: -length}, {X: -length}}[i]
			canvas.Stroke(ink.Polyline(at, at.Add(to)))
		}
	}
}
