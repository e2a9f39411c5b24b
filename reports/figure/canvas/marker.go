package canvas

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Marker is the shape of a point: corners around the origin for a radius of 1, filled or hollow.
type Marker struct {
	corners []vg.Point // none: a circle
	hollow  bool
	strokes bool // pairs of corners are strokes
}

// Markers serve the methods in turn. Their number has no factor in common with the palette's nor the dashes', so that points
// and lines alike differ in one of the two where the other repeats; a hollow diamond is the paper's and therefore not among them. Their sizes look alike.
var Markers = []Marker{
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

// PaperMarker is how a number of the paper is drawn.
var PaperMarker = Marker{corners: []vg.Point{{X: 0, Y: -1}, {X: 1, Y: 0}, {X: 0, Y: 1}, {X: -1, Y: 0}}, hollow: true}

// Draw draws the marker.
func (m Marker) Draw(c vg.Canvas, at vg.Point, radius vg.Length, col color.Color) {
	c.SetLineDash(nil, 0)
	c.SetLineWidth(MarkWidth)
	if m.strokes {
		c.SetColor(col)
		for i := 0; i+1 < len(m.corners); i += 2 {
			c.Stroke(Polyline(at.Add(m.corners[i].Scale(radius)), at.Add(m.corners[i+1].Scale(radius))))
		}
		return
	}
	path := circle(at, radius)
	if len(m.corners) > 0 {
		corners := make([]vg.Point, len(m.corners))
		for i, p := range m.corners {
			corners[i] = at.Add(p.Scale(radius))
		}
		path = Polyline(corners...)
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
