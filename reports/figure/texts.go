package figure

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// texts returns the texts of a chart, placed around its data area: once to learn how much room they need, once to stay.
func (c *chart) texts() []canvas.Placed {
	var texts []canvas.Placed
	top := c.data.Max.Y + canvas.TextGap
	switch c.shape {
	case empty:
		texts = append(texts, c.reasonText())
	case space:
		texts = append(texts, c.spaceTexts()...)
	case ranking:
		texts = append(texts, c.diagram().texts()...)
	case forest:
		heads, height := c.forestHeads()
		texts = append(append(texts, c.forestTexts()...), heads...)
		top += height
	case slope:
		heads, height := c.slopeHeads()
		texts = append(append(texts, c.slopeTexts()...), heads...)
		top += height
	case curve:
		texts = append(texts, c.curveTexts()...)
	case axes:
		texts = append(texts, c.axisTexts()...)
		above, height := c.verticalLabels(top)
		texts = append(texts, above...)
		beside, _, _ := c.horizontalLabels()
		texts = append(append(texts, beside...), c.besideRoom()...)
		top += height
	}
	if c.hasBar() {
		texts = append(texts, c.barTexts()...)
	}
	if c.plot.Title != "" {
		size := c.data.Size()
		t := canvas.NewText(c.plot.Title, canvas.Plot, max(size.X, 60))
		texts = append(texts, canvas.Place(t, c.data.Min.X+size.X/2, top, 0.5, 0))
	}
	return texts
}

// reasonText says in an empty frame why it is empty; what does not fit ends in dots.
func (c *chart) reasonText() canvas.Placed {
	size := c.data.Size()
	t := canvas.NewText(c.reason, canvas.Reason, size.X-4*canvas.TextGap)
	for _, h := t.Size(); h > size.Y-2*canvas.TextGap && len(t.Lines) > 1; _, h = t.Size() {
		t.Lines = t.Lines[:len(t.Lines)-1]
		t.Lines[len(t.Lines)-1] = shortened(t.Lines[len(t.Lines)-1])
	}
	return canvas.Place(t, c.data.Min.X+size.X/2, c.data.Min.Y+size.Y/2, 0.5, 0.5)
}

// shortened ends a line in dots in place of its last characters.
func shortened(line string) string {
	runes := []rune(strings.TrimSuffix(line, "…"))
	if len(runes) > 8 {
		runes = runes[:len(runes)-2]
	}
	return string(runes) + "…"
}

// axisTexts returns the tick labels and, beyond them, the labels of the axes.
func (c *chart) axisTexts() []canvas.Placed {
	size := c.data.Size()
	below, beside := c.data.Min.Y-axis.MajorTick-canvas.TextGap, c.data.Min.X-axis.MajorTick-canvas.TextGap
	xs, _, high := c.x.Labels(func(v float64) vg.Point { return vg.Point{X: c.atX(v), Y: below + 1} }, 0.5, 1)
	ys, wide, _ := c.y.Labels(func(v float64) vg.Point { return vg.Point{X: beside, Y: c.atY(v)} }, 1, 0.5)
	lowest := min(below, below+1-high)
	return slices.Concat(xs, ys,
		axisName(c.plot.X.Label, c.x, size.X, false, c.data.Min.X+size.X/2, lowest-1, 0.5, 1),
		axisName(c.plot.Y.Label, c.y, max(size.Y, shortestName), true, beside-wide-canvas.TextGap, c.data.Min.Y+size.Y/2, 1, 0.5))
}

// shortestName is room for a word beside a low plot: the label of its axis stands out rather than break within a word.
const shortestName = 60

// axisName returns the label of an axis with the point (fx, fy) of its box at (x, y); an axis without a label has none.
func axisName(label string, s axis.Scale, width vg.Length, upward bool, x, y, fx, fy vg.Length) []canvas.Placed {
	t := axisLabel(label, s, width)
	if len(t.Lines) == 0 {
		return nil
	}
	t.Upward = upward
	return []canvas.Placed{canvas.Place(t, x, y, fx, fy)}
}

// axisLabel returns the label of an axis, with the power of ten that its ticks are to be multiplied by.
func axisLabel(label string, s axis.Scale, width vg.Length) canvas.Text {
	if s.Times == 0 {
		return canvas.NewText(label, canvas.Body, width)
	}
	if label != "" {
		label += ", "
	}
	t := canvas.NewText(label+"×10", canvas.Body, width-4*canvas.TextGap)
	t.Exponent = strings.Replace(strconv.Itoa(s.Times), "-", "−", 1)
	return t
}

// named returns the marks of that kind that bear a name of their own and not that of a method.
func (c *chart) named(kind markKind) []result.Mark {
	return list.Filter(c.plot.Marks, func(m result.Mark) bool {
		method := slices.ContainsFunc(c.plot.Series, func(s result.Series) bool { return s.Label == m.Label })
		return c.markKind(m) == kind && m.Label != "" && m.Label != paperLabel && !method
	})
}

// verticalLabels names the paper's vertical lines above the frame, in as many rows as it takes that none touch.
func (c *chart) verticalLabels(bottom vg.Length) (texts []canvas.Placed, height vg.Length) {
	marks := c.named(verticalMark)
	slices.SortStableFunc(marks, func(a, b result.Mark) int { return cmp.Compare(a.X, b.X) })
	free := []vg.Length{} // by row: where its last label ends
	width := c.data.Size().X
	var line vg.Length
	for _, m := range marks {
		t := canvas.NewText(m.Label, canvas.Mark, 0)
		for w, _ := t.Size(); w > width && len([]rune(t.Lines[0])) > 9; w, _ = t.Size() {
			t.Lines[0] = shortened(t.Lines[0])
		}
		w, h := t.Size()
		line = h
		x := c.atX(m.X) - w/2
		x = max(min(x, c.data.Max.X-w), c.data.Min.X)
		row := slices.IndexFunc(free, func(end vg.Length) bool { return end+axis.LabelGap <= x })
		if row < 0 {
			row = len(free)
			free = append(free, 0)
		}
		free[row] = x + w
		texts = append(texts, canvas.Place(t, x, bottom+vg.Length(row)*line, 0, 0))
	}
	if len(free) > 0 {
		height = vg.Length(len(free))*line + 1
	}
	return texts, height
}

// leaderWidth is how far from the frame names stand that are not level with their lines.
const leaderWidth = 9.0

// horizontalLabels names the paper's horizontal lines to the right of the frame. Where names would touch they move apart, and
// leaders go from the lines to them; those for which the frame is not high enough are without.
func (c *chart) horizontalLabels() (texts []canvas.Placed, leaders [][2]vg.Point, without []string) {
	marks := c.named(horizontalMark)
	slices.SortStableFunc(marks, func(a, b result.Mark) int { return cmp.Compare(a.Y, b.Y) })
	var lower []vg.Length // edges of the names
	var labels []canvas.Text
	free := c.data.Min.Y
	for i, m := range marks {
		t := canvas.NewText(m.Label, canvas.Mark, legendText/2)
		_, h := t.Size()
		room := c.data.Max.Y + h/2
		for _, l := range labels {
			_, above := l.Size()
			room -= above
		}
		if room-h < c.data.Min.Y {
			for _, m := range marks[i:] {
				without = append(without, m.Label)
			}
			break
		}
		y := max(c.atY(m.Y)-h/2, free)
		lower, labels = append(lower, y), append(labels, t)
		free = y + h
	}
	left := c.data.Max.X + canvas.TextGap
	for _, room := range c.besideRoom() {
		left = max(left, room.Box.Max.X+canvas.TextGap)
	}
	moved := false
	for i := len(labels) - 1; i >= 0; i-- { // down from the top, where the last ones stick out
		_, h := labels[i].Size()
		top := c.data.Max.Y + h/2
		if i+1 < len(labels) {
			top = lower[i+1]
		}
		lower[i] = min(lower[i], top-h)
		moved = moved || math.Abs(float64(lower[i]+h/2-c.atY(marks[i].Y))) > 1
	}
	if moved {
		left += leaderWidth
	}
	for i, t := range labels {
		_, h := t.Size()
		texts = append(texts, canvas.Place(t, left, lower[i], 0, 0))
		if moved {
			leaders = append(leaders, [2]vg.Point{{X: c.data.Max.X, Y: c.atY(marks[i].Y)}, {X: left - 1, Y: lower[i] + h/2}})
		}
	}
	return texts, leaders, without
}
