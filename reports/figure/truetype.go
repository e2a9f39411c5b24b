package figure

import (
	"encoding/binary"
	"maps"
	"slices"
	"unicode/utf16"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// write assembles the font.
func (s *subsetter) write() []byte {
	out := tables{
		"OS/2": s.tables["OS/2"],
		"post": slices.Concat([]byte{0, 3, 0, 0}, s.tables["post"][4:32]), // version 3: no glyph names
	}
	var loca, glyf, hmtx []byte
	metrics := int(binary.BigEndian.Uint16(s.tables["hhea"][34:]))
	for _, g := range s.glyphs {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		glyf = append(glyf, s.bare(g)...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
		h := s.tables["hmtx"]
		if k := int(g); k < metrics {
			hmtx = append(hmtx, h[4*k:4*k+4]...)
		} else { // further glyphs share the last advance
			hmtx = append(hmtx, h[4*metrics-4:4*metrics-2]...)
			hmtx = append(hmtx, h[4*metrics+2*(k-metrics):][:2]...)
		}
	}
	out["loca"], out["glyf"], out["hmtx"] = binary.BigEndian.AppendUint32(loca, uint32(len(glyf))), glyf, hmtx

	count := uint16(len(s.glyphs))
	out["head"] = slices.Clone(s.tables["head"])
	binary.BigEndian.PutUint32(out["head"][8:], 0)  // sum of the file, set below
	binary.BigEndian.PutUint16(out["head"][50:], 1) // loca has 32 bits
	out["hhea"] = slices.Clone(s.tables["hhea"])
	binary.BigEndian.PutUint16(out["hhea"][34:], count)
	out["maxp"] = slices.Clone(s.tables["maxp"])
	binary.BigEndian.PutUint16(out["maxp"][4:], count)
	binary.BigEndian.PutUint16(out["maxp"][26:], 0) // bytes of instructions
	out["cmap"], out["name"] = s.cmap(), s.name()
	if kern := s.kern(); len(kern) > 0 {
		out["kern"] = kern
	}
	return assemble(out)
}

// cmap maps characters to glyphs (format 4), one segment a character.
func (s *subsetter) cmap() []byte {
	segments := append(slices.Clone(s.chars), charGlyph{0xffff, 0})
	n := len(segments)
	search := searchFields(n, 2)
	var ends, starts, deltas, offsets []byte
	for _, c := range segments {
		ends = binary.BigEndian.AppendUint16(ends, c.char)
		starts = binary.BigEndian.AppendUint16(starts, c.char)
		deltas = binary.BigEndian.AppendUint16(deltas, c.glyph-c.char)
		offsets = binary.BigEndian.AppendUint16(offsets, 0)
	}
	binary.BigEndian.PutUint16(deltas[2*n-2:], 1) // 0xffff leads to no glyph
	format := slices.Concat([]byte{0, 0}, twoBytes(2*n), search, ends, []byte{0, 0}, starts, deltas, offsets)
	format = slices.Concat(twoBytes(4), twoBytes(len(format)+4), format)
	return slices.Concat([]byte{0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 12}, format) // platform Windows, encoding Unicode
}

// kern holds the distances between pairs of glyphs (format 0), as the widths of texts were measured with them.
func (s *subsetter) kern() []byte {
	em := fixed.Int26_6(s.font.UnitsPerEm())
	var pairs []byte
	n := 0
	for i, a := range s.glyphs { // glyphs are numbered in this order
		for j, b := range s.glyphs {
			k, err := s.font.Kern(&s.buf, sfnt.GlyphIndex(a), sfnt.GlyphIndex(b), em, 0)
			if err == nil && k != 0 {
				pairs = slices.Concat(pairs, twoBytes(i), twoBytes(j), twoBytes(int(int16(k))))
				n++
			}
		}
	}
	if n == 0 {
		return nil
	}
	body := slices.Concat(twoBytes(n), searchFields(n, 6), pairs)
	return slices.Concat([]byte{0, 0, 0, 1, 0, 0}, twoBytes(6+len(body)), []byte{0, 1}, body)
}

// name keeps who made the font and under which licence.
func (s *subsetter) name() []byte {
	var records, text []byte
	n := 0
	for _, id := range []sfnt.NameID{sfnt.NameIDCopyright, sfnt.NameIDFamily, sfnt.NameIDSubfamily, sfnt.NameIDFull, sfnt.NameIDPostScript, sfnt.NameIDLicense} {
		value, err := s.font.Name(&s.buf, id)
		if err != nil {
			continue
		}
		var encoded []byte
		for _, u := range utf16.Encode([]rune(value)) {
			encoded = binary.BigEndian.AppendUint16(encoded, u)
		}
		records = slices.Concat(records, []byte{0, 3, 0, 1, 4, 9}, twoBytes(int(id)), twoBytes(len(encoded)), twoBytes(len(text)))
		text = append(text, encoded...)
		n++
	}
	return slices.Concat([]byte{0, 0}, twoBytes(n), twoBytes(6+len(records)), records, text)
}

func twoBytes(v int) []byte { return binary.BigEndian.AppendUint16(nil, uint16(v)) }

// searchFields are the three numbers with which tables help a binary search among n entries of that size.
func searchFields(n, size int) []byte {
	power, log := 1, 0
	for 2*power <= n {
		power, log = 2*power, log+1
	}
	return slices.Concat(twoBytes(power*size), twoBytes(log), twoBytes((n-power)*size))
}

// assemble writes the directory and the tables.
func assemble(t tables) []byte {
	names := slices.Sorted(maps.Keys(t))
	out := slices.Concat([]byte{0, 1, 0, 0}, twoBytes(len(names)), searchFields(len(names), 16))
	offset := 12 + 16*len(names)
	var body []byte
	head := 0
	for _, name := range names {
		if name == "head" {
			head = offset + len(body)
		}
		out = append(out, name...)
		for _, v := range []uint32{checksum(t[name]), uint32(offset + len(body)), uint32(len(t[name]))} {
			out = binary.BigEndian.AppendUint32(out, v)
		}
		body = append(body, t[name]...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	out = append(out, body...)
	binary.BigEndian.PutUint32(out[head+8:], 0xb1b0afba-checksum(out))
	return out
}

func checksum(b []byte) (sum uint32) {
	for len(b) >= 4 {
		sum += binary.BigEndian.Uint32(b)
		b = b[4:]
	}
	var last [4]byte
	copy(last[:], b)
	return sum + binary.BigEndian.Uint32(last[:])
}
