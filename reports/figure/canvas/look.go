package canvas

import (
	"image/color"
	"math"
	"slices"

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

// NewLook is the look of the i-th method.
func NewLook(i int) Look {
	return Look{
		Color:  Palette[i%len(Palette)],
		Dash:   Dashes[i%len(Dashes)],
		Marker: Markers[i%len(Markers)],
		Hatch:  hatches[i%len(hatches)],
		Offset: vg.Length(i*3%len(Palette)) / vg.Length(len(Palette)) * MarkerGap,
	}
}

// Band is the pale colour of a band.
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
