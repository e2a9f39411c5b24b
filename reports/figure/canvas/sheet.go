package canvas

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// fontStack names the font that the texts are measured with, and those of the same widths that are on most machines.
const fontStack = "font-family:Liberation Sans,Arimo,Arial,Helvetica,sans-serif"

// tidied says once what vgsvg repeats for every text, calls PNG files what they are, and lets a browser stretch an image over its
// whole place, which it would otherwise draw in its own proportions in the middle.
var tidied = strings.NewReplacer("font-family:Liberation Sans;", "", "font-variant:normal;", "", "font-weight:normal;", "",
	"font-style:normal;", "",
	"data:image/jpg;", "data:image/png;", "<image ", `<image preserveAspectRatio="none" `, "\n\tstyle=", " style=")

// measured is an SVG canvas that remembers how wide each text is.
type measured struct {
	*vgsvg.Canvas
	widths []vg.Length
}

// FillString writes s as text.
func (m *measured) FillString(f font.Face, at vg.Point, s string) {
	m.widths = append(m.widths, f.Width(s))
	m.Canvas.FillString(f, at, s)
}

// SVG writes text as text, to be read, searched and copied, and gives each the width that it was measured to have: in
// another font it neither covers what stands beside it nor leaves the page.
func SVG(w io.Writer, p Sheet) error {
	c := &measured{Canvas: vgsvg.New(p.Width, p.Height)}
	p.Draw(c)
	var drawn bytes.Buffer
	if _, err := c.WriteTo(&drawn); err != nil {
		return err
	}
	var out bytes.Buffer
	head, body, _ := strings.Cut(tidied.Replace(drawn.String()), "<g ")
	fmt.Fprintf(&out, "%s<title>%s</title>\n<desc>%s</desc>\n<g style=\"%s\" ", head, html.EscapeString(p.Name), html.EscapeString(p.Alt),
		fontStack)
	for _, width := range c.widths {
		before, after, _ := strings.Cut(body, "<text ")
		fmt.Fprintf(&out, `%s<text textLength="%.5g" lengthAdjust="spacingAndGlyphs" `, before, width.Points())
		body = after
	}
	out.WriteString(body)
	text := out.String()
	if p.Schemes {
		text = schemed(text)
	}
	_, err := io.WriteString(w, text)
	return err
}

// Sheet is a page that is to be written: its size in points, what it is called and what is seen on it in words, and what draws it.
type Sheet struct {
	Width, Height vg.Length
	Name, Alt     string
	Schemes       bool // an SVG image has colours for dark pages, too
	Draw          func(vg.Canvas)
}

const dotsPerInch = 200

// PNG writes pixels.
func PNG(w io.Writer, p Sheet) error {
	c := vgimg.NewWith(vgimg.UseWH(p.Width, p.Height), vgimg.UseDPI(dotsPerInch))
	p.Draw(outlined{c})
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// outlined draws text as filled paths. PDF needs no embedded font then, whose encoding gonum/plot limits to the characters
// of Windows-1252, and PNG has crisp upright text.
type outlined struct{ vg.Canvas }

// FillString fills the outlines of s, its first baseline point at pt.
func (o outlined) FillString(f font.Face, pt vg.Point, s string) {
	var (
		buf      sfnt.Buffer
		em       = fixed.Int26_6(f.Face.UnitsPerEm())
		scale    = f.Font.Size / vg.Length(em)
		path     vg.Path
		previous sfnt.GlyphIndex
	)
	x := pt.X
	point := func(p fixed.Point26_6) vg.Point {
		return vg.Point{X: x + vg.Length(p.X)*scale, Y: pt.Y - vg.Length(p.Y)*scale}
	}
	for i, r := range s {
		glyph, err := f.Face.GlyphIndex(&buf, r)
		if err != nil {
			panic(fmt.Sprintf("figure: %s has no glyph for %q: %v", f.Name(), r, err))
		}
		if i > 0 {
			if kern, err := f.Face.Kern(&buf, previous, glyph, em, 0); err == nil { // else the font has no such pair
				x += vg.Length(kern) * scale
			}
		}
		segments, err := f.Face.LoadGlyph(&buf, glyph, em, nil)
		if err != nil {
			panic(fmt.Sprintf("figure: %s: glyph of %q: %v", f.Name(), r, err))
		}
		path = appendGlyph(path, segments, point)
		advance, err := f.Face.GlyphAdvance(&buf, glyph, em, 0)
		if err != nil {
			panic(fmt.Sprintf("figure: %s: advance of %q: %v", f.Name(), r, err))
		}
		x += vg.Length(advance) * scale
		previous = glyph
	}
	if len(path) > 0 {
		o.Fill(path)
	}
}

func appendGlyph(path vg.Path, segments sfnt.Segments, point func(fixed.Point26_6) vg.Point) vg.Path {
	for i, s := range segments {
		switch a := s.Args; s.Op {
		case sfnt.SegmentOpMoveTo:
			if i > 0 {
				path.Close()
			}
			path.Move(point(a[0]))
		case sfnt.SegmentOpLineTo:
			path.Line(point(a[0]))
		case sfnt.SegmentOpQuadTo:
			path.QuadTo(point(a[0]), point(a[1]))
		case sfnt.SegmentOpCubeTo:
			path.CubeTo(point(a[0]), point(a[1]), point(a[2]))
		}
	}
	if len(segments) > 0 {
		path.Close()
	}
	return path
}
