package figure

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports"
	"nmfrepro/reports/figure/canvas"
)

// Diamonds beside the frame have the marker of their method in them, to be told apart without colour.
const (
	besideSize = 4.2 // half the diagonal
	besideGap  = 1.5 // before the first, and between two
)

// ofMethod tells whether a mark is a number of a whole line: it stands beside the frame, at its height.
func (c *chart) ofMethod(m reports.Mark) bool {
	return c.markKind(m) == horizontalMark && slices.ContainsFunc(c.plot.Series, func(s reports.Series) bool { return s.Label == m.Label })
}

// beside places the paper's numbers of whole lines to the right of the frame; those that would touch stand next to each other.
func (c *chart) beside() (marks []reports.Mark, at []vg.Point) {
	marks = slices.DeleteFunc(slices.Clone(c.plot.Marks), func(m reports.Mark) bool { return !c.ofMethod(m) })
	slices.SortStableFunc(marks, func(a, b reports.Mark) int { return cmp.Compare(a.Y, b.Y) })
	var tops []vg.Length // by column
	for _, m := range marks {
		y := c.atY(m.Y)
		k := slices.IndexFunc(tops, func(top vg.Length) bool { return top <= y-besideSize })
		if k < 0 {
			k, tops = len(tops), append(tops, 0)
		}
		tops[k] = y + besideSize
		at = append(at, vg.Point{X: c.data.Max.X + besideGap + besideSize + vg.Length(k)*(2*besideSize+besideGap), Y: y})
	}
	return marks, at
}

// besideRoom is a text without lines for each of these numbers, for the room that they need.
func (c *chart) besideRoom() (room []canvas.Placed) {
	_, at := c.beside()
	for _, p := range at {
		room = append(room, canvas.Placed{Box: boxAround(p, besideSize)})
	}
	return room
}

func (c *chart) drawBeside(dst vg.Canvas, l *legend) {
	marks, at := c.beside()
	for i, m := range marks {
		look := l.mark(m)
		canvas.PaperMarker.Draw(dst, at[i], besideSize, look.Color)
		look.Marker.Draw(dst, at[i], besideSize/3, look.Color)
	}
}
