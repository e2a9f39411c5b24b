package figure

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

const (
	leading       = 1.2 // line distance over font size
	exponentSize  = 0.72
	exponentShift = 0.38 // of the font size, upwards
)

// text is a block of lines with one ink, perhaps with an exponent behind the last line.
type text struct {
	lines    []string
	exponent string
	ink      *ink
	upward   bool // turned by 90°, read from below
}

// newText breaks s into lines that are no wider than width; no width, no breaks.
func newText(s string, k *ink, width vg.Length) text {
	s = clean(s, k.face)
	if s == "" {
		return text{ink: k}
	}
	if width <= 0 {
		return text{lines: []string{s}, ink: k}
	}
	return text{lines: wrap(s, k.face, width), ink: k}
}

// size returns the width and height on the page.
func (t text) size() (w, h vg.Length) {
	if len(t.lines) == 0 {
		return 0, 0
	}
	for _, l := range t.lines {
		w = max(w, t.ink.face.Width(l))
	}
	if t.exponent != "" {
		last := t.ink.face.Width(t.lines[len(t.lines)-1])
		w = max(w, last+t.exponentWidth())
	}
	e := t.ink.face.Extents()
	h = e.Ascent + e.Descent + vg.Length(len(t.lines)-1)*leading*t.ink.face.Font.Size
	if t.upward {
		return h, w
	}
	return w, h
}

func (t text) small() font.Face {
	return fonts.Lookup(t.ink.face.Font, exponentSize*t.ink.face.Font.Size)
}

func (t text) exponentWidth() vg.Length {
	face := t.small()
	return face.Width(t.exponent)
}

// placed is a text with its place: the box it takes on the page, and where its lines stand in the box, from 0 (left) to 1.
type placed struct {
	text
	box   vg.Rectangle
	align vg.Length
}

// place puts t so that the point (fx, fy) of its box, from (0, 0) lower left to (1, 1) upper right, is at (x, y).
func place(t text, x, y, fx, fy vg.Length) placed {
	w, h := t.size()
	at := vg.Point{X: x - fx*w, Y: y - fy*h}
	align := fx
	if t.upward {
		align = 0.5
	}
	return placed{t, vg.Rectangle{Min: at, Max: vg.Point{X: at.X + w, Y: at.Y + h}}, align}
}

func (p placed) draw(c vg.Canvas) {
	if len(p.lines) == 0 {
		return
	}
	origin, size := p.box.Min, p.box.Size()
	w, h := size.X, size.Y
	if p.upward {
		w, h = h, w
		c.Push()
		defer c.Pop()
		c.Translate(vg.Point{X: p.box.Max.X, Y: p.box.Min.Y})
		c.Rotate(math.Pi / 2)
		origin = vg.Point{}
	}
	c.SetColor(p.ink.color)
	face := p.ink.face
	y := origin.Y + h - face.Extents().Ascent
	for i, l := range p.lines {
		wide := face.Width(l)
		last := i == len(p.lines)-1
		if last && p.exponent != "" {
			wide += p.exponentWidth()
		}
		x := origin.X + p.align*(w-wide)
		c.FillString(face, vg.Point{X: x, Y: y}, l)
		if last && p.exponent != "" {
			c.FillString(p.small(), vg.Point{X: x + face.Width(l), Y: y + exponentShift*face.Font.Size}, p.exponent)
		}
		y -= leading * face.Font.Size
	}
}

// wrap breaks s at spaces, and within words that are wider than a line.
func wrap(s string, face font.Face, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case face.Width(line+" "+word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
		for face.Width(line) > width {
			head, tail := split(line, face, width)
			if tail == "" {
				break
			}
			lines, line = append(lines, head), tail
		}
	}
	return append(lines, line)
}

// split cuts off as much of s as fits, at least one character.
func split(s string, face font.Face, width vg.Length) (head, tail string) {
	_, first := utf8.DecodeRuneInString(s)
	cut := first
	for i := range s {
		if i > first && face.Width(s[:i]) > width {
			break
		}
		cut = max(cut, i)
	}
	if cut == len(s) || face.Width(s) <= width {
		return s, ""
	}
	return s[:cut], s[cut:]
}

// substitutes write with other characters what the font lacks.
var substitutes = map[rune]string{
	'⁰': "0", '⁹': "9", '⁻': "−", '∈': " in ", '∀': "for all ", '⇒': "→", '∥': "‖", '⊥': "perp.", 'ⱼ': "j",
	'⟨': "‹", '⟩': "›", '∗': "*", '⋅': "·", '∘': "°",
}

// clean makes s one line without characters that XML forbids, and replaces those that the font lacks where it can. Others
// stay: a browser may have them.
func clean(s string, face font.Face) string {
	var out strings.Builder
	var buf sfnt.Buffer
	for _, r := range s {
		switch i, err := face.Face.GlyphIndex(&buf, r); {
		case unicode.IsSpace(r):
			out.WriteByte(' ')
		case unicode.IsControl(r) || r == 0xfffe || r == 0xffff:
			out.WriteRune(utf8.RuneError)
		case err != nil || i == 0:
			if other, ok := substitutes[r]; ok {
				out.WriteString(other)
			} else {
				out.WriteRune(r)
			}
		default:
			out.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}
