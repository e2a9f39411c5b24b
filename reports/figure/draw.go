package figure

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

func (p *page) draw(c vg.Canvas) {
	c.SetColor(color.White)
	c.Fill(vg.Rectangle{Max: vg.Point{X: p.width, Y: p.height}}.Path())
	for _, k := range p.charts {
		switch k.shape {
		case empty:
			canvas.Pen(c, canvas.FrameWidth, canvas.LightGrey, nil)
			c.Stroke(canvas.Frame(k.data))
		case picture:
			k.drawPicture(c, p.legend)
		case space:
			k.drawSpace(c, p.legend)
		case ranking:
			k.diagram().draw(c)
		case forest:
			k.drawForest(c)
		case curve:
			k.drawCurve(c)
		case slope:
			k.drawSlope(c, p.legend)
		default:
			k.draw(c, p.legend)
		}
		k.drawScaleBar(c)
	}
	p.legend.draw(c)
	for _, t := range p.texts {
		t.Draw(c)
	}
}

// draw draws axes and data: what must stay visible comes last.
func (k *chart) draw(c vg.Canvas, l *legend) {
	k.drawGrid(c)
	k.drawHeat(c)
	for i, s := range k.plot.Series {
		if s.Bars {
			k.drawBars(c, s, k.shifts[i], l.look(s.Label, canvas.NewLook(i)))
		}
		k.drawBand(c, i, l.look(s.Label, canvas.NewLook(i)))
	}
	for _, m := range k.plot.Marks {
		if !k.ofMethod(m) {
			k.drawPaperLine(c, m, l.look(m.Label, blackLook))
		}
	}
	k.drawLinks(c)
	for i, s := range k.plot.Series {
		if !s.Bars {
			k.drawSeries(c, i, l.look(s.Label, canvas.NewLook(i)))
		}
	}
	for _, m := range k.plot.Marks {
		if k.markKind(m) == pointMark {
			canvas.PaperMarker.Draw(c, k.at(m.X+k.shiftOf(m), m.Y), diamond, l.look(m.Label, blackLook).Color)
		}
	}
	k.names.draw(c, k.data.Min)
	k.drawFrame(c)
	k.drawBeside(c, l)
	canvas.Pen(c, canvas.GridWidth, canvas.Grey, nil)
	_, leaders, _ := k.horizontalLabels()
	for _, l := range leaders {
		c.Stroke(canvas.Polyline(l[0], l[1]))
	}
}

func (k *chart) drawGrid(c vg.Canvas) {
	canvas.Pen(c, canvas.GridWidth, canvas.PaleGrey, nil)
	for _, t := range k.x.Ticks {
		if t.Label != "" && len(k.x.Names) == 0 {
			x := k.atX(t.Value)
			c.Stroke(canvas.Polyline(vg.Point{X: x, Y: k.data.Min.Y}, vg.Point{X: x, Y: k.data.Max.Y}))
		}
	}
	for _, t := range k.y.Ticks {
		if t.Label != "" {
			y := k.atY(t.Value)
			c.Stroke(canvas.Polyline(vg.Point{X: k.data.Min.X, Y: y}, vg.Point{X: k.data.Max.X, Y: y}))
		}
	}
}

func (k *chart) drawFrame(c vg.Canvas) {
	canvas.Pen(c, canvas.FrameWidth, canvas.Black, nil)
	c.Stroke(canvas.Frame(k.data))
	k.x.DrawTicks(c, func(v float64) vg.Point { return vg.Point{X: k.atX(v), Y: k.data.Min.Y} }, vg.Point{Y: -1}, axis.MajorTick)
	k.y.DrawTicks(c, func(v float64) vg.Point { return vg.Point{X: k.data.Min.X, Y: k.atY(v)} }, vg.Point{X: -1}, axis.MajorTick)
}

// drawSeries draws the line of series i, broken at its gaps, and markers on it: all of them if there is room.
func (k *chart) drawSeries(c vg.Canvas, i int, l canvas.Look) {
	s := k.plot.Series[i]
	aside := vg.Point{}
	if k.aside != nil {
		aside.X = k.aside[i]
	}
	for _, run := range runs(len(s.X), func(j int) bool { return k.has(s, j) }) {
		var points []vg.Point
		for j := run[0]; j < run[1]; j++ {
			points = append(points, k.at(s.X[j], s.Y[j]).Add(aside))
		}
		if !s.Points && len(points) > 1 {
			canvas.Pen(c, canvas.LineWidth, l.Color, l.Dash)
			c.Stroke(canvas.Polyline(points...))
		}
		for _, j := range k.marked(points, s.Points, l) {
			if k.aside != nil && isBanded(s) && k.hasBand(s, run[0]+j) {
				k.drawErrorBar(c, i, run[0]+j, l)
			}
			l.Marker.Draw(c, points[j], markerRadius, l.Color)
		}
	}
}

// marked chooses the points of a line that get a marker, by index: all if they are apart, else some at regular distances.
func (k *chart) marked(points []vg.Point, all bool, l canvas.Look) (chosen []int) {
	length := vg.Length(0)
	for i := 1; i < len(points); i++ {
		length += canvas.Distance(points[i-1], points[i])
	}
	all = all || length >= vg.Length(len(points)-1)*canvas.MarkerGap/2
	next, walked := l.Offset, vg.Length(0)
	for i, p := range points {
		if i > 0 {
			walked += canvas.Distance(points[i-1], p)
		}
		if all || walked >= next {
			chosen = append(chosen, i)
			next = walked + canvas.MarkerGap
		}
	}
	return chosen
}

func (k *chart) drawPaperLine(c vg.Canvas, m result.Mark, l canvas.Look) {
	canvas.Pen(c, canvas.MarkWidth, l.Color, canvas.PaperDash)
	switch k.markKind(m) {
	case verticalMark:
		x := k.atX(m.X)
		c.Stroke(canvas.Polyline(vg.Point{X: x, Y: k.data.Min.Y}, vg.Point{X: x, Y: k.data.Max.Y}))
	case horizontalMark:
		y := k.atY(m.Y)
		c.Stroke(canvas.Polyline(vg.Point{X: k.data.Min.X, Y: y}, vg.Point{X: k.data.Max.X, Y: y}))
	}
}

func (l *legend) draw(c vg.Canvas) {
	for _, e := range l.entries {
		middle, end := e.at.Add(vg.Point{X: sampleWidth / 2}), e.at.Add(vg.Point{X: sampleWidth})
		switch {
		case e.band && l.errorBars:
			canvas.Pen(c, canvas.MarkWidth, e.look.Color, nil)
			canvas.DrawWhiskers(c, middle.Sub(vg.Point{Y: 4}), middle.Add(vg.Point{Y: 4}))
		case e.band:
			c.SetColor(e.look.Band())
			c.Fill(canvas.Frame(vg.Rectangle{Min: e.at.Sub(vg.Point{Y: 3}), Max: end.Add(vg.Point{Y: 3})}))
		}
		width, dash, shape, radius := vg.Length(canvas.LineWidth), e.look.Dash, e.look.Marker, vg.Length(markerRadius)
		if e.paper {
			width, dash, shape, radius = canvas.MarkWidth, canvas.PaperDash, canvas.PaperMarker, diamond
		}
		if e.line {
			canvas.Pen(c, width, e.look.Color, dash)
			c.Stroke(canvas.Polyline(e.at, end))
		}
		box := vg.Rectangle{Min: e.at.Add(vg.Point{X: 4, Y: -3}), Max: end.Add(vg.Point{X: -4, Y: 3})}
		if e.stem {
			e.look.Hatch = nil
		}
		if e.bar {
			canvas.DrawBox(c, box, e.look)
		}
		if e.frame {
			canvas.DrawEdge(c, box, e.look)
		}
		if e.marker {
			shape.Draw(c, middle, radius, e.look.Color)
		}
		e.text.Draw(c)
	}
}

// Diamonds beside the frame have the marker of their method in them, to be told apart without colour.
const (
	besideSize = 4.2 // half the diagonal
	besideGap  = 1.5 // before the first, and between two
)

// ofMethod tells whether a mark is a number of a whole line: it stands beside the frame, at its height.
func (c *chart) ofMethod(m result.Mark) bool {
	return c.markKind(m) == horizontalMark && slices.ContainsFunc(c.plot.Series, func(s result.Series) bool { return s.Label == m.Label })
}

// beside places the paper's numbers of whole lines to the right of the frame; those that would touch stand next to each other.
func (c *chart) beside() (marks []result.Mark, at []vg.Point) {
	marks = list.Filter(c.plot.Marks, c.ofMethod)
	slices.SortStableFunc(marks, func(a, b result.Mark) int { return cmp.Compare(a.Y, b.Y) })
	var tops []vg.Length // by column
	for _, m := range marks {
		y := c.atY(m.Y)
		k := slices.IndexFunc(tops, func(top vg.Length) bool { return top <= y-besideSize })
		if k < 0 {
			k, tops = len(tops), append(tops, 0)
		}
		tops[k] = y + besideSize
		at = append(at, vg.Point{X: c.data.Max.X + besideGap + besideSize + vg.Length(k)*(2*besideSize+besideGap), Y: y})
	}
	return marks, at
}

// besideRoom returns a text without lines for each of these numbers, for the room that they need.
func (c *chart) besideRoom() []canvas.Placed {
	_, at := c.beside()
	return list.Map(at, func(p vg.Point) canvas.Placed { return canvas.Placed{Box: boxAround(p, besideSize)} })
}

func (c *chart) drawBeside(dst vg.Canvas, l *legend) {
	marks, at := c.beside()
	for i, m := range marks {
		look := l.look(m.Label, blackLook)
		canvas.PaperMarker.Draw(dst, at[i], besideSize, look.Color)
		look.Marker.Draw(dst, at[i], besideSize/3, look.Color)
	}
}
