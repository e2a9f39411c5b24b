package figure

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// Names of points that lie together all have a place of their own, with leaders where it is away from the point; a name
// without a place is told below the figure.
func TestPointNames(t *testing.T) {
	for _, test := range []struct {
		points, leaders int
		z               []float64
	}{{1, 0, nil}, {4, 2, nil}, {9, 7, nil}, {9, 7, []float64{1}}} {
		s := result.Series{Points: true}
		for k := range test.points {
			s.X, s.Y, s.Names = append(s.X, 5), append(s.Y, 5+1e-9*float64(k)), append(s.Names, fmt.Sprint("name ", k))
			if test.z != nil {
				s.Z = append(s.Z, test.z[0])
			}
		}
		c := newPage(result.Figure{Plots: []result.Plot{{Series: []result.Series{s}}}}).charts[0]
		leaders := 0
		for i, n := range c.names.placed {
			if n.Box.Min.X < 0 || n.Box.Min.Y < 0 || n.Box.Max.X > c.data.Size().X || n.Box.Max.Y > c.data.Size().Y {
				t.Errorf("%d points: %q leaves the frame", test.points, n.Lines)
			}
			for _, other := range c.names.placed[:i] {
				if overlap(n.Box, other.Box) > 0 {
					t.Errorf("%d points: %q covers %q", test.points, n.Lines, other.Lines)
				}
				for _, dot := range append(boxesAlong(n.leader), boxesAlong(other.leader)...) {
					if overlap(dot, n.Box) > 0.6 || overlap(dot, other.Box) > 0.6 {
						t.Errorf("%d points: a leader goes through %q or %q", test.points, n.Lines, other.Lines)
					}
				}
			}
			if len(n.leader) > 0 {
				leaders++
				if d := canvas.Distance(n.leader[0].Add(c.data.Min), c.point(s, i)); math.Abs(float64(d-markerRadius)) > 1e-6 {
					t.Errorf("%d points: the leader of %q begins %g away from its point", test.points, n.Lines, d)
				}
			}
		}
		if len(c.names.placed) != test.points || leaders != test.leaders {
			t.Errorf("%d points: %d names, %d leaders, want all, %d", test.points, len(c.names.placed), leaders, test.leaders)
		}
	}
	s := result.Series{Points: true}
	for k := range 300 {
		s.X, s.Y, s.Names = append(s.X, 1), append(s.Y, 1), append(s.Names, fmt.Sprint(strings.Repeat("long ", 5), k))
	}
	c := newPage(result.Figure{Plots: []result.Plot{{Title: "P", Series: []result.Series{s}}}}).charts[0]
	notes := c.unwritten()
	if len(c.names.placed) < 8 || len(c.names.placed)+len(c.names.without) != 300 || len(notes) != 1 || !strings.HasPrefix(notes[0], "P: no room for the names of points long long") || !strings.HasSuffix(notes[0], " 299.") {
		t.Errorf("%d names, %d without room, told as %.80q", len(c.names.placed), len(c.names.without), notes)
	}
}

// Names keep off the labels of the axes of a box in space.
func TestNamesInSpace(t *testing.T) {
	for k := range 40 {
		at := []float64{float64(k) / 39, 0, 1}
		s := result.Series{Points: true, X: at, Y: []float64{0, 0, 1}, Z: []float64{0, 0, 1}, Names: []string{"a long name", "b", "c"}}
		c := newPage(result.Figure{Plots: []result.Plot{{Series: []result.Series{s}}}}).charts[0]
		if len(c.names.placed) != 3 {
			t.Fatalf("x = %v: %d names", at, len(c.names.placed))
		}
		for _, n := range c.names.placed {
			box := vg.Rectangle{Min: n.Box.Min.Add(c.data.Min), Max: n.Box.Max.Add(c.data.Min)}
			for _, tick := range c.spaceTexts() {
				if overlap(box, tick.Box) > 0.01 {
					t.Errorf("x = %v: %q covers %q", at, n.Lines, tick.Lines)
				}
			}
		}
	}
}

// Names of lines that lie together move apart at leaders that begin at their lines; those without room are told.
func TestLineNames(t *testing.T) {
	lines := func(levels ...float64) result.Figure {
		p := result.Plot{Title: "P", Series: []result.Series{{X: []float64{0, 1}, Y: []float64{0, 1}}}}
		for k, y := range levels {
			p.Marks = append(p.Marks, result.Mark{X: nan, Y: y, Label: fmt.Sprint("line ", k)})
		}
		return result.Figure{Plots: []result.Plot{p}}
	}
	for _, test := range []struct {
		levels  []float64
		leaders int
	}{{[]float64{0.2, 0.8}, 0}, {[]float64{0.5, 0.5}, 2}, {[]float64{1, 1, 0.99, 0.1}, 4}} {
		p := newPage(lines(test.levels...))
		checkPage(t, p)
		c := p.charts[0]
		texts, leaders, without := c.horizontalLabels()
		if len(texts) != len(test.levels) || len(leaders) != test.leaders || len(without) != 0 {
			t.Errorf("%v: %d names, %d leaders, %d without, want %d leaders", test.levels, len(texts), len(leaders), len(without), test.leaders)
		}
		sorted := slices.Sorted(slices.Values(test.levels))
		for i, l := range leaders {
			if l[0] != (vg.Point{X: c.data.Max.X, Y: c.atY(sorted[i])}) {
				t.Errorf("%v: leader %d begins at %v", test.levels, i, l[0])
			}
		}
	}
	p := newPage(lines(make([]float64, 60)...))
	checkPage(t, p)
	notes := p.charts[0].unwritten()
	if len(notes) != 1 || !strings.HasPrefix(notes[0], "P: no room for the names of lines line ") {
		t.Errorf("told as %q", notes)
	}
}

// A reason that does not fit into its frame, and names of places without room, stand below the figure.
func TestUnwritten(t *testing.T) {
	reason := strings.Repeat("reason ", 60) + "end"
	var names []string
	for k := range 90 {
		names = append(names, fmt.Sprint("place ", k+1))
	}
	p := newPage(result.Figure{Plots: []result.Plot{
		{Title: "A", Status: result.Failed, Note: reason},
		{Title: "B", Status: result.Failed, Note: "an unbreakable" + strings.Repeat("x", 50) + " but short reason"},
		{Title: "C", X: result.Axis{Names: names}, Series: []result.Series{{X: []float64{1, 90}, Y: []float64{1, 2}}}},
	}})
	for i, want := range []string{"A: failed: " + reason, "", "C: no room for the names of places place 2, place 3, "} {
		if got := strings.Join(p.charts[i].unwritten(), "|"); (got == "") != (want == "") || !strings.HasPrefix(got, want) {
			t.Errorf("plot %d: %q, want %q", i+1, got, want)
		}
	}
}

// A link is a dotted line from point to point with its label beside the middle, in the plane and in space.
func TestLinks(t *testing.T) {
	s := result.Series{Points: true, X: []float64{0, 1, nan}, Y: []float64{0, 1, 1}, Names: []string{"a", "b", "c"}}
	for _, z := range [][]float64{nil, {0, 1, 1}} {
		s.Z = z
		f := result.Figure{Plots: []result.Plot{{Series: []result.Series{s}, Links: []result.Link{{From: 0, To: 1, Label: "0.38"}, {From: 0, To: 2, Label: "unseen"}}}}}
		c := newPage(f).charts[0]
		if len(c.names.placed) != 3 || len(c.names.without) != 0 || c.names.placed[2].Lines[0] != "0.38" {
			t.Fatalf("names %v, without room %q", c.names.placed, c.names.without)
		}
		middle := c.point(s, 0).Add(c.point(s, 1)).Scale(0.5).Sub(c.data.Min)
		box := c.names.placed[2].Box
		if d := canvas.Distance(middle, vg.Point{X: max(box.Min.X, min(middle.X, box.Max.X)), Y: max(box.Min.Y, min(middle.Y, box.Max.Y))}); d > markerRadius+1+1e-9 {
			t.Errorf("the label is %g away from the middle", d)
		}
		lines := &ends{Canvas: &strokes{}}
		c.drawLinks(lines)
		if !slices.Equal(lines.points, []vg.Point{c.point(s, 0), c.point(s, 1)}) {
			t.Errorf("lines %v", lines.points)
		}
		if got := Alt(f); !strings.Contains(got, "between a and b 0.38") || strings.Contains(got, "unseen") {
			t.Errorf("told as %q", got)
		}
	}
}

// A label has the look that the figure gives it; one without has a look of its own.
func TestLooksGiven(t *testing.T) {
	series := func(label string) result.Series {
		return result.Series{Label: label, X: []float64{1, 2}, Y: []float64{1, 2}}
	}
	f := result.Figure{Looks: map[string]int{"NMF": 3, "PNMF": 0}, Plots: []result.Plot{{Series: []result.Series{series("NMF"), series("ONMF")}, Status: result.OK}}}
	l := layOut(f, Options{}, 0, 1).legend
	if !reflect.DeepEqual(l.looks["NMF"], canvas.NewLook(3)) || !reflect.DeepEqual(l.looks["ONMF"], canvas.NewLook(1)) || len(f.Looks) != 2 {
		t.Errorf("%+v", l.looks)
	}
}
