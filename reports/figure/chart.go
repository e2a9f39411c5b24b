package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports"
	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/result"
)

// shape is what a chart draws.
type shape int

const (
	empty   shape = iota // a frame with the reason why
	axes                 // series, or an image, between two axes
	picture              // an image alone
	space                // points in a box with three axes
	ranking              // a critical-difference diagram
	forest               // intervals around zero
	curve                // a specification curve
	slope                // two orders side by side
)

func shapeOf(p result.Plot) shape {
	switch {
	case p.Ranking != nil:
		return ranking
	case p.Forest != nil:
		return forest
	case p.Curve != nil:
		return curve
	case p.Slope != nil:
		return slope
	case p.Image != nil && len(p.Image.X) == 0:
		return picture
	case slices.ContainsFunc(p.Series, func(s result.Series) bool { return len(s.Z) > 0 }):
		return space
	}
	return axes
}

// chart is a plot with the place of what it draws.
type chart struct {
	plot  result.Plot
	name  string
	shape shape
	ranges
	shifts []float64    // by series: of its bars from their places
	width  float64      // of a bar
	aside  []vg.Length  // by series: how far lines with error bars stand aside; nil where bands are filled
	reason string       // of an empty chart
	data   vg.Rectangle // the data area
	losses
	names pointNames // of points, their places relative to the data area
}

// ranges are the axes, and the range of an image's values.
type ranges struct {
	x, y, z axis.Scale
	bar     axis.Scale // of the scale bar of an image
	low     float64    // range of an image's values
	high    float64
}

// losses counts the values that the axes have no place for.
type losses struct {
	// dropped counts the values that a logarithmic axis has no place for, infinite those that no axis has.
	dropped, infinite int
	cut               bool // a band ends at the smallest or the greatest possible value
}

func newChart(f result.Figure, i int) *chart {
	c := &chart{plot: f.Plots[i], name: plotName(f, i)}
	p := &c.plot
	if p.Status != result.OK && p.Status != "" {
		if c.reason = reports.StateText(p.Status); p.Status == result.Pending {
			c.reason = cmp.Or(p.Note, "not run yet")
		} else if p.Note != "" && p.Note != c.reason {
			c.reason += ": " + p.Note
		}
		return c
	}
	c.shape = shapeOf(*p)
	if p.Image != nil {
		c.setRange()
	}
	if c.shape == picture || c.shape == ranking || c.shape == slope {
		return c
	}
	if c.shape == forest {
		c.x = axis.NewScale(forestExtent(p.Forest), p.X)
		return c
	}
	if c.shape == curve {
		c.x, c.y = c.curveScales()
		return c
	}
	c.arrangeBars()
	x, y, z := c.extents()
	if x.N == 0 && y.N == 0 {
		c.shape, c.reason = empty, "nothing to draw"
		if c.dropped > 0 {
			c.reason += ": no value is positive, as the logarithmic axes want"
		}
		if p.Note != "" {
			c.reason += ": " + p.Note
		}
		return c
	}
	c.x, c.y, c.z = axis.NewScale(x, p.X), axis.NewScale(y, p.Y), axis.NewScale(z, p.Z)
	if m := p.Image; m != nil {
		c.x.Places, c.y.Places = ticked(m.X), ticked(m.Y)
	}
	return c
}

// diagram returns the critical-difference diagram of a ranking.
func (c *chart) diagram() diagram {
	return diagram{Ranking: *c.plot.Ranking, box: c.data}
}

// setEqual makes one unit as long on all axes, once the data area has its size.
func (c *chart) setEqual() {
	size := c.data.Size()
	switch {
	case !c.plot.Equal:
	case c.shape == axes:
		unit := max((c.x.Hi-c.x.Lo)/size.X.Points(), (c.y.Hi-c.y.Lo)/size.Y.Points()) // to the point
		c.x.Stretch(unit * size.X.Points())
		c.y.Stretch(unit * size.Y.Points())
	case c.shape == space: // seen as a cube
		span := max(c.x.Hi-c.x.Lo, c.y.Hi-c.y.Lo, c.z.Hi-c.z.Lo)
		for _, s := range c.scales() {
			s.Stretch(span)
		}
	}
}

func (c *chart) scales() []*axis.Scale { return []*axis.Scale{&c.x, &c.y, &c.z} }

// addMarks adds the paper's marks to the ranges, and counts what the axes cannot show.
func (c *chart) addMarks(x, y *axis.Extent) {
	for _, m := range c.plot.Marks {
		c.count(m.X, c.plot.X.Log)
		c.count(m.Y, c.plot.Y.Log)
		if c.markKind(m) == noMark {
			continue
		}
		if !math.IsNaN(m.X) {
			x.Add(m.X)
		}
		if !math.IsNaN(m.Y) {
			y.Add(m.Y)
		}
	}
}

// extents returns the ranges that the axes have to show, and counts what they cannot.
func (c *chart) extents() (x, y, z axis.Extent) {
	for i, s := range c.plot.Series {
		for k := range s.X {
			c.count(s.X[k], c.plot.X.Log)
			c.count(s.Y[k], c.plot.Y.Log)
			if len(s.Z) > 0 {
				c.count(s.Z[k], c.plot.Z.Log)
			}
			if !c.has(s, k) {
				continue
			}
			x.Add(s.X[k])
			y.Add(s.Y[k])
			if len(s.Z) > 0 {
				z.Add(s.Z[k])
			}
			if s.Bars {
				c.addBar(&x, &y, s.X[k]+c.shifts[i])
			}
			if c.hasBand(s, k) {
				low, high := c.edgesAt(s, k)
				if axis.Drawable(low, c.plot.Y.Log) {
					y.Add(low)
				} else {
					c.dropped++
				}
				y.Add(high)
				c.cut = c.cut || low > s.Low[k] || high < s.High[k]
			}
		}
	}
	c.addMarks(&x, &y)
	if m := c.plot.Image; m != nil {
		c.addCells(&x, m.X, c.plot.X.Log)
		c.addCells(&y, m.Y, c.plot.Y.Log)
	}
	c.addNames(&x, c.plot.X)
	c.addNames(&y, c.plot.Y)
	return x, y, z
}

// addNames makes room for all names of an axis.
func (c *chart) addNames(e *axis.Extent, a result.Axis) {
	if n := float64(len(a.Names)); n > 0 && !a.Log && e.N > 0 {
		e.Add(0.5)
		e.Add(n + 0.5)
		e.Snug = [2]bool{e.Lo == 0.5, e.Hi == n+0.5}
	}
}

func (c *chart) count(v float64, log bool) {
	switch {
	case math.IsInf(v, 0):
		c.infinite++
	case log && v <= 0:
		c.dropped++
	}
}

// has tells whether point k of s can be drawn.
func (c *chart) has(s result.Series, k int) bool {
	return axis.Drawable(s.X[k], c.plot.X.Log) && axis.Drawable(s.Y[k], c.plot.Y.Log) && (len(s.Z) == 0 || axis.Drawable(s.Z[k], c.plot.Z.Log))
}

// hasBand tells whether s has a band at point k. Its lower edge may lie below a logarithmic axis, where it is cut off.
func (c *chart) hasBand(s result.Series, k int) bool {
	return len(s.Low) > 0 && c.has(s, k) && axis.Drawable(s.Low[k], false) && axis.Drawable(s.High[k], c.plot.Y.Log)
}

type markKind int

const (
	noMark markKind = iota
	pointMark
	verticalMark
	horizontalMark
)

func (c *chart) markKind(m result.Mark) markKind {
	x, y := axis.Drawable(m.X, c.plot.X.Log), axis.Drawable(m.Y, c.plot.Y.Log)
	switch {
	case x && y:
		return pointMark
	case x && math.IsNaN(m.Y):
		return verticalMark
	case y && math.IsNaN(m.X):
		return horizontalMark
	}
	return noMark
}

// runs returns the stretches of s that have points, as first and last plus one: gaps break lines.
func runs(n int, has func(k int) bool) [][2]int {
	var found [][2]int
	for k := 0; k < n; k++ {
		if !has(k) {
			continue
		}
		first := k
		for k < n && has(k) {
			k++
		}
		found = append(found, [2]int{first, k})
	}
	return found
}

// at returns the place of a point on the page.
func (c *chart) at(x, y float64) vg.Point { return vg.Point{X: c.atX(x), Y: c.atY(y)} }

func (c *chart) atX(x float64) vg.Length {
	return c.data.Min.X + vg.Length(c.x.At(x))*c.data.Size().X
}

// atY puts what lies below a logarithmic axis, as the lower edge of a band may, at its end.
func (c *chart) atY(y float64) vg.Length {
	if !axis.Drawable(y, c.plot.Y.Log) {
		return c.data.Min.Y
	}
	return c.data.Min.Y + vg.Length(c.y.At(y))*c.data.Size().Y
}

// omissions say what the charts leave out, for the lines below the figure.
func omissions(charts []*chart) (notes []string) {
	first := slices.IndexFunc(charts, func(c *chart) bool {
		return c.shape != empty && slices.ContainsFunc(c.plot.Series, func(s result.Series) bool { return len(s.Low) > 0 })
	})
	if first >= 0 {
		note := "Bands and bars: " + cmp.Or(charts[first].plot.Bands, "mean ± deviation")
		if slices.ContainsFunc(charts, func(c *chart) bool { return c.cut }) {
			note += ", as far as such values are possible"
		}
		if slices.ContainsFunc(charts, func(c *chart) bool { return c.aside != nil }) {
			note += "; lines that share a place stand beside each other there"
		}
		notes = append(notes, note+".")
	}
	if slices.ContainsFunc(charts, func(c *chart) bool { return len(c.besideRoom()) > 0 }) {
		notes = append(notes, "Diamonds beside the frame: what the paper reports of a whole line, such as its mean.")
	}
	if key := curveKey(charts); key != "" {
		notes = append(notes, key)
	}
	notes = append(append(notes, greys(charts)...), beyond(charts)...)
	for _, c := range charts {
		notes = append(notes, c.unwritten()...)
		if c.dropped > 0 && c.shape != empty {
			notes = append(notes, fmt.Sprintf("%s: %s not positive, left out or cut off at the logarithmic axis.", c.where(), values(c.dropped)))
		}
		if c.infinite > 0 && c.shape != empty {
			notes = append(notes, fmt.Sprintf("%s: %s infinite, left out.", c.where(), values(c.infinite)))
		}
	}
	return notes
}

func (c *chart) where() string {
	if c.plot.Title == "" {
		return "Plot " + c.name
	}
	return c.name
}

func values(n int) string {
	if n == 1 {
		return "1 value is"
	}
	return fmt.Sprintf("%d values are", n)
}
