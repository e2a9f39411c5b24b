package figure

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// setRange finds the range of an image's values: the ends of its scale if that names them, else the smallest and the greatest
// finite value.
func (c *chart) setRange() {
	m := c.plot.Image
	var e axis.Extent
	if m.Scale != nil && m.Scale.Low < m.Scale.High {
		e.Add(m.Scale.Low)
		e.Add(m.Scale.High)
	} else {
		for _, v := range m.Values {
			if axis.Drawable(v, false) {
				e.Add(v)
			}
		}
	}
	c.low, c.high = e.Lo, e.Hi
	e.Snug, e.Whole = [2]bool{true, true}, false
	c.bar = axis.NewScale(e, result.Axis{})
}

// hasBar tells whether the chart has a scale bar.
func (c *chart) hasBar() bool {
	return c.shape != empty && c.plot.Image != nil && c.plot.Image.Scale != nil
}

// barBox returns the place of the scale bar, to the right of the data area.
func (c *chart) barBox() vg.Rectangle {
	left := c.data.Max.X + barGap
	return vg.Rectangle{Min: vg.Point{X: left, Y: c.data.Min.Y}, Max: vg.Point{X: left + barWidth, Y: c.data.Max.Y}}
}

// barTexts returns the numbers beside the scale bar, and its label.
func (c *chart) barTexts() []canvas.Placed {
	box, right := c.barBox(), c.barBox().Max.X+axis.MinorTick+canvas.TextGap
	texts, wide, _ := c.bar.Labels(func(v float64) vg.Point { return vg.Point{X: right, Y: c.besideBar(v).Y} }, 0, 0.5)
	// A low image has a bar lower than its label, which may stand out above and below.
	width := max(box.Size().Y, lowestLabel)
	return append(texts, axisName(c.plot.Image.Scale.Label, c.bar, width, true, right+wide+canvas.TextGap, box.Min.Y+box.Size().Y/2, 0,
		0.5)...)
}

// barPixels is how fine the scale bar is.
const barPixels = 256

func (c *chart) drawScaleBar(dst vg.Canvas) {
	if !c.hasBar() {
		return
	}
	box := c.barBox()
	ramp := image.NewNRGBA(image.Rect(0, 0, 1, barPixels))
	for y := range barPixels {
		ramp.SetNRGBA(0, y, canvas.RampColor(c.ramp(), 1-(float64(y)+0.5)/barPixels))
	}
	dst.DrawImage(box, ramp)
	canvas.Pen(dst, canvas.FrameWidth, canvas.Black, nil)
	dst.Stroke(canvas.Frame(box))
	c.bar.DrawTicks(dst, c.besideBar, vg.Point{X: 1}, axis.MinorTick)
	middle := box.Min.X + box.Size().X/2
	if slices.ContainsFunc(c.plot.Image.Values, func(v float64) bool { return v < c.low }) {
		canvas.DrawTriangle(dst, vg.Point{X: middle, Y: box.Min.Y - 1}, -triangle, canvas.RampColor(c.ramp(), 0))
	}
	if slices.ContainsFunc(c.plot.Image.Values, func(v float64) bool { return v > c.high }) {
		canvas.DrawTriangle(dst, vg.Point{X: middle, Y: box.Max.Y + 1}, triangle, canvas.RampColor(c.ramp(), 1))
	}
}

// triangle is the height of one, in a cell whose value is beyond the scale.
const triangle = 4.0

// ramp returns the colours of the scale.
func (c *chart) ramp() []color.NRGBA {
	if c.plot.Image.Scale.Even {
		return canvas.EvenColors
	}
	return canvas.HeatColors
}

// drawBeyond marks the cells whose values are beyond the scale, up or down.
func (c *chart) drawBeyond(dst vg.Canvas) {
	m := c.plot.Image
	if m.Scale == nil || len(c.plot.X.Names) == 0 {
		return
	}
	for i, v := range m.Values {
		at := c.at(m.X[i%m.Cols], m.Y[i/m.Cols])
		if v > c.high {
			canvas.DrawTriangle(dst, at.Sub(vg.Point{Y: triangle / 2}), triangle, pale)
		} else if v < c.low {
			canvas.DrawTriangle(dst, at.Add(vg.Point{Y: triangle / 2}), -triangle, pale)
		}
	}
}

// pale is the colour of triangles on dark cells: no grey, which a dark page turns round.
var pale = color.NRGBA{0xff, 0xf2, 0xcc, 0xff}

// beyond explains the triangles of heat maps, and says how far off the farthest value is.
func beyond(charts []*chart) []string {
	farthest := 0.0
	for _, c := range charts {
		if m := c.plot.Image; c.shape == axes && m != nil && m.Scale != nil && len(c.plot.X.Names) > 0 {
			for _, v := range m.Values {
				if (v < c.low || v > c.high) && math.Abs(v) > math.Abs(farthest) {
					farthest = v
				}
			}
		}
	}
	if farthest == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Triangles in a heat map mark values beyond its scale; the farthest is %s.", strings.Replace(shortNumber(farthest), "-", "−", 1))}
}

// addCells makes room for the cells of an image, and no more.
func (c *chart) addCells(e *axis.Extent, places []float64, log bool) {
	edges := axis.CellEdges(places, log)
	e.Add(edges[0])
	e.Add(edges[len(edges)-1])
	e.Snug, e.Whole = [2]bool{true, true}, false
}

// mostPlaces is up to how many cells along an axis have a tick each; more have round numbers between them.
const mostPlaces = 25

// heatPixels is how many pixels an image with axes has along each side.
const heatPixels = 480

// drawHeat draws the image of a chart with axes: every pixel has the value of the cell it lies in.
func (c *chart) drawHeat(dst vg.Canvas) {
	m := c.plot.Image
	if m == nil {
		return
	}
	columns, rows := c.cellsAlong(c.x, m.X, true), c.cellsAlong(c.y, m.Y, false)
	dst.DrawImage(c.data, c.raster(heatPixels, heatPixels, func(x, y int) float64 {
		if columns[x] < 0 || rows[y] < 0 {
			return math.NaN()
		}
		return m.Values[rows[y]*m.Cols+columns[x]]
	}))
	c.drawBeyond(dst)
}

// cellsAlong tells which cell each pixel along an axis lies in, -1 for none; pixels run from the top along the vertical one.
func (c *chart) cellsAlong(s axis.Scale, places []float64, level bool) []int {
	edges := axis.CellEdges(places, s.Log)
	cells := make([]int, heatPixels)
	for i := range cells {
		at := (float64(i) + 0.5) / heatPixels
		if !level {
			at = 1 - at
		}
		cells[i] = -1
		for k := range places {
			a, b := s.At(edges[k]), s.At(edges[k+1])
			if at >= min(a, b) && at < max(a, b) {
				cells[i] = k
			}
		}
	}
	return cells
}

// valueColor returns the colour of a value: of a heat map if the image has a scale, else grey. What is not a number is striped
// in a heat map, whose colours have no other to spare.
func (c *chart) valueColor(v float64, x, y int) color.NRGBA {
	m := c.plot.Image
	if m.Scale == nil {
		return canvas.Level(v, c.low, c.high, m.Light)
	}
	if !axis.Drawable(v, false) {
		if (x+y)/8%2 == 0 {
			return color.NRGBA{0xff, 0xff, 0xff, 0xff}
		}
		return canvas.LightGrey
	}
	return canvas.RampColor(c.ramp(), c.bar.At(v))
}

// besideBar returns the place of a value at the right edge of the scale bar.
func (c *chart) besideBar(v float64) vg.Point {
	box := c.barBox()
	return vg.Point{X: box.Max.X, Y: box.Min.Y + vg.Length(c.bar.At(v))*box.Size().Y}
}

// ticked returns the places of cells that have a tick each.
func ticked(places []float64) []float64 {
	if len(places) > mostPlaces {
		return nil
	}
	return places
}

// raster returns an image of values.
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
