package figure

import (
	"gonum.org/v1/plot/vg"
)

// drawNames writes the names of points beside them: to the right if there is room, else left, above or below; a name
// without room anywhere is left to the CSV file.
func (c *chart) drawNames(canvas vg.Canvas) {
	var taken []vg.Rectangle
	around := func(p vg.Point) vg.Rectangle {
		r := vg.Point{X: markerRadius, Y: markerRadius}
		return vg.Rectangle{Min: p.Sub(r), Max: p.Add(r)}
	}
	for _, s := range c.plot.Series {
		for i := range s.Names {
			if c.has(s, i) {
				taken = append(taken, around(c.point(s, i)))
			}
		}
	}
	for _, s := range c.plot.Series {
		for i, name := range s.Names {
			if !c.has(s, i) || name == "" {
				continue
			}
			p := c.point(s, i)
			t := newText(name, markInk, 0)
			const gap = markerRadius + 1
			for _, label := range []placed{
				place(t, p.X+gap, p.Y, 0, 0.5), place(t, p.X-gap, p.Y, 1, 0.5), place(t, p.X, p.Y+gap, 0.5, 0), place(t, p.X, p.Y-gap, 0.5, 1),
			} {
				if c.free(label.box, taken) {
					taken = append(taken, label.box)
					label.draw(canvas)
					break
				}
			}
		}
	}
}

func (c *chart) free(box vg.Rectangle, taken []vg.Rectangle) bool {
	if box.Min.X < c.data.Min.X || box.Max.X > c.data.Max.X || box.Min.Y < c.data.Min.Y || box.Max.Y > c.data.Max.Y {
		return false
	}
	for _, t := range taken {
		if box.Min.X < t.Max.X && t.Min.X < box.Max.X && box.Min.Y < t.Max.Y && t.Min.Y < box.Max.Y {
			return false
		}
	}
	return true
}
