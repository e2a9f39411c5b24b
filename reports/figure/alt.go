package figure

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"

	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/canvas"
)

// mostDescribed is up to how many plots, and series of a plot, are described one by one.
const mostDescribed = 12

// Alt says in words what is seen on a figure, for those who do not see it: of each plot its axes, from where to where each
// line goes and where its best and worst lie, the paper's marks, and why there is nothing.
func Alt(f result.Figure) string {
	var parts []string
	if f.Title != "" {
		parts = append(parts, strings.TrimSuffix(f.Title, ".")+".")
	}
	if n := len(f.Plots); n > 1 {
		parts = append(parts, fmt.Sprintf("%d plots.", n))
	}
	for i := range f.Plots[:min(len(f.Plots), mostDescribed)] {
		c := newChart(f, i)
		sentence := c.alt()
		if c.plot.Title != "" {
			sentence = c.plot.Title + ": " + sentence
		}
		parts = append(parts, sentence+".")
	}
	if n := len(f.Plots) - mostDescribed; n > 0 {
		parts = append(parts, fmt.Sprintf("And %d more.", n))
	}
	return canvas.Clean(strings.Join(parts, " "), canvas.Body.Face)
}

// alt says what is seen in a plot.
func (c *chart) alt() string {
	switch c.shape {
	case empty:
		return "empty, " + c.reason
	case picture:
		m := c.plot.Image
		return fmt.Sprintf("picture of %d×%d values from %s to %s", m.Rows, m.Cols, shortNumber(c.low), shortNumber(c.high))
	case ranking:
		r := c.plot.Ranking
		ranked := func(m int) string { return fmt.Sprintf("%s %.2f", r.Methods[m], r.Ranks[m]) }
		return "mean ranks, the best first: " + list.Join(list.Order(r.Ranks), ", ", ranked)
	case forest:
		return c.altForest()
	case curve:
		return c.altCurve()
	case slope:
		return c.altSlope()
	}
	parts := []string{c.altAxes()}
	if c.plot.Image != nil {
		parts = append(parts, c.altHeat())
	}
	for i, s := range c.plot.Series[:min(len(c.plot.Series), mostDescribed)] {
		if t := c.altSeries(s, i); t != "" {
			parts = append(parts, t)
		}
	}
	for _, l := range c.plot.Links[:min(len(c.plot.Links), mostDescribed)] {
		if s := c.plot.Series[l.Series]; len(s.Names) > 0 && c.has(s, l.From) && c.has(s, l.To) {
			parts = append(parts, fmt.Sprintf("between %s and %s %s", s.Names[l.From], s.Names[l.To], l.Label))
		}
	}
	if n := len(c.plot.Series) - mostDescribed; n > 0 {
		parts = append(parts, fmt.Sprintf("%d more", n))
	}
	return strings.Join(append(parts, c.altMarks()...), "; ")
}

// altAxes names the axes, the last one first: y over x.
func (c *chart) altAxes() string {
	name := func(a result.Axis, letter string) string {
		letter = cmp.Or(a.Label, letter)
		if a.Log {
			letter += " (logarithmic)"
		}
		return letter
	}
	x, y := name(c.plot.X, "x"), name(c.plot.Y, "y")
	if c.shape == space {
		return name(c.plot.Z, "z") + " over " + x + " and " + y
	}
	return y + " over " + x
}

// altHeat says where the smallest and the greatest value of a heat map are.
func (c *chart) altHeat() string {
	m := c.plot.Image
	_, least, most := extremes(m.Values, func(k int) bool { return axis.Drawable(m.Values[k], false) })
	if least < 0 {
		return "no values"
	}
	cell := func(k int) string {
		return fmt.Sprintf("%s at (%s, %s)", shortNumber(m.Values[k]), c.placeName(m.X[k%m.Cols]), shortNumber(m.Y[k/m.Cols]))
	}
	label := "values"
	if m.Scale != nil {
		label = cmp.Or(m.Scale.Label, label)
	}
	return label + " from " + cell(least) + " to " + cell(most)
}

// extremes returns the places that values have, and those of the smallest and the greatest of them, -1 if there are none.
func extremes(values []float64, has func(k int) bool) (at []int, least, most int) {
	least, most = -1, -1
	for k, v := range values {
		if !has(k) {
			continue
		}
		at = append(at, k)
		if least < 0 || v < values[least] {
			least = k
		}
		if most < 0 || v > values[most] {
			most = k
		}
	}
	return at, least, most
}

// seen is how far beyond its ends a line has to go for that to be parts, as a share of the axis.
const seen = 0.05

// altSeries says where a line begins and ends and, if it is elsewhere, where it is lowest and highest; of points, their range.
func (c *chart) altSeries(s result.Series, i int) string {
	at, least, most := extremes(s.Y, func(k int) bool { return c.has(s, k) })
	if len(at) == 0 {
		return ""
	}
	label := cmp.Or(s.Label, "series "+strconv.Itoa(i+1))
	point := func(k int) string { return shortNumber(s.Y[k]) + " at " + c.placeName(s.X[k]) }
	first, last := at[0], at[len(at)-1]
	switch {
	case len(s.Names) > 0 && len(at) <= mostDescribed:
		var points []string
		for _, k := range at {
			coordinates := shortNumber(s.X[k]) + ", " + shortNumber(s.Y[k])
			if len(s.Z) > 0 {
				coordinates += ", " + shortNumber(s.Z[k])
			}
			points = append(points, fmt.Sprintf("%s (%s)", s.Names[k], coordinates))
		}
		return label + ": " + strings.Join(points, ", ")
	case len(at) == 1:
		return label + " " + point(first)
	case s.Points || s.Bars || len(s.Z) > 0:
		return fmt.Sprintf("%s, %d of them, from %s to %s", label, len(at), point(least), point(most))
	}
	parts := fmt.Sprintf("%s from %s to %s", label, point(first), point(last))
	if c.y.At(min(s.Y[first], s.Y[last]))-c.y.At(s.Y[least]) > seen {
		parts += ", lowest " + point(least)
	}
	if c.y.At(s.Y[most])-c.y.At(max(s.Y[first], s.Y[last])) > seen {
		parts += ", highest " + point(most)
	}
	return parts
}

// altMarks lists the paper's numbers.
func (c *chart) altMarks() (parts []string) {
	for _, m := range c.plot.Marks[:min(len(c.plot.Marks), mostDescribed)] {
		label := m.Label
		if !strings.HasPrefix(label, paperLabel) && !c.plot.Places {
			label = strings.TrimSuffix(paperLabel+", "+label, ", ")
		}
		switch c.markKind(m) {
		case pointMark:
			parts = append(parts, fmt.Sprintf("%s %s at %s", label, shortNumber(m.Y), c.placeName(m.X)))
		case verticalMark:
			parts = append(parts, fmt.Sprintf("%s, line at %s", label, c.placeName(m.X)))
		case horizontalMark:
			parts = append(parts, fmt.Sprintf("%s, %s at %s", label,
				map[bool]string{true: "diamond beside the frame", false: "line"}[c.ofMethod(m)], shortNumber(m.Y)))
		}
	}
	if n := len(c.plot.Marks) - mostDescribed; n > 0 {
		parts = append(parts, fmt.Sprintf("%d more of the paper's numbers", n))
	}
	return parts
}

// placeName returns a place on the x axis: its name if it has one.
func (c *chart) placeName(x float64) string {
	if i := int(x); len(c.plot.X.Names) > 0 && float64(i) == x && i >= 1 && i <= len(c.plot.X.Names) {
		return c.plot.X.Names[i-1]
	}
	return shortNumber(x)
}

// shortNumber has three significant digits, or all of a whole number.
func shortNumber(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e6 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
