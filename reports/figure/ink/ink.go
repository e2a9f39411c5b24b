// Package ink puts texts and lines on a page and writes it: the fonts, colours and pens of the house style, texts broken into lines and
// placed by their corners, markers, and the pages as SVG, PNG and PDF.
package ink

import (
	"image/color"

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

// TextGap is the room between a text and what it belongs to.
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
	Mark    = newStyle(6.5, Grey, stdfont.WeightNormal, stdfont.StyleNormal)
	Caption = newStyle(6.5, Grey, stdfont.WeightNormal, stdfont.StyleNormal)
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
