package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// contourPen strokes twice: a pale line under a dark one is seen on light and on dark ground.
func contourPen(c vg.Canvas, stroke func()) {
	pen(c, 1.6, color.NRGBA{0xff, 0xff, 0xff, 0xb0}, nil)
	stroke()
	pen(c, 0.6, black, nil)
	stroke()
}

// drawContours draws the contour lines of an image with axes, between the centres of its cells.
func (c *chart) drawContours(canvas vg.Canvas) {
	for _, level := range c.plot.Image.Scale.Contours {
		lines := c.contour(level)
		if len(lines) > 0 {
			contourPen(canvas, func() {
				for _, l := range lines {
					canvas.Stroke(polyline(l[0], l[1]))
				}
			})
		}
	}
}

// contour returns the pieces of a contour line (marching squares). A square with an unknown corner has none; one whose
// corners alternate is divided by its mean.
func (c *chart) contour(level float64) (lines [][2]vg.Point) {
	m := c.plot.Image
	for i := 0; i+1 < m.Rows; i++ {
		for j := 0; j+1 < m.Cols; j++ {
			// Corners in turn around the square.
			at := [4][2]int{{i, j}, {i, j + 1}, {i + 1, j + 1}, {i + 1, j}}
			var v [4]float64
			known := true
			for k, p := range at {
				v[k] = m.Values[p[0]*m.Cols+p[1]]
				known = known && drawable(v[k], false)
			}
			if known {
				lines = append(lines, c.contourPieces(level, at, v)...)
			}
		}
	}
	return lines
}

func (c *chart) contourPieces(level float64, at [4][2]int, v [4]float64) (lines [][2]vg.Point) {
	m := c.plot.Image
	var crossings []vg.Point
	for k := range 4 {
		a, b := v[k], v[(k+1)%4]
		if (a >= level) == (b >= level) {
			continue
		}
		t := vg.Length((level - a) / (b - a))
		p, q := at[k], at[(k+1)%4]
		from, to := c.at(m.X[p[1]], m.Y[p[0]]), c.at(m.X[q[1]], m.Y[q[0]])
		crossings = append(crossings, from.Add(to.Sub(from).Scale(t)))
	}
	switch len(crossings) {
	case 2:
		return [][2]vg.Point{{crossings[0], crossings[1]}}
	case 4: // on sides 0 to 3 in turn: cut off the corners that differ from the middle
		middle := v[0]/4 + v[1]/4 + v[2]/4 + v[3]/4
		if (middle >= level) == (v[0] >= level) {
			return [][2]vg.Point{{crossings[0], crossings[1]}, {crossings[2], crossings[3]}}
		}
		return [][2]vg.Point{{crossings[3], crossings[0]}, {crossings[1], crossings[2]}}
	}
	return nil
}
