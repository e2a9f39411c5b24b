package figure

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// Lengths of a specification curve, in points.
const (
	curveHeight = 96.0 // of the intervals
	curveStep   = 2.5  // between readings, at least
	curveLine   = 10.0 // between lines of choices
	curveLabel  = 0.7  // of the width of the intervals: a longer choice ends in dots
)

// curveScales returns the axes of a specification curve: places of readings, and effects. The latter shows the intervals, zero, the
// paper's marks and the tolerance.
func (c *chart) curveScales() (x, y axis.Scale) {
	var effects axis.Extent
	s := c.plot.Curve
	for _, v := range []float64{-s.Tolerance, 0, s.Tolerance} {
		effects.Add(v)
	}
	for _, r := range s.Readings {
		effects.Add(float64(r.Low))
		effects.Add(float64(r.High))
	}
	for _, m := range c.named(horizontalMark) {
		effects.Add(m.Y)
	}
	effects.Whole = false
	places := axis.Extent{Lo: 0.5, Hi: float64(len(s.Readings)) + 0.5, N: 2, Snug: [2]bool{true, true}}
	return axis.NewScale(places, result.Axis{}), axis.NewScale(effects, c.plot.Y)
}

// curveLines returns the lines below the intervals: on the first stands the reading that was chosen.
func (c *chart) curveLines() []string {
	return append([]string{"as chosen"}, list.Map(c.plot.Curve.Choices(), result.Instead.String)...)
}

// lineY returns the height of a line of choices.
func (c *chart) lineY(i int) vg.Length { return c.data.Min.Y - vg.Length(curveLine*(float64(i)+1)) }

// curveTexts returns the axis of the effects, the choices on the left, and the number of readings below.
func (c *chart) curveTexts() []canvas.Placed {
	texts := c.axisTexts()
	beside, _, _ := c.horizontalLabels()
	texts = append(texts, beside...)
	lines := c.curveLines()
	for i, line := range lines {
		t := canvas.NewText(line, canvas.Tick, 0)
		for w, _ := t.Size(); w > curveLabel*c.data.Size().X && len(t.Lines[0]) > 12; w, _ = t.Size() {
			t.Lines[0] = shortened(t.Lines[0])
		}
		texts = append(texts, canvas.Place(t, c.data.Min.X-canvas.TextGap, c.lineY(i), 1, 0.5))
	}
	label := result.Count(len(c.plot.Curve.Readings), "reading") + " by effect"
	return append(texts, canvas.Place(canvas.NewText(label, canvas.Body, 0), c.data.Min.X+c.data.Size().X/2, c.lineY(len(lines)), 0.5, 0.5))
}

// curveLook says how a reading is drawn: as chosen, saying the same or saying otherwise.
func curveLook(r result.Reading) (m canvas.Marker, ink color.NRGBA, name string) {
	switch {
	case len(r.Choices) == 0:
		return canvas.Markers[2], canvas.Black, "Black triangles: the reading that was chosen"
	case r.Agrees:
		return canvas.Markers[0], forestColors["~"], "blue circles say the same"
	}
	return canvas.Markers[6], forestColors["≠"], "red squares say otherwise"
}

// drawCurve draws the readings as intervals from the smallest effect to the greatest, and below them their choices.
func (c *chart) drawCurve(dst vg.Canvas) {
	s, lines := c.plot.Curve, c.curveLines()
	if s.Tolerance > 0 {
		dst.SetColor(canvas.PaleGrey)
		dst.Fill(canvas.Frame(vg.Rectangle{Min: vg.Point{X: c.data.Min.X, Y: c.atY(-s.Tolerance)},
			Max: vg.Point{X: c.data.Max.X, Y: c.atY(s.Tolerance)}}))
	}
	canvas.Pen(dst, canvas.GridWidth, canvas.LightGrey, nil)
	for i := range lines {
		dst.Stroke(canvas.Polyline(vg.Point{X: c.data.Min.X, Y: c.lineY(i)}, vg.Point{X: c.data.Max.X, Y: c.lineY(i)}))
	}
	for _, m := range c.named(horizontalMark) {
		c.drawPaperLine(dst, m, canvas.Look{Color: canvas.Grey})
	}
	for k, r := range s.Readings {
		marker, ink, _ := curveLook(r)
		x := c.atX(float64(k + 1))
		canvas.Pen(dst, canvas.LineWidth, ink, nil)
		dst.Stroke(canvas.Polyline(vg.Point{X: x, Y: c.atY(float64(r.Low))}, vg.Point{X: x, Y: c.atY(float64(r.High))}))
		marker.Draw(dst, vg.Point{X: x, Y: c.atY(float64(r.Effect))}, markerRadius, ink)
		for i, line := range lines {
			if i == 0 && len(r.Choices) == 0 || i > 0 && slices.Contains(list.Map(r.Choices, result.Instead.String), line) {
				marker.Draw(dst, vg.Point{X: x, Y: c.lineY(i)}, markerRadius, ink)
			}
		}
	}
	c.drawFrame(dst)
	canvas.Pen(dst, canvas.GridWidth, canvas.Grey, nil)
	_, leaders, _ := c.horizontalLabels()
	for _, l := range leaders {
		dst.Stroke(canvas.Polyline(l[0], l[1]))
	}
}

// altCurve says each reading in words.
func (c *chart) altCurve() string {
	s := c.plot.Curve
	parts := []string{fmt.Sprintf("%s under %s", c.plot.Y.Label, result.Count(len(s.Readings), "reading"))}
	for _, r := range s.Readings[:min(len(s.Readings), mostDescribed)] {
		parts = append(parts, fmt.Sprintf("%s %s (%s) %s", r, result.Tenth(float64(r.Effect)), result.Tenths(float64(r.Low), float64(r.High)),
			r.Says))
	}
	if n := len(s.Readings) - mostDescribed; n > 0 {
		parts = append(parts, fmt.Sprintf("%d more", n))
	}
	return strings.Join(append(parts, c.altMarks()...), "; ")
}

// curveKey explains the marks of specification curves, "" where there is none.
func curveKey(charts []*chart) string {
	var names []string
	for _, c := range charts {
		if c.shape == curve {
			for _, r := range append([]result.Reading{{}}, c.plot.Curve.Readings...) {
				_, _, name := curveLook(r)
				names = list.AppendUnique(names, name)
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, "; ") + ". Bars are 95 % intervals on these rows, the shade is the tolerance."
}
