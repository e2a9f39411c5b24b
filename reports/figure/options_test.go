package figure

import (
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// A page is as wide as it is asked to be, whatever is on it; its plots fill it unless they have their largest size, and
// everything has its place.
func TestWidth(t *testing.T) {
	for _, f := range append(all(), many(1, 2), many(2, 3)) {
		for _, width := range []float64{252, 360, 516, 900} {
			p, err := Options{Width: width}.page(f)
			if err != nil {
				t.Errorf("%s: %v", f.Address, err)
				continue
			}
			if math.Abs(float64(p.width)-width) > 1e-9 {
				t.Errorf("%s: %g points wide, want %g", f.Address, p.width, width)
			}
			if p.used > p.inner {
				t.Errorf("%s at %g: plots of %g points in %g", f.Address, width, p.used, p.inner)
			}
			if p.used < p.inner-4 && p.charts[0].data.Size().X < 280 && p.charts[0].shape == axes {
				t.Errorf("%s at %g: plots of %g points in %g", f.Address, width, p.used, p.inner)
			}
			checkPage(t, p)
		}
	}
}

// Columns become fewer before plots become too small to read.
func TestWidthColumns(t *testing.T) {
	for _, test := range []struct {
		width   float64
		columns int
	}{{600, 3}, {280, 2}, {145, 1}} {
		p, err := Options{Width: test.width}.page(many(3, 2))
		if err != nil {
			t.Fatal(err)
		}
		if len(p.grid.columns) != test.columns {
			t.Errorf("%g points: %d columns, want %d", test.width, len(p.grid.columns), test.columns)
		}
	}
	f := many(3, 2)
	f.Address = "a/b"
	err := Options{Width: 30}.Render(io.Discard, f, "svg")
	if err == nil || !strings.HasPrefix(err.Error(), "figure: a/b: a page of 30 points is too narrow for the labels, want about ") {
		t.Fatalf("error %v", err)
	}
	var least float64
	_, wanted, _ := strings.Cut(err.Error(), ", want about ")
	if _, err := fmt.Sscanf(wanted, "%g at least", &least); err != nil {
		t.Fatal(err)
	}
	if _, err := (Options{Width: least + 5}).page(f); err != nil {
		t.Errorf("at the width that was asked for: %v", err)
	}
}

// A bare figure has its plots and its legend, no title and no lines below.
func TestBare(t *testing.T) {
	for _, f := range []result.Figure{curves(), mixed(), heat()} {
		p, err := Options{Bare: true}.page(f)
		if err != nil {
			t.Fatal(err)
		}
		full := newPage(f)
		checkPage(t, p)
		for _, x := range p.texts {
			if x.Style == canvas.Title || x.Style == canvas.Caption && strings.Contains(strings.Join(x.Lines, " "), "Profile") {
				t.Errorf("%s: %q is written", f.Address, x.Lines)
			}
		}
		if len(p.legend.entries) != len(full.legend.entries) || p.height >= full.height {
			t.Errorf("%s: %d entries in the legend, %g points high, want %d, less than %g", f.Address, len(p.legend.entries), p.height, len(full.legend.entries), full.height)
		}
	}
}
