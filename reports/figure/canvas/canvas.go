// Package canvas holds what every figure is drawn with: the fonts, colours, pens and markers of the house style, texts that are
// broken into lines and placed by their corners, and the writers of SVG, PNG and PDF. Change here how things look; where they
// stand is decided in package figure.
package canvas

import (
	"image/color"
	"math"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// Widths of lines, in points.
const (
	FrameWidth = 0.6
	GridWidth  = 0.35
	LineWidth  = 1.1
	MarkWidth  = 0.8 // the paper's lines and diamonds
)

// TextGap is the room between a text and the thing that it names.
const TextGap = 3.0

// Style is a font with its colour.
type Style struct {
	Face  font.Face
	color color.Color
}

var fonts = font.NewCache(liberation.Collection())

// The styles of text in a figure.
var (
	Title   = newStyle(9, Black, stdfont.WeightBold, stdfont.StyleNormal)
	Plot    = newStyle(8, Black, stdfont.WeightBold, stdfont.StyleNormal)
	Body    = newStyle(8, Black, stdfont.WeightNormal, stdfont.StyleNormal)
	Tick    = newStyle(7, Black, stdfont.WeightNormal, stdfont.StyleNormal)
	Mark    = newStyle(7, Grey, stdfont.WeightNormal, stdfont.StyleNormal)
	Caption = newStyle(7, Grey, stdfont.WeightNormal, stdfont.StyleNormal)
	Reason  = newStyle(7.5, Grey, stdfont.WeightNormal, stdfont.StyleItalic)
)

func newStyle(size vg.Length, c color.Color, weight stdfont.Weight, style stdfont.Style) *Style {
	return &Style{fonts.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight, Style: style}, size), c}
}

// The colours that mean nothing but themselves.
var (
	Black     = color.NRGBA{0x1a, 0x1a, 0x1a, 0xff}
	Grey      = color.NRGBA{0x55, 0x55, 0x55, 0xff}
	PaleGrey  = color.NRGBA{0xe4, 0xe4, 0xe4, 0xff}
	LightGrey = color.NRGBA{0xb0, 0xb0, 0xb0, 0xff} // frame of a plot without data
	Unknown   = color.NRGBA{0xb9, 0xd7, 0xea, 0xff} // pixel that is not a number
)

// Pen sets how lines are drawn.
func Pen(c vg.Canvas, width vg.Length, col color.Color, dash []vg.Length) {
	c.SetLineWidth(width)
	c.SetColor(col)
	c.SetLineDash(dash, 0)
}

// Frame returns the outline of a rectangle.
func Frame(r vg.Rectangle) vg.Path {
	path := Polyline(r.Min, vg.Point{X: r.Max.X, Y: r.Min.Y}, r.Max, vg.Point{X: r.Min.X, Y: r.Max.Y})
	path.Close()
	return path
}

// circle returns four cubic curves, which all canvases draw alike; their arcs differ.
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

// Distance returns the distance of two points.
func Distance(p, q vg.Point) vg.Length {
	return vg.Length(math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y)))
}

// Polyline returns a path of straight lines.
func Polyline(points ...vg.Point) vg.Path {
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
