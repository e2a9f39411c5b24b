package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports"
	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/ink"
)

// nameOf is the name of a point with its place in the data area. A name that stands away from its point has a leader to it.
type nameOf struct {
	ink.Placed
	leader []vg.Point
}

const (
	nameGap     = markerRadius + 1
	frameGap    = 1.5 // between a name and the frame
	leaderStep  = 7.0 // between the distances that are tried
	leaderSteps = 6
	directions  = 16
)

// placeNames finds places for the names of points, and the labels of links beside their middle, while the data area lies at
// the origin: to the right if there is room, else left, above, below or at a corner, else away from the point at a leader.
// Names without room anywhere are told below the figure.
func (c *chart) placeNames() {
	c.names, c.nameless = nil, nil
	taken := c.around()
	add := func(name string, at vg.Point) {
		all := c.candidates(at, ink.NewText(name, ink.Mark, 0))
		k := slices.IndexFunc(all, func(n nameOf) bool { return c.free(n.Box, taken) && !c.crossed(n.leader) })
		if k < 0 {
			c.nameless = append(c.nameless, name)
			return
		}
		c.names, taken = append(c.names, all[k]), append(taken, all[k].Box)
		taken = append(taken, along(all[k].leader)...)
	}
	for _, s := range c.plot.Series {
		for i, name := range s.Names {
			if c.has(s, i) && name != "" {
				add(name, c.point(s, i))
			}
		}
	}
	for _, l := range c.plot.Links {
		if from, to, ok := c.ends(l); ok && l.Label != "" && distance(from, to) > markerRadius { // else there is no line to stand beside
			add(l.Label, from.Add(to).Scale(0.5))
		}
	}
}

// along is small boxes on a line of two points, which names may not cover.
func along(line []vg.Point) (boxes []vg.Rectangle) {
	if len(line) < 2 {
		return nil
	}
	const apart, radius = 3, 0.5
	way := line[1].Sub(line[0])
	n := math.Ceil(float64(distance(line[0], line[1]) / apart))
	for k := range int(n) {
		p := line[0].Add(way.Scale(vg.Length((float64(k) + 0.5) / n)))
		boxes = append(boxes, vg.Rectangle{Min: p.Sub(vg.Point{X: radius, Y: radius}), Max: p.Add(vg.Point{X: radius, Y: radius})})
	}
	return boxes
}

// crossed tells whether a leader goes through a name.
func (c *chart) crossed(leader []vg.Point) bool {
	for _, box := range along(leader) {
		if slices.ContainsFunc(c.names, func(n nameOf) bool { return overlap(box, n.Box) > 0 }) {
			return true
		}
	}
	return false
}

// overlap is how far two boxes reach into each other.
func overlap(a, b vg.Rectangle) vg.Length {
	return min(a.Max.X-b.Min.X, b.Max.X-a.Min.X, a.Max.Y-b.Min.Y, b.Max.Y-a.Min.Y)
}

// ends are the two points that a link is between, if both are drawn.
func (c *chart) ends(l reports.Link) (from, to vg.Point, ok bool) {
	s := c.plot.Series[l.Series]
	if !c.has(s, l.From) || !c.has(s, l.To) {
		return from, to, false
	}
	return c.point(s, l.From), c.point(s, l.To), true
}

func (c *chart) drawLinks(canvas vg.Canvas) {
	ink.Pen(canvas, ink.MarkWidth, ink.Grey, linkDash)
	for _, l := range c.plot.Links {
		if from, to, ok := c.ends(l); ok {
			canvas.Stroke(ink.Polyline(from, to))
		}
	}
}

// linkDash is the pattern of the lines between points.
var linkDash = []vg.Length{0.8, 1.8}

// around is what names may not cover: the points that have names, links, the paper's marks, and the axes of a
// box in space.
func (c *chart) around() (taken []vg.Rectangle) {
	add := func(p vg.Point, radius vg.Length) {
		r := vg.Point{X: radius, Y: radius}
		taken = append(taken, vg.Rectangle{Min: p.Sub(r), Max: p.Add(r)})
	}
	for _, s := range c.plot.Series {
		for i := range s.Names {
			if c.has(s, i) {
				add(c.point(s, i), markerRadius)
			}
		}
	}
	for _, l := range c.plot.Links {
		if from, to, ok := c.ends(l); ok {
			taken = append(taken, along([]vg.Point{from, to})...)
		}
	}
	if c.shape == space {
		for _, t := range c.spaceTexts() {
			taken = append(taken, t.Box)
		}
		for _, e := range c.edges() {
			taken = append(taken, along([]vg.Point{c.seen(e.at(0)), c.seen(e.at(1))})...)
		}
		return taken
	}
	for _, m := range c.plot.Marks {
		if c.markKind(m) == pointMark {
			add(c.at(m.X+c.shiftOf(m), m.Y), diamond)
		}
	}
	return taken
}

// candidates are the places for the name of a point, the best first.
func (c *chart) candidates(p vg.Point, t ink.Text) []nameOf {
	all := []nameOf{
		{Placed: ink.Place(t, p.X+nameGap, p.Y, 0, 0.5)}, {Placed: ink.Place(t, p.X-nameGap, p.Y, 1, 0.5)},
		{Placed: ink.Place(t, p.X, p.Y+nameGap, 0.5, 0)}, {Placed: ink.Place(t, p.X, p.Y-nameGap, 0.5, 1)},
	}
	const corner = markerRadius
	for _, fx := range []vg.Length{0, 1} {
		for _, fy := range []vg.Length{0, 1} {
			all = append(all, nameOf{Placed: ink.Place(t, p.X+(1-2*fx)*corner, p.Y+(1-2*fy)*corner, fx, fy)})
		}
	}
	side := func(v float64) vg.Length { // of the text that the leader ends at
		switch {
		case v > 0.3:
			return 0
		case v < -0.3:
			return 1
		}
		return 0.5
	}
	for step := 2; step < 2+leaderSteps; step++ {
		for k := range directions {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / directions)
			toward := vg.Point{X: vg.Length(cos), Y: vg.Length(sin)}
			end := p.Add(toward.Scale(vg.Length(step) * leaderStep))
			n := nameOf{Placed: ink.Place(t, end.X, end.Y, side(cos), side(sin))}
			n.leader = []vg.Point{p.Add(toward.Scale(markerRadius)), end}
			all = append(all, n)
		}
	}
	return all
}

func (c *chart) drawNames(canvas vg.Canvas) {
	for _, n := range c.names {
		if len(n.leader) > 0 {
			ink.Pen(canvas, ink.GridWidth, ink.Grey, nil)
			canvas.Stroke(ink.Polyline(n.leader[0].Add(c.data.Min), n.leader[1].Add(c.data.Min)))
		}
		n.Box = vg.Rectangle{Min: n.Box.Min.Add(c.data.Min), Max: n.Box.Max.Add(c.data.Min)}
		n.Draw(canvas)
	}
}

func (c *chart) free(box vg.Rectangle, taken []vg.Rectangle) bool {
	if box.Min.X < c.data.Min.X+frameGap || box.Max.X > c.data.Max.X-frameGap || box.Min.Y < c.data.Min.Y+frameGap || box.Max.Y > c.data.Max.Y-frameGap {
		return false
	}
	return !slices.ContainsFunc(taken, func(t vg.Rectangle) bool { return overlap(box, t) > 0 })
}

// unwritten says which texts of a chart have no room, for the lines below the figure.
func (c *chart) unwritten() (notes []string) {
	tell := func(what string, names []string) {
		if len(names) > 0 {
			notes = append(notes, fmt.Sprintf("%s: no room for %s %s.", c.where(), what, strings.Join(names, ", ")))
		}
	}
	if c.shape == empty {
		written := strings.ReplaceAll(strings.Join(c.reasonText().Lines, ""), " ", "")
		if written != strings.ReplaceAll(ink.Clean(c.reason, ink.Reason.Face), " ", "") {
			notes = append(notes, c.where()+": "+c.reason)
		}
		return notes
	}
	tell("the names of points", c.nameless)
	_, _, lines := c.horizontalLabels()
	tell("the names of lines", lines)
	for _, s := range []axis.Scale{c.x, c.y} {
		var names []string
		for _, t := range s.Ticks {
			if len(s.Names) > 0 && t.Label == "" {
				names = append(names, s.Names[int(t.Value)-1])
			}
		}
		tell("the names of places", names)
	}
	return notes
}
