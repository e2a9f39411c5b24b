package figure

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// Lines keep to the width, and together have all characters.
func TestWrap(t *testing.T) {
	for _, s := range []string{"one", "one two three four five", strings.Repeat("w", 200), "λ ≥ ½ " + strings.Repeat("中", 40), "a " + strings.Repeat("b", 60) + " c"} {
		for _, width := range []vg.Length{12, 30, 100, 1000} {
			x := newText(s, bodyInk, width)
			for _, l := range x.lines {
				if bodyInk.face.Width(l) > width && utf8.RuneCountInString(l) > 1 {
					t.Errorf("%q takes %g, want ≤ %g", l, bodyInk.face.Width(l), width)
				}
				if !utf8.ValidString(l) {
					t.Errorf("%q was cut within a character", l)
				}
			}
			joined := strings.ReplaceAll(strings.Join(x.lines, ""), " ", "")
			if joined != strings.ReplaceAll(s, " ", "") {
				t.Errorf("%q became %q", s, x.lines)
			}
		}
	}
	if got := newText("a longer text", bodyInk, 1000).lines; !slices.Equal(got, []string{"a longer text"}) {
		t.Errorf("%q was broken", got)
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		" a\n\tb ": "a b", "x\x00y": "x\uFFFDy", "\xff": "\uFFFD", "⟨x⟩ ∈ A": "‹x› in A", "λ≥½": "λ≥½", "中": "中", "": "", "\uffff": "\uFFFD",
	} {
		if got := clean(in, bodyInk.face); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

// Upright text takes the box of level text, turned.
func TestUpward(t *testing.T) {
	x := newText("some label", bodyInk, 0)
	w, h := x.size()
	x.upward = true
	if a, b := x.size(); a != h || b != w {
		t.Errorf("size %g × %g, want %g × %g", a, b, h, w)
	}
}

// boxed is a canvas that knows where the ink of filled paths is.
type boxed struct {
	recorder.Canvas
	lo, hi vg.Point
}

func (b *boxed) Fill(p vg.Path) {
	for _, c := range p {
		if c.Type == vg.CloseComp {
			continue
		}
		b.lo = vg.Point{X: min(b.lo.X, c.Pos.X), Y: min(b.lo.Y, c.Pos.Y)}
		b.hi = vg.Point{X: max(b.hi.X, c.Pos.X), Y: max(b.hi.Y, c.Pos.Y)}
	}
}

// Outlines are where the measured box says: as wide but for the space beside the first and last character.
func TestOutlines(t *testing.T) {
	inf := vg.Length(math.Inf(1))
	for _, s := range []string{"Hg", "Relative objective", "Ψ×λ", "AVAVA"} {
		x := place(newText(s, bodyInk, 0), 100, 50, 0, 0)
		c := &boxed{lo: vg.Point{X: inf, Y: inf}, hi: vg.Point{X: -inf, Y: -inf}}
		x.draw(outlined{c})
		if c.lo.X < x.box.Min.X-0.3 || c.lo.X > x.box.Min.X+1.5 || c.hi.X > x.box.Max.X+0.3 || c.hi.X < x.box.Max.X-1.5 ||
			c.lo.Y < x.box.Min.Y || c.hi.Y > x.box.Max.Y {
			t.Errorf("%q: ink from %v to %v, box %v", s, c.lo, c.hi, x.box)
		}
	}
}

// texts is a canvas that collects what is written on it.
type texts struct {
	recorder.Canvas
	written []string
}

func (c *texts) FillString(_ font.Face, _ vg.Point, s string) { c.written = append(c.written, s) }

// What has a place on the page is written.
func TestWritten(t *testing.T) {
	p := newPage(mixed())
	c := &texts{}
	p.draw(c)
	for _, x := range p.texts {
		for _, l := range x.lines {
			if !slices.Contains(c.written, l) {
				t.Errorf("%q is not written", l)
			}
		}
	}
	for _, want := range []string{"paper: optimum", "limit", "Objective, ×10", "6", "One point"} {
		if !slices.Contains(c.written, want) {
			t.Errorf("%q is not written", want)
		}
	}
}
