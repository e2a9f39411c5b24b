package canvas

import (
	"image/color"
	"math"
	"slices"

	"nmfrepro/datasets/list"

	"gonum.org/v1/plot/vg"
)

const (
	// MarkerGap is the distance between markers on one line, in points.
	MarkerGap  = 28.0
	whisker    = 1.6 // half the width of an error bar's ends
	groupWidth = 1.8 // frames of the images of a group
	bandAlpha  = 0x30
)

// Palette is Okabe and Ito's, which the colour-blind can tell apart, without its yellow, too pale for a line, and with four dark
// colours, of those that were tried the farthest from the others to normal and to red- and green-blind eyes. Its
// order keeps the grey levels of neighbours apart.
var Palette = []color.NRGBA{
	{0x00, 0x72, 0xb2, 0xff}, // blue
	{0xe6, 0x9f, 0x00, 0xff}, // orange
	{0x00, 0x00, 0x00, 0xff}, // black
	{0x00, 0x9e, 0x73, 0xff}, // green
	{0x88, 0x22, 0x55, 0xff}, // wine
	{0x56, 0xb4, 0xe9, 0xff}, // sky
	{0xd5, 0x5e, 0x00, 0xff}, // vermillion
	{0x33, 0x22, 0x88, 0xff}, // indigo
	{0xcc, 0x79, 0xa7, 0xff}, // purple
	{0x66, 0x11, 0x00, 0xff}, // maroon
	{0x8b, 0x5a, 0x2b, 0xff}, // brown
}

// Dashes tell lines apart in grey. Their number has no factor in common with the palette's, so that 44 series differ.
var Dashes = [][]vg.Length{nil, {5, 1.8}, {1.4, 1.4}, {6, 1.6, 1.4, 1.6}}

// PaperDash is the pattern of the paper's lines, black or in the colour of the method they belong to.
var PaperDash = []vg.Length{2.4, 2.4}

// Look is how one method is drawn, in all plots of a figure.
type Look struct {
	Color  color.NRGBA
	Dash   []vg.Length
	Marker Marker
	Hatch  hatch
	Offset vg.Length // where the first marker of a line may stand, so that those of lines that coincide do not
}

// NewLook makes the look of the i-th method.
func NewLook(i int) Look {
	return Look{
		Color:  Palette[i%len(Palette)],
		Dash:   Dashes[i%len(Dashes)],
		Marker: Markers[i%len(Markers)],
		Hatch:  hatches[i%len(hatches)],
		Offset: vg.Length(i*3%len(Palette)) / vg.Length(len(Palette)) * MarkerGap,
	}
}

// Band returns the pale colour of a band.
func (l Look) Band() color.NRGBA {
	c := l.Color
	c.A = bandAlpha
	return c
}

// hatch is the directions of the white lines on a bar, which tell it from others in grey.
type hatch []float64

var hatches = []hatch{nil, {1}, {0}, {-1}, {1, -1}}

const hatchStep = 3.2

// DrawBox fills a bar with its colour and hatching.
func DrawBox(c vg.Canvas, r vg.Rectangle, l Look) {
	c.SetColor(l.Color)
	c.Fill(Frame(r))
	Pen(c, 0.7, color.White, nil)
	for _, slope := range l.Hatch {
		DrawHatch(c, r, vg.Length(slope))
	}
	Pen(c, GridWidth, Black, nil)
	c.Stroke(Frame(r))
}

// DrawHatch draws the lines y = slope·x + k·step that cross r, slope being -1, 0 or 1.
func DrawHatch(c vg.Canvas, r vg.Rectangle, slope vg.Length) {
	step := vg.Length(hatchStep)
	if slope != 0 {
		step *= math.Sqrt2
	}
	ends := []vg.Length{r.Min.Y - slope*r.Min.X, r.Min.Y - slope*r.Max.X, r.Max.Y - slope*r.Min.X, r.Max.Y - slope*r.Max.X}
	first, last := slices.Min(ends), slices.Max(ends)
	for k := math.Floor(float64(first/step)) + 1; vg.Length(k)*step < last; k++ {
		b := vg.Length(k) * step
		x0, x1 := r.Min.X, r.Max.X
		switch {
		case slope > 0:
			x0, x1 = max(x0, r.Min.Y-b), min(x1, r.Max.Y-b)
		case slope < 0:
			x0, x1 = max(x0, b-r.Max.Y), min(x1, b-r.Min.Y)
		}
		if x1 > x0 {
			c.Stroke(Polyline(vg.Point{X: x0, Y: slope*x0 + b}, vg.Point{X: x1, Y: slope*x1 + b}))
		}
	}
}

// DrawEdge frames r in the colour and dash of a group.
func DrawEdge(c vg.Canvas, r vg.Rectangle, l Look) {
	Pen(c, groupWidth, l.Color, l.Dash)
	c.Stroke(Frame(r))
}

// DrawWhiskers draws an error bar.
func DrawWhiskers(c vg.Canvas, low, high vg.Point) {
	c.Stroke(Polyline(low, high))
	for _, end := range []vg.Point{low, high} {
		c.Stroke(Polyline(vg.Point{X: end.X - whisker, Y: end.Y}, vg.Point{X: end.X + whisker, Y: end.Y}))
	}
}

// Marker is the shape of a point: corners around the origin for a radius of 1, filled or hollow.
type Marker struct {
	corners []vg.Point // none: a circle
	hollow  bool
	strokes bool // pairs of corners are strokes
}

// Markers serve the methods in turn. Their number has no factor in common with the palette's nor the dashes', so that points and lines
// alike differ in one of the two where the other repeats; a hollow diamond is the paper's and therefore not among them. Their sizes look
// alike.
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
		path = Polyline(list.Map(m.corners, func(p vg.Point) vg.Point { return at.Add(p.Scale(radius)) })...)
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

// HeatColors run from light to dark in even steps of lightness, so that they keep their order in grey: ColorBrewer's
// sequential YlGnBu (Brewer, Harrower, 2003).
var HeatColors = []color.NRGBA{
	{0xff, 0xff, 0xd9, 0xff}, {0xed, 0xf8, 0xb1, 0xff}, {0xc7, 0xe9, 0xb4, 0xff}, {0x7f, 0xcd, 0xbb, 0xff}, {0x41, 0xb6, 0xc4, 0xff},
	{0x1d, 0x91, 0xc0, 0xff}, {0x22, 0x5e, 0xa8, 0xff}, {0x25, 0x34, 0x94, 0xff}, {0x08, 0x1d, 0x58, 0xff},
}

// EvenColors run from what is below zero over white to what is above, as dark at either end: ColorBrewer's diverging RdBu, which the
// colour-blind can tell apart.
var EvenColors = []color.NRGBA{
	{0x67, 0x00, 0x1f, 0xff}, {0xb2, 0x18, 0x2b, 0xff}, {0xd6, 0x60, 0x4d, 0xff}, {0xf4, 0xa5, 0x82, 0xff}, {0xfd, 0xdb, 0xc7, 0xff},
	{0xff, 0xff, 0xff, 0xff}, {0xd1, 0xe5, 0xf0, 0xff}, {0x92, 0xc5, 0xde, 0xff}, {0x43, 0x93, 0xc3, 0xff}, {0x21, 0x66, 0xac, 0xff},
	{0x05, 0x30, 0x61, 0xff},
}

// RampColor returns the colour of a ramp at t, from 0 to 1.
func RampColor(ramp []color.NRGBA, t float64) color.NRGBA {
	t = max(0, min(1, t)) * float64(len(ramp)-1)
	i := min(int(t), len(ramp)-2)
	f := t - float64(i)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-f) + float64(b)*f)) }
	a, b := ramp[i], ramp[i+1]
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}

// DrawTriangle draws a triangle of some height whose base is at a place and whose tip points up, or down where the height is negative.
func DrawTriangle(c vg.Canvas, base vg.Point, height vg.Length, ink color.NRGBA) {
	half := vg.Length(math.Abs(float64(height))) * 0.6
	path := Polyline(base.Sub(vg.Point{X: half}), base.Add(vg.Point{X: half}), base.Add(vg.Point{Y: height}))
	path.Close()
	c.SetColor(ink)
	c.Fill(path)
}

// Level returns the grey of a value between the smallest and the greatest; a value that is not finite is pale blue.
func Level(v, lo, hi float64, light bool) color.NRGBA {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Unknown
	}
	dark := 0.0
	if hi > lo {
		dark = min((v/2-lo/2)/(hi/2-lo/2), 1)
	}
	if math.IsNaN(dark) { // subnormal numbers, whose halves are equal
		dark = 0
	}
	if light {
		dark = 1 - dark
	}
	g := uint8(math.Round(255 * (1 - dark)))
	return color.NRGBA{g, g, g, 0xff}
}
