package canvas

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

// Text is a block of lines in one style, perhaps with an exponent behind the last line.
type Text struct {
	Lines    []string
	Exponent string
	Style    *Style
	Upward   bool // turned by 90°, read from below
}

// NewText breaks s into lines that are no wider than width; no width, no breaks.
func NewText(s string, k *Style, width vg.Length) Text {
	s = Clean(s, k.Face)
	if s == "" {
		return Text{Style: k}
	}
	if width <= 0 {
		return Text{Lines: []string{s}, Style: k}
	}
	return Text{Lines: wrap(s, k.Face, width), Style: k}
}

// Size returns the width and height on the page.
func (t Text) Size() (w, h vg.Length) {
	if len(t.Lines) == 0 {
		return 0, 0
	}
	for _, l := range t.Lines {
		w = max(w, t.Style.Face.Width(l))
	}
	if t.Exponent != "" {
		last := t.Style.Face.Width(t.Lines[len(t.Lines)-1])
		w = max(w, last+t.exponentWidth())
	}
	e := t.Style.Face.Extents()
	h = e.Ascent + e.Descent + vg.Length(len(t.Lines)-1)*leading*t.Style.Face.Font.Size
	if t.Upward {
		return h, w
	}
	return w, h
}

func (t Text) small() font.Face {
	return fonts.Lookup(t.Style.Face.Font, exponentSize*t.Style.Face.Font.Size)
}

func (t Text) exponentWidth() vg.Length {
	face := t.small()
	return face.Width(t.Exponent)
}

// Placed is a text with its place: the box it takes on the page, and where its lines stand in the box, from 0 (left) to 1.
type Placed struct {
	Text
	Box   vg.Rectangle
	align vg.Length
}

// Place puts t so that the point (fx, fy) of its box, from (0, 0) lower left to (1, 1) upper right, is at (x, y).
func Place(t Text, x, y, fx, fy vg.Length) Placed {
	w, h := t.Size()
	at := vg.Point{X: x - fx*w, Y: y - fy*h}
	align := fx
	if t.Upward {
		align = 0.5
	}
	return Placed{t, vg.Rectangle{Min: at, Max: vg.Point{X: at.X + w, Y: at.Y + h}}, align}
}

// Draw writes the text where it is placed.
func (p Placed) Draw(c vg.Canvas) {
	if len(p.Lines) == 0 {
		return
	}
	origin, size := p.Box.Min, p.Box.Size()
	w, h := size.X, size.Y
	if p.Upward {
		w, h = h, w
		c.Push()
		defer c.Pop()
		c.Translate(vg.Point{X: p.Box.Max.X, Y: p.Box.Min.Y})
		c.Rotate(math.Pi / 2)
		origin = vg.Point{}
	}
	c.SetColor(p.Style.color)
	face := p.Style.Face
	y := origin.Y + h - face.Extents().Ascent
	for i, l := range p.Lines {
		wide := face.Width(l)
		last := i == len(p.Lines)-1
		if last && p.Exponent != "" {
			wide += p.exponentWidth()
		}
		x := origin.X + p.align*(w-wide)
		c.FillString(face, vg.Point{X: x, Y: y}, l)
		if last && p.Exponent != "" {
			c.FillString(p.small(), vg.Point{X: x + face.Width(l), Y: y + exponentShift*face.Font.Size}, p.Exponent)
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

// carets are the powers that have a character of their own.
var carets = strings.NewReplacer("^x", "ˣ", "^n", "ⁿ", "^2", "²", "^T", "ᵀ")

// Clean makes s one line without characters that XML forbids, and replaces those that the font lacks where it can. Others
// stay: a browser may have them. Powers with a caret become raised characters.
func Clean(s string, face font.Face) string {
	var out strings.Builder
	var buf sfnt.Buffer
	for _, r := range carets.Replace(s) {
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
