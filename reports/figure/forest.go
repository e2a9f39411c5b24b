package figure

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// Lengths of a forest plot, in points.
const (
	forestRow   = 11.0 // between rows
	forestArrow = 3.0  // of an interval that goes on beyond the axis
	forestReach = 3.0  // times the interval of the middle row: the axis ends there, however far others go
)

// forestColors are those of a row by the sign of its verdict; other verdicts are grey. The sign stands beside the row for those
// who see no colour.
var forestColors = map[string]color.NRGBA{
	"=": {0x0b, 0x6b, 0x45, 0xff}, "~": {0x0b, 0x57, 0xa4, 0xff}, "≈": {0xa8, 0x80, 0x00, 0xff}, "≠": {0xb5, 0x38, 0x00, 0xff},
}

// forestLines returns the rows of a forest plot with their headings: a row without a number is a heading, and one that has a group all the
// same is the name of the row below it.
func forestLines(f *result.Forest) (lines []result.ForestRow) {
	group := ""
	for _, r := range f.Rows {
		if r.Group != group {
			group = r.Group
			lines = append(lines, result.ForestRow{Label: group, Mid: math.NaN()})
		}
		if f.Above {
			lines = append(lines, result.ForestRow{Group: cmp.Or(group, r.Label), Label: r.Label, Mid: math.NaN()})
			r.Label = ""
		}
		lines = append(lines, r)
	}
	return lines
}

// forestExtent returns the range of the axis: zero, the tolerance and the intervals, of which none takes more than forestReach times what
// the middle one takes. One that goes further ends in an arrow.
func forestExtent(f *result.Forest) (e axis.Extent) {
	far := list.Map(f.Rows, func(r result.ForestRow) float64 { return max(math.Abs(r.Low), math.Abs(r.High)) })
	slices.Sort(far)
	limit := forestReach * max(far[len(far)/2], f.Tolerance)
	for _, v := range []float64{-1.2 * f.Tolerance, 0, 1.2 * f.Tolerance} {
		e.Add(v)
	}
	for _, r := range f.Rows {
		e.Add(max(-limit, min(r.Low, limit)))
		e.Add(max(-limit, min(r.High, limit)))
	}
	e.Whole = false
	return e
}

// forestY returns the height of a line.
func (c *chart) forestY(i int) vg.Length { return c.data.Max.Y - vg.Length(forestRow*(float64(i)+0.5)) }

// forestTexts returns the names of the rows on the left, their signs and differences on the right, and the axis.
func (c *chart) forestTexts() []canvas.Placed {
	texts := c.axisTexts()
	for i, r := range forestLines(c.plot.Forest) {
		y := c.forestY(i)
		if math.IsNaN(r.Mid) {
			style, x, align := canvas.Plot, c.data.Min.X-canvas.TextGap, vg.Length(1)
			if c.plot.Forest.Above {
				x, align = c.data.Min.X+canvas.TextGap, 0
			}
			if r.Group != "" {
				style = canvas.Body
			}
			texts = append(texts, canvas.Place(canvas.NewText(r.Label, style, 0), x, y, align, 0.5))
			continue
		}
		if r.Label != "" {
			texts = append(texts, canvas.Place(canvas.NewText(r.Label, canvas.Body, 0), c.data.Min.X-canvas.TextGap, y, 1, 0.5))
		}
		for k, text := range c.besides(r) {
			texts = append(texts, canvas.Place(canvas.NewText(text, canvas.Tick, 0), c.besideForest(k), y, 1, 0.5))
		}
	}
	return texts
}

// besides returns what stands to the right of a row: its sign and difference, and what is given.
func (c *chart) besides(r result.ForestRow) []string {
	return append([]string{strings.TrimSpace(r.Sign() + " " + strings.Replace(forestNumber(c.plot.Forest.Tolerance, r.Mid), "-", "−", 1))}, r.Beside...)
}

// besideForest returns where column k to the right of the rows ends.
func (c *chart) besideForest(k int) vg.Length {
	f, x := c.plot.Forest, c.data.Max.X
	for j := range k + 1 {
		widest := vg.Length(0)
		if j < len(f.Heads) {
			widest, _ = canvas.NewText(f.Heads[j], canvas.Tick, 0).Size()
		}
		for _, r := range f.Rows {
			if all := c.besides(r); j < len(all) {
				w, _ := canvas.NewText(all[j], canvas.Tick, 0).Size()
				widest = max(widest, w)
			}
		}
		x += canvas.TextGap + widest
		if j > 0 {
			x += canvas.TextGap
		}
	}
	return x
}

// forestHeads returns the headings of the columns to the right, above the rows.
func (c *chart) forestHeads() (texts []canvas.Placed, height vg.Length) {
	for k, head := range c.plot.Forest.Heads {
		t := canvas.NewText(head, canvas.Tick, 0)
		_, height = t.Size()
		texts = append(texts, canvas.Place(t, c.besideForest(k), c.data.Max.Y+1, 1, 0))
	}
	return texts, height
}

// smallest is the tolerance below which a difference is no number of points.
const smallest = 0.1

// forestNumber returns a difference: with a digit after the point if it is one of points, with three digits if it is not.
func forestNumber(tolerance, v float64) string {
	if tolerance < smallest {
		return result.Signed(v)
	}
	return result.Tenth(v)
}

// drawForest draws rows as intervals around zero, the tolerance shaded.
func (c *chart) drawForest(dst vg.Canvas) {
	f := c.plot.Forest
	dst.SetColor(canvas.PaleGrey)
	dst.Fill(canvas.Frame(vg.Rectangle{Min: vg.Point{X: c.atX(-f.Tolerance), Y: c.data.Min.Y},
		Max: vg.Point{X: c.atX(f.Tolerance), Y: c.data.Max.Y}}))
	canvas.Pen(dst, canvas.MarkWidth, canvas.Grey, nil)
	dst.Stroke(canvas.Polyline(vg.Point{X: c.atX(0), Y: c.data.Min.Y}, vg.Point{X: c.atX(0), Y: c.data.Max.Y}))
	for i, r := range forestLines(f) {
		if math.IsNaN(r.Mid) {
			continue
		}
		ink, known := forestColors[r.Sign()]
		if !known {
			ink = canvas.Grey
		}
		if r.Pale {
			ink = canvas.LightGrey
		}
		canvas.Pen(dst, canvas.LineWidth, ink, nil)
		y := c.forestY(i)
		left, right := max(c.atX(r.Low), c.data.Min.X), min(c.atX(r.High), c.data.Max.X)
		dst.Stroke(canvas.Polyline(vg.Point{X: min(left, c.data.Max.X), Y: y}, vg.Point{X: max(right, c.data.Min.X), Y: y}))
		if r.Low < c.x.Lo {
			drawArrow(dst, vg.Point{X: c.data.Min.X, Y: y}, forestArrow)
		}
		if r.High > c.x.Hi {
			drawArrow(dst, vg.Point{X: c.data.Max.X, Y: y}, -forestArrow)
		}
		if at := c.atX(r.Mid); at >= c.data.Min.X && at <= c.data.Max.X {
			canvas.Markers[0].Draw(dst, vg.Point{X: at, Y: y}, markerRadius, ink)
		}
	}
	canvas.Pen(dst, canvas.FrameWidth, canvas.Black, nil)
	dst.Stroke(canvas.Polyline(c.data.Min, vg.Point{X: c.data.Max.X, Y: c.data.Min.Y}))
	c.x.DrawTicks(dst, func(v float64) vg.Point { return vg.Point{X: c.atX(v), Y: c.data.Min.Y} }, vg.Point{Y: -1}, axis.MajorTick)
}

// drawArrow draws the head of an arrow whose tip is at a place.
func drawArrow(dst vg.Canvas, tip vg.Point, length vg.Length) {
	dst.Stroke(canvas.Polyline(tip.Add(vg.Point{X: length, Y: 2}), tip, tip.Add(vg.Point{X: length, Y: -2})))
}

// altForest says each row in words.
func (c *chart) altForest() string {
	f := c.plot.Forest
	parts := []string{fmt.Sprintf("%s, tolerance %s", c.plot.X.Label, shortNumber(f.Tolerance))}
	for _, r := range f.Rows[:min(len(f.Rows), mostDescribed)] {
		ends := result.Tenths(r.Low, r.High)
		if f.Tolerance < smallest {
			ends = result.IntervalText(r.Low, r.High)
		}
		parts = append(parts, strings.TrimSpace(fmt.Sprintf("%s %s %s (%s) %s", r.Group, r.Label, forestNumber(f.Tolerance, r.Mid),
			ends, r.Verdict)))
	}
	if n := len(f.Rows) - mostDescribed; n > 0 {
		parts = append(parts, fmt.Sprintf("%d more", n))
	}
	return strings.Join(parts, "; ")
}
