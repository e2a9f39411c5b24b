package figure

import (
	"math"
	"strings"
	"testing"

	"nmfrepro/reports/result"
)

// Numbers of whole lines stand beside the frame at their height, none on another, and the legend and the lines below say what
// they are; a number of no method stays a line.
func TestBeside(t *testing.T) {
	p := result.Plot{Title: "P"}
	for _, name := range []string{"A", "B", "C", "D"} {
		p.Series = append(p.Series, result.Series{Label: name, X: []float64{0, 1}, Y: []float64{0, 1}})
	}
	for i, y := range []float64{0.5, 0.9, 0.5, 0.51} {
		p.Marks = append(p.Marks, result.Mark{Label: p.Series[i].Label, X: math.NaN(), Y: y})
	}
	p.Marks = append(p.Marks, result.Mark{Label: "chance", X: math.NaN(), Y: 0.1})
	page := newPage(result.Figure{Plots: []result.Plot{p}})
	checkPage(t, page)
	c := page.charts[0]
	marks, at := c.beside()
	if len(marks) != 4 {
		t.Fatalf("%d marks beside the frame, want 4", len(marks))
	}
	for i, p := range at {
		if p.Y != c.atY(marks[i].Y) || p.X-besideSize < c.data.Max.X || p.X+besideSize > page.width {
			t.Errorf("%s stands at %v, frame %v", marks[i].Label, p, c.data)
		}
		for _, q := range at[:i] {
			if math.Abs(float64(p.X-q.X)) < besideSize && math.Abs(float64(p.Y-q.Y)) < besideSize {
				t.Errorf("%s covers another", marks[i].Label)
			}
		}
	}
	last := page.legend.entries[len(page.legend.entries)-1]
	if !last.paper || !last.marker || !last.line {
		t.Errorf("legend %+v, want the paper's diamond and line", last)
	}
	if notes := strings.Join(omissions(page.charts), " "); !strings.Contains(notes, "Diamonds beside the frame") {
		t.Errorf("told as %q", notes)
	}
	if alt := c.alt(); !strings.Contains(alt, "paper, B, diamond beside the frame at 0.9") || !strings.Contains(alt, "paper, chance, line at 0.1") {
		t.Errorf("alt %q", alt)
	}
}
