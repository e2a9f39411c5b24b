package figure

import (
	"fmt"
	"image"
	"slices"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/canvas"
)

// besideBar is the place of a value at the right edge of the scale bar.
func (c *chart) besideBar(v float64) vg.Point {
	box := c.barBox()
	return vg.Point{X: box.Max.X, Y: box.Min.Y + vg.Length(c.bar.At(v))*box.Size().Y}
}

// ticked are the places of cells that have a tick each.
func ticked(places []float64) []float64 {
	if len(places) > mostPlaces {
		return nil
	}
	return places
}

// raster is an image of values.
func (c *chart) raster(width, height int, value func(x, y int) float64) image.Image {
	out := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			out.SetNRGBA(x, y, c.valueColor(value(x, y), x, y))
		}
	}
	return out
}

// sharp is how many pixels an image has at least along its longer side: browsers blur what they enlarge.
const sharp = 240

// pixels turns the matrix of a picture into grey levels between its least and its greatest finite value. What is not a finite number is
// pale blue.
func (c *chart) pixels() image.Image {
	m := c.plot.Image
	times := max(sharp/max(m.Rows, m.Cols), 1)
	return c.raster(m.Cols*times, m.Rows*times, func(x, y int) float64 { return m.Values[y/times*m.Cols+x/times] })
}

// greys says what is black in images that have no scale.
func greys(charts []*chart) (notes []string) {
	for _, light := range []bool{false, true} {
		var lows, highs []string
		for _, c := range charts {
			if m := c.plot.Image; m != nil && c.shape != empty && m.Scale == nil && m.Light == light {
				lows, highs = append(lows, shortNumber(c.low)), append(highs, shortNumber(c.high))
			}
		}
		if len(lows) == 0 {
			continue
		}
		least, greatest := "the least value", "the greatest"
		if lows, highs = slices.Compact(lows), slices.Compact(highs); len(lows) == 1 && len(highs) == 1 {
			least, greatest = lows[0], highs[0]
		} else {
			greatest += " of each picture"
		}
		if light {
			least, greatest = greatest, least
		}
		notes = append(notes, fmt.Sprintf("White is %s, black %s.", least, greatest))
	}
	return notes
}

// drawPicture draws an image without axes, in the frame of its group if it has one.
func (c *chart) drawPicture(dst vg.Canvas, l *legend) {
	dst.DrawImage(c.data, c.pixels())
	canvas.Pen(dst, canvas.GridWidth, canvas.Black, nil)
	dst.Stroke(canvas.Frame(c.data))
	if group := c.plot.Image.Frame; group != "" {
		canvas.DrawEdge(dst, c.data, l.looks[group])
	}
}
