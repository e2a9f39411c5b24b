package canvas

import (
	"fmt"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

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
