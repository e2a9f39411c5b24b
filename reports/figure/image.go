package figure

import (
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports"
)

// sharp is how many pixels an image has at least along its longer side: browsers blur what they enlarge.
const sharp = 240

// pixels turns a matrix into grey levels between its least and its greatest finite value. What is not a finite number is
// pale blue.
func pixels(m reports.Image) image.Image {
	c := &chart{plot: reports.Plot{Image: &m}}
	c.setRange()
	times := max(sharp/max(m.Rows, m.Cols), 1)
	out := image.NewNRGBA(image.Rect(0, 0, m.Cols*times, m.Rows*times))
	for y := range m.Rows * times {
		for x := range m.Cols * times {
			out.SetNRGBA(x, y, c.valueColor(m.Values[y/times*m.Cols+x/times], x, y))
		}
	}
	return out
}

func level(v, lo, hi float64, light bool) color.NRGBA {
	if !drawable(v, false) {
		return unknown
	}
	dark := 0.0
	if hi > lo {
		dark = min((v/2-lo/2)/(hi/2-lo/2), 1)
	}
	if math.IsNaN(dark) { // subnormal numbers, whose halves are equal
		dark = 0
	}
	if light {
		dark = 1 - dark
	}
	g := uint8(math.Round(255 * (1 - dark)))
	return color.NRGBA{g, g, g, 0xff}
}

// drawPicture draws an image without axes, in the frame of its group if it has one.
func (c *chart) drawPicture(canvas vg.Canvas, l *legend) {
	canvas.DrawImage(c.data, pixels(*c.plot.Image))
	pen(canvas, gridWidth, black, nil)
	canvas.Stroke(frame(c.data))
	if group := c.plot.Image.Frame; group != "" {
		drawEdge(canvas, c.data, l.looks[group])
	}
}
