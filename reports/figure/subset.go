package figure

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"golang.org/x/image/font/sfnt"
)

// subset returns a TrueType font with the glyphs of those characters only, for embedding in a document: a figure needs some
// forty of the two thousand. Characters that the font lacks are left out. Glyphs lose their hinting, which programs for all
// glyphs share and screens of today ignore. The tables are those of the OpenType specification 1.9, chapters of their names.
func subset(f *sfnt.Font, characters []rune) ([]byte, error) {
	var source bytes.Buffer
	if _, err := f.WriteSourceTo(nil, &source); err != nil {
		return nil, fmt.Errorf("figure: font: %w", err)
	}
	t, err := readTables(source.Bytes())
	if err != nil {
		return nil, err
	}
	s := &subsetter{font: f, tables: t, place: map[uint16]uint16{}}
	s.add(0) // what stands for missing characters
	characters = slices.Compact(slices.Sorted(slices.Values(characters)))
	for _, r := range characters {
		if g, err := f.GlyphIndex(&s.buf, r); err == nil && g != 0 && r <= 0xffff {
			s.add(uint16(g))
			s.chars = append(s.chars, charGlyph{uint16(r), s.place[uint16(g)]})
		}
	}
	return s.write(), nil
}

type tables map[string][]byte

func readTables(src []byte) (tables, error) {
	bad := fmt.Errorf("figure: font: no TrueType outlines")
	if len(src) < 12 || binary.BigEndian.Uint32(src) != 0x00010000 {
		return nil, bad
	}
	t := tables{}
	for i := range int(binary.BigEndian.Uint16(src[4:])) {
		record := src[12+16*i:]
		offset, length := binary.BigEndian.Uint32(record[8:]), binary.BigEndian.Uint32(record[12:])
		t[string(record[:4])] = src[offset : offset+length]
	}
	for _, name := range []string{"OS/2", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "post"} {
		if len(t[name]) == 0 {
			return nil, bad
		}
	}
	return t, nil
}

type charGlyph struct{ char, glyph uint16 }

// subsetter gathers the glyphs that are needed, in the order in which they were asked for.
type subsetter struct {
	font   *sfnt.Font
	buf    sfnt.Buffer
	tables tables
	glyphs []uint16
	place  map[uint16]uint16 // of a glyph among glyphs
	chars  []charGlyph
}

// add takes in a glyph and those that it is composed of.
func (s *subsetter) add(g uint16) {
	if _, ok := s.place[g]; ok {
		return
	}
	s.place[g] = uint16(len(s.glyphs))
	s.glyphs = append(s.glyphs, g)
	components(s.outline(g), func(c []byte) { s.add(binary.BigEndian.Uint16(c[2:])) })
}

// outline is the entry of a glyph in the table glyf, empty for a space.
func (s *subsetter) outline(g uint16) []byte {
	loca, glyf := s.tables["loca"], s.tables["glyf"]
	if binary.BigEndian.Uint16(s.tables["head"][50:]) == 0 {
		return glyf[2*int(binary.BigEndian.Uint16(loca[2*int(g):])) : 2*int(binary.BigEndian.Uint16(loca[2*int(g)+2:]))]
	}
	return glyf[binary.BigEndian.Uint32(loca[4*int(g):]):binary.BigEndian.Uint32(loca[4*int(g)+4:])]
}

// Flags of a component.
const (
	wordArguments    = 0x0001
	oneScale         = 0x0008
	moreComponents   = 0x0020
	twoScales        = 0x0040
	fourScales       = 0x0080
	haveInstructions = 0x0100
)

// components visits the parts of a composite outline, each of which begins with its flags and its glyph, and returns where
// the last ends.
func components(outline []byte, visit func(component []byte)) int {
	if len(outline) == 0 || int16(binary.BigEndian.Uint16(outline)) >= 0 {
		return 0
	}
	at := 10
	for {
		flags := binary.BigEndian.Uint16(outline[at:])
		visit(outline[at:])
		at += 6
		if flags&wordArguments != 0 {
			at += 2
		}
		switch {
		case flags&oneScale != 0:
			at += 2
		case flags&twoScales != 0:
			at += 4
		case flags&fourScales != 0:
			at += 8
		}
		if flags&moreComponents == 0 {
			return at
		}
	}
}

// bare is a glyph's outline without instructions, its components renumbered.
func (s *subsetter) bare(g uint16) []byte {
	outline := slices.Clone(s.outline(g))
	if len(outline) == 0 {
		return nil
	}
	if contours := int16(binary.BigEndian.Uint16(outline)); contours >= 0 {
		at := 10 + 2*int(contours)
		n := int(binary.BigEndian.Uint16(outline[at:]))
		return slices.Concat(outline[:at], []byte{0, 0}, outline[at+2+n:])
	}
	end := components(outline, func(c []byte) {
		binary.BigEndian.PutUint16(c, binary.BigEndian.Uint16(c)&^haveInstructions)
		binary.BigEndian.PutUint16(c[2:], s.place[binary.BigEndian.Uint16(c[2:])])
	})
	return outline[:end]
}
