package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// marker is the shape of a point: corners around the origin for a radius of 1, filled or hollow.
type marker struct {
	corners []vg.Point // none: a circle
	hollow  bool
	strokes bool // pairs of corners are strokes
}

// markers serve the methods in turn. Their number has no factor in common with the palette's nor the dashes', so that points
// and lines alike differ in one of the two where the other repeats; a hollow diamond is the paper's and therefore not among them. Their sizes look alike.
var markers = []marker{
	{},
	{corners: []vg.Point{{X: -.88, Y: -.88}, {X: .88, Y: -.88}, {X: .88, Y: .88}, {X: -.88, Y: .88}}},
	{corners: []vg.Point{{X: 0, Y: 1.25}, {X: -1.1, Y: -.75}, {X: 1.1, Y: -.75}}},
	{corners: []vg.Point{{X: -1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}, {X: 1, Y: -1}}, strokes: true},
	{corners: []vg.Point{{X: 0, Y: -1.25}, {X: 1.1, Y: .75}, {X: -1.1, Y: .75}}},
	{hollow: true},
	{corners: []vg.Point{{X: -.85, Y: -.85}, {X: .85, Y: -.85}, {X: .85, Y: .85}, {X: -.85, Y: .85}}, hollow: true},
	{corners: []vg.Point{{X: -1.3, Y: 0}, {X: 1.3, Y: 0}, {X: 0, Y: -1.3}, {X: 0, Y: 1.3}}, strokes: true},
	{corners: []vg.Point{{X: 0, Y: 1.25}, {X: -1.1, Y: -.75}, {X: 1.1, Y: -.75}}, hollow: true},
}

// paperMarker is how a number of the paper is drawn.
var paperMarker = marker{corners: []vg.Point{{X: 0, Y: -1}, {X: 1, Y: 0}, {X: 0, Y: 1}, {X: -1, Y: 0}}, hollow: true}

func (m marker) draw(c vg.Canvas, at vg.Point, radius vg.Length, col color.Color) {
	c.SetLineDash(nil, 0)
	c.SetLineWidth(markWidth)
	if m.strokes {
		c.SetColor(col)
		for i := 0; i+1 < len(m.corners); i += 2 {
			c.Stroke(polyline(at.Add(m.corners[i].Scale(radius)), at.Add(m.corners[i+1].Scale(radius))))
		}
		return
	}
	path := circle(at, radius)
	if len(m.corners) > 0 {
		corners := make([]vg.Point, len(m.corners))
		for i, p := range m.corners {
			corners[i] = at.Add(p.Scale(radius))
		}
		path = polyline(corners...)
		path.Close()
	}
	if !m.hollow {
		c.SetColor(col)
		c.Fill(path)
		return
	}
	c.SetColor(color.White)
	c.Fill(path)
	c.SetColor(col)
	c.Stroke(path)
}

// circle is four cubic curves, which all canvases draw alike; their arcs differ.
func circle(at vg.Point, r vg.Length) vg.Path {
	const k = 0.5522847498 // 4/3·(√2−1)
	point := func(x, y vg.Length) vg.Point { return vg.Point{X: at.X + x*r, Y: at.Y + y*r} }
	var p vg.Path
	p.Move(point(1, 0))
	p.CubeTo(point(1, k), point(k, 1), point(0, 1))
	p.CubeTo(point(-k, 1), point(-1, k), point(-1, 0))
	p.CubeTo(point(-1, -k), point(-k, -1), point(0, -1))
	p.CubeTo(point(k, -1), point(1, -k), point(1, 0))
	p.Close()
	return p
}

func polyline(points ...vg.Point) vg.Path {
	var p vg.Path
	for i, q := range points {
		if i == 0 {
			p.Move(q)
		} else {
			p.Line(q)
		}
	}
	return p
}
