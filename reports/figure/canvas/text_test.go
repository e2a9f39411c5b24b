package canvas

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// Lines keep to the width, and together have all characters.
func TestWrap(t *testing.T) {
	for _, s := range []string{"one", "one two three four five", strings.Repeat("w", 200), "λ ≥ ½ " + strings.Repeat("中", 40), "a " + strings.Repeat("b", 60) + " c"} {
		for _, width := range []vg.Length{12, 30, 100, 1000} {
			x := NewText(s, Body, width)
			for _, l := range x.Lines {
				if Body.Face.Width(l) > width && utf8.RuneCountInString(l) > 1 {
					t.Errorf("%q takes %g, want ≤ %g", l, Body.Face.Width(l), width)
				}
				if !utf8.ValidString(l) {
					t.Errorf("%q was cut within a character", l)
				}
			}
			joined := strings.ReplaceAll(strings.Join(x.Lines, ""), " ", "")
			if joined != strings.ReplaceAll(s, " ", "") {
				t.Errorf("%q became %q", s, x.Lines)
			}
		}
	}
	if got := NewText("a longer text", Body, 1000).Lines; !slices.Equal(got, []string{"a longer text"}) {
		t.Errorf("%q was broken", got)
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		" a\n\tb ": "a b", "x\x00y": "x\uFFFDy", "\xff": "\uFFFD", "⟨x⟩ ∈ A": "‹x› in A", "λ≥½": "λ≥½", "中": "中", "": "", "e^x, 2^T": "eˣ, 2ᵀ", "\uffff": "\uFFFD",
	} {
		if got := Clean(in, Body.Face); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

// Upright text takes the box of level text, turned.
func TestUpward(t *testing.T) {
	x := NewText("some label", Body, 0)
	w, h := x.Size()
	x.Upward = true
	if a, b := x.Size(); a != h || b != w {
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
		x := Place(NewText(s, Body, 0), 100, 50, 0, 0)
		c := &boxed{lo: vg.Point{X: inf, Y: inf}, hi: vg.Point{X: -inf, Y: -inf}}
		x.Draw(outlined{c})
		if c.lo.X < x.Box.Min.X-0.3 || c.lo.X > x.Box.Min.X+1.5 || c.hi.X > x.Box.Max.X+0.3 || c.hi.X < x.Box.Max.X-1.5 ||
			c.lo.Y < x.Box.Min.Y || c.hi.Y > x.Box.Max.Y {
			t.Errorf("%q: ink from %v to %v, box %v", s, c.lo, c.hi, x.Box)
		}
	}
}
