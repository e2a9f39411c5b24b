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

// toward says how far a place is from the middle of the box towards the viewer, along the floor.
func (p corner) toward() float64 { return cosTurn*(p.x-0.5) + sinTurn*(p.y-0.5) }

// near says how near a place is to the viewer.
func (p corner) near() float64 { return cosRise*p.toward() + sinRise*(p.z-0.5) }

// seen returns the place of a corner on the page.
func (c *chart) seen(p corner) vg.Point {
	across := -sinTurn*(p.x-0.5) + cosTurn*(p.y-0.5)
	up := -sinRise*p.toward() + cosRise*(p.z-0.5)
	size := c.data.Size()
	return vg.Point{
		X: c.data.Min.X + size.X*vg.Length(0.5+across/halfSeenX/2),
		Y: c.data.Min.Y + size.Y*vg.Length(0.5+up/halfSeenY/2),
	}
}

// spot returns the place of a point of a series in the box. A series without Z lies on the floor.
func (c *chart) spot(s result.Series, i int) corner {
	p := corner{x: c.x.At(s.X[i]), y: c.y.At(s.Y[i])}
	if len(s.Z) > 0 {
		p.z = c.z.At(s.Z[i])
	}
	return p
}

// point says where a point of a series is drawn.
func (c *chart) point(s result.Series, i int) vg.Point {
	if c.shape == space {
		return c.seen(c.spot(s, i))
	}
	return c.at(s.X[i], s.Y[i])
}

// edge is an axis of the box: x along the front left edge of the floor, y along its front right edge, z up the left.
type edge struct {
	label  string
	scale  *axis.Scale
	at     func(t float64) corner
	across func(t float64) [4]corner // ends of the lines of the grid on the two walls that meet the edge
	tick   vg.Point                  // direction
	beside vg.Point                  // from the edge to the labels of the ticks, and what point of them is there
	fx, fy vg.Length
}

// place says where a value stands on the edge, on the page.
func (c *chart) place(e edge, v float64) vg.Point { return c.seen(e.at(e.scale.At(v))) }

func (c *chart) edges() []edge {
	return []edge{
		{
			label: c.plot.X.Label, scale: &c.x, at: func(t float64) corner { return corner{t, 0, 0} },
			across: func(t float64) [4]corner { return [4]corner{{t, 0, 0}, {t, 1, 0}, {t, 1, 0}, {t, 1, 1}} },
			tick:   vg.Point{X: -0.5, Y: -1}, beside: vg.Point{X: -2, Y: -3}, fx: 1, fy: 1,
		}, {
			label: c.plot.Y.Label, scale: &c.y, at: func(t float64) corner { return corner{1, t, 0} },
			across: func(t float64) [4]corner { return [4]corner{{0, t, 0}, {1, t, 0}, {0, t, 0}, {0, t, 1}} },
			tick:   vg.Point{X: 0.5, Y: -1}, beside: vg.Point{X: 2, Y: -3}, fx: 0, fy: 1,
		}, {
			label: c.plot.Z.Label, scale: &c.z, at: func(t float64) corner { return corner{0, 0, t} },
			across: func(t float64) [4]corner { return [4]corner{{0, 0, t}, {0, 1, t}, {0, 1, t}, {1, 1, t}} },
			tick:   vg.Point{X: -1}, beside: vg.Point{X: -axis.MajorTick - 1}, fx: 1, fy: 0.5,
		},
	}
}

// spaceTexts returns the tick labels and names of the three axes, outside the box.
func (c *chart) spaceTexts() []canvas.Placed {
	var texts []canvas.Placed
	size := c.data.Size()
	for i, e := range c.edges() {
		labels, wide, high := e.scale.Labels(func(v float64) vg.Point { return c.place(e, v).Add(e.beside) }, e.fx, e.fy)
		texts = append(texts, labels...)
		middle := c.seen(e.at(0.5))
		if i == 2 {
			texts = append(texts, axisName(e.label, *e.scale, size.Y/2, true, middle.X+e.beside.X-wide-canvas.TextGap, middle.Y, 1, 0.5)...)
			continue
		}
		// Below the tick labels under its whole width; the edge falls towards the front corner.
		width := size.X/2 - canvas.TextGap
		way := c.seen(e.at(1)).Sub(c.seen(e.at(0)))
		w, _ := axisLabel(e.label, *e.scale, width).Size()
		y := middle.Y - w/2*vg.Length(math.Abs(float64(way.Y/way.X))) + e.beside.Y - high - canvas.TextGap
		texts = append(texts, axisName(e.label, *e.scale, width, false, middle.X, y, 0.5, 1)...)
	}
	return texts
}

// drawSpace draws the floor and the two far walls with their grids, then the points, the far ones first. A stem leads from
// each down to the floor, without which a point has no depth.
func (c *chart) drawSpace(dst vg.Canvas, l *legend) {
	c.drawWalls(dst)
	type dot struct {
		at, foot vg.Point
		near     float64
		look     canvas.Look
	}
	var dots []dot
	for i, s := range c.plot.Series {
		k := l.look(s.Label, canvas.NewLook(i))
		for _, run := range runs(len(s.X), func(j int) bool { return c.has(s, j) }) {
			var line []vg.Point
			for j := run[0]; j < run[1]; j++ {
				p := c.spot(s, j)
				dots = append(dots, dot{c.seen(p), c.seen(corner{p.x, p.y, 0}), p.near(), k})
				line = append(line, c.seen(p))
			}
			if !s.Points && len(line) > 1 {
				canvas.Pen(dst, canvas.LineWidth, k.Color, k.Dash)
				dst.Stroke(canvas.Polyline(line...))
			}
		}
	}
	slices.SortStableFunc(dots, func(a, b dot) int { return cmp.Compare(a.near, b.near) })
	c.drawLinks(dst)
	for _, d := range dots {
		if len(dots) <= mostStems {
			canvas.Pen(dst, canvas.GridWidth, canvas.LightGrey, nil)
			dst.Stroke(canvas.Polyline(d.foot, d.at))
		}
		d.look.Marker.Draw(dst, d.at, markerRadius, d.look.Color)
	}
	c.names.draw(dst, c.data.Min)
}

// mostStems is up to how many points have stems; more would hide each other.
const mostStems = 80

func (c *chart) drawWalls(dst vg.Canvas) {
	line := func(a, b corner) { dst.Stroke(canvas.Polyline(c.seen(a), c.seen(b))) }
	canvas.Pen(dst, canvas.GridWidth, canvas.PaleGrey, nil)
	for _, e := range c.edges() {
		for _, t := range e.scale.Ticks {
			if l := e.across(e.scale.At(t.Value)); t.Label != "" {
				line(l[0], l[1])
				line(l[2], l[3])
			}
		}
	}
	canvas.Pen(dst, canvas.GridWidth, canvas.LightGrey, nil)
	line(corner{0, 1, 0}, corner{0, 1, 1})
	line(corner{0, 0, 1}, corner{0, 1, 1})
	line(corner{0, 1, 1}, corner{1, 1, 1})
	line(corner{0, 0, 0}, corner{0, 1, 0})
	line(corner{0, 1, 0}, corner{1, 1, 0})
	line(corner{1, 1, 0}, corner{1, 1, 1})
	canvas.Pen(dst, canvas.FrameWidth, canvas.Black, nil)
	for _, e := range c.edges() {
		line(e.at(0), e.at(1))
		e.scale.DrawTicks(dst, func(v float64) vg.Point { return c.place(e, v) }, e.tick, axis.MajorTick-1)
	}
}
