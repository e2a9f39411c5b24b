package figure

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A subset has the outlines, widths and distances of the font that it was cut from, and nothing else.
func TestSubset(t *testing.T) {
	const text = "NMF Ångström é 0.5 × 10⁻³ ψ±λ−AVATo, “fi”…"
	for name, k := range map[string]*ink{"regular": bodyInk, "bold": titleInk, "italic": reasonInk} {
		font := k.face.Face
		file, err := subset(font, []rune(text+"中"))
		if err != nil {
			t.Fatal(err)
		}
		if len(file) > 14000 {
			t.Errorf("%s: %d bytes", name, len(file))
		}
		cut, err := sfnt.Parse(file)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got, want := checksum(file), uint32(0xb1b0afba); got != want {
			t.Errorf("%s: sum of the file %#x, want %#x", name, got, want)
		}
		if cut.UnitsPerEm() != font.UnitsPerEm() {
			t.Errorf("%s: %d units to the em, want %d", name, cut.UnitsPerEm(), font.UnitsPerEm())
		}
		compareGlyphs(t, name, font, cut, []rune(text))
		var buf sfnt.Buffer
		for _, r := range "ZzЯ中" {
			if g, err := cut.GlyphIndex(&buf, r); err != nil || g != 0 {
				t.Errorf("%s: %q is glyph %d, %v", name, r, g, err)
			}
		}
		for _, id := range []sfnt.NameID{sfnt.NameIDCopyright, sfnt.NameIDLicense, sfnt.NameIDFamily} {
			want, _ := font.Name(&buf, id)
			if got, err := cut.Name(&buf, id); err != nil || got != want || got == "" {
				t.Errorf("%s: name %d is %q, %v, want %q", name, id, got, err, want)
			}
		}
	}
}

func compareGlyphs(t *testing.T, name string, font, cut *sfnt.Font, text []rune) {
	t.Helper()
	var b1, b2 sfnt.Buffer
	em := fixed.Int26_6(font.UnitsPerEm())
	var last1, last2 sfnt.GlyphIndex
	kerned := 0
	for i, r := range text {
		g1, _ := font.GlyphIndex(&b1, r)
		g2, _ := cut.GlyphIndex(&b2, r)
		if (g1 == 0) != (g2 == 0) {
			t.Errorf("%s: %q is glyph %d of the font, %d of the subset", name, r, g1, g2)
			continue
		}
		s1, err1 := font.LoadGlyph(&b1, g1, em, nil)
		s2, err2 := cut.LoadGlyph(&b2, g2, em, nil)
		if diff := cmp.Diff(s1, s2); diff != "" || err1 != nil || err2 != nil {
			t.Errorf("%s: outline of %q: %v, %v\n%s", name, r, err1, err2, diff)
		}
		a1, _ := font.GlyphAdvance(&b1, g1, em, 0)
		a2, _ := cut.GlyphAdvance(&b2, g2, em, 0)
		if a1 != a2 {
			t.Errorf("%s: %q is %d wide, want %d", name, r, a2, a1)
		}
		if i > 0 {
			k1, _ := font.Kern(&b1, last1, g1, em, 0)
			k2, _ := cut.Kern(&b2, last2, g2, em, 0)
			if k1 != k2 {
				t.Errorf("%s: %q is moved by %d, want %d", name, r, k2, k1)
			}
			if k1 != 0 {
				kerned++
			}
		}
		last1, last2 = g1, g2
	}
	if kerned < 2 {
		t.Errorf("%s: %d pairs are moved, the text has AV and To", name, kerned)
	}
}

// Every character drawn is in a font of the file, and the same figure has the same fonts.
func TestEmbeddedFonts(t *testing.T) {
	svg := render(t, mixed(), "svg")
	fonts := fontData.FindAllSubmatch(svg, -1)
	if len(fonts) != 3 {
		t.Fatalf("%d fonts, want regular, bold and italic", len(fonts))
	}
	first := bytes.Index(svg, []byte("<style>"))
	if drawn := bytes.Index(svg, []byte("<text")); first < 0 || drawn < first {
		t.Error("the fonts do not come before the text")
	}
	var cut []*sfnt.Font
	for _, f := range fonts {
		raw, err := base64.StdEncoding.DecodeString(string(f[1]))
		if err != nil {
			t.Fatal(err)
		}
		font, err := sfnt.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		cut = append(cut, font)
	}
	var buf sfnt.Buffer
	for _, r := range strings.ReplaceAll(mixed().Title, " ", "") {
		found := false
		for _, font := range cut {
			g, _ := font.GlyphIndex(&buf, r)
			found = found || g != 0
		}
		if !found {
			t.Errorf("no font has %q", r)
		}
	}
}

// What is no TrueType font is refused.
func TestReadTables(t *testing.T) {
	for _, src := range [][]byte{nil, []byte("OTTO, more than twelve bytes"), append([]byte{0, 1, 0, 0}, make([]byte, 20)...)} {
		if _, err := readTables(src); err == nil {
			t.Errorf("%q is read", src)
		}
	}
}
