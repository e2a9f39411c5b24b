package figure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

const (
	gap         = 1.0 // between a point and its name
	frameGap    = 1.5 // between a name and the end of the area
	leaderStep  = 7.0 // between the distances that are tried
	leaderSteps = 6
	directions  = 16
)

// pointName is a name with its place. One that stands away from its point has a leader to it.
type pointName struct {
	canvas.Placed
	leader []vg.Point
}

// pointNames finds places for names beside points, where they cover neither each other nor anything else: to the right if
// there is room, else left, above, below or at a corner, else away from the point at a leader.
type pointNames struct {
	area    vg.Rectangle
	radius  vg.Length      // of the points
	taken   []vg.Rectangle // what names may not cover
	placed  []pointName
	without []string // names for which there is no room
}

// add finds a place for the name of a point.
func (n *pointNames) add(name string, at vg.Point) {
	all := n.candidates(at, canvas.NewText(name, canvas.Mark, 0))
	k := slices.IndexFunc(all, func(c pointName) bool { return n.free(c.Box) && !n.crossed(c.leader) })
	if k < 0 {
		n.without = append(n.without, name)
		return
	}
	n.placed, n.taken = append(n.placed, all[k]), append(n.taken, all[k].Box)
	n.taken = append(n.taken, boxesAlong(all[k].leader)...)
}

// boxAround returns the box around a point.
func boxAround(p vg.Point, radius vg.Length) vg.Rectangle {
	r := vg.Point{X: radius, Y: radius}
	return vg.Rectangle{Min: p.Sub(r), Max: p.Add(r)}
}

// boxesAlong returns small boxes on a line of two points, which names may not cover.
func boxesAlong(line []vg.Point) (boxes []vg.Rectangle) {
	if len(line) < 2 {
		return nil
	}
	const apart, radius = 3, 0.5
	way := line[1].Sub(line[0])
	n := math.Ceil(float64(canvas.Distance(line[0], line[1]) / apart))
	for k := range int(n) {
		boxes = append(boxes, boxAround(line[0].Add(way.Scale(vg.Length((float64(k)+0.5)/n))), radius))
	}
	return boxes
}

// crossed tells whether a leader goes through a name.
func (n *pointNames) crossed(leader []vg.Point) bool {
	return slices.ContainsFunc(boxesAlong(leader), func(box vg.Rectangle) bool {
		return slices.ContainsFunc(n.placed, func(other pointName) bool { return overlap(box, other.Box) > 0 })
	})
}

// overlap says how far two boxes reach into each other.
func overlap(a, b vg.Rectangle) vg.Length {
	return min(a.Max.X-b.Min.X, b.Max.X-a.Min.X, a.Max.Y-b.Min.Y, b.Max.Y-a.Min.Y)
}

func (n *pointNames) free(box vg.Rectangle) bool {
	a := n.area
	if box.Min.X < a.Min.X+frameGap || box.Max.X > a.Max.X-frameGap || box.Min.Y < a.Min.Y+frameGap || box.Max.Y > a.Max.Y-frameGap {
		return false
	}
	return !slices.ContainsFunc(n.taken, func(t vg.Rectangle) bool { return overlap(box, t) > 0 })
}

// candidates returns the places for the name of a point, the best first.
func (n *pointNames) candidates(p vg.Point, t canvas.Text) []pointName {
	beside, corner := n.radius+gap, n.radius
	all := []pointName{
		{Placed: canvas.Place(t, p.X+beside, p.Y, 0, 0.5)}, {Placed: canvas.Place(t, p.X-beside, p.Y, 1, 0.5)},
		{Placed: canvas.Place(t, p.X, p.Y+beside, 0.5, 0)}, {Placed: canvas.Place(t, p.X, p.Y-beside, 0.5, 1)},
	}
	for _, fx := range []vg.Length{0, 1} {
		for _, fy := range []vg.Length{0, 1} {
			all = append(all, pointName{Placed: canvas.Place(t, p.X+(1-2*fx)*corner, p.Y+(1-2*fy)*corner, fx, fy)})
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
			all = append(all, pointName{canvas.Place(t, end.X, end.Y, side(cos), side(sin)), []vg.Point{p.Add(toward.Scale(n.radius)), end}})
		}
	}
	return all
}

// draw draws the names and their leaders, with the origin of the area at a place.
func (n *pointNames) draw(dst vg.Canvas, origin vg.Point) {
	for _, name := range n.placed {
		if len(name.leader) > 0 {
			canvas.Pen(dst, canvas.GridWidth, canvas.Grey, nil)
			dst.Stroke(canvas.Polyline(name.leader[0].Add(origin), name.leader[1].Add(origin)))
		}
		name.Box = vg.Rectangle{Min: name.Box.Min.Add(origin), Max: name.Box.Max.Add(origin)}
		name.Placed.Draw(dst)
	}
}

// placeNames finds places for the names of points, and the labels of links beside their middle, while the data area lies at
// the origin. Names without room anywhere are told below the figure.
func (c *chart) placeNames() {
	c.names = pointNames{area: c.data, radius: markerRadius, taken: c.around()}
	for _, s := range c.plot.Series {
		for i, name := range s.Names {
			if c.has(s, i) && name != "" {
				c.names.add(name, c.point(s, i))
			}
		}
	}
	for _, l := range c.plot.Links {
		if from, to, ok := c.ends(l); ok && l.Label != "" && canvas.Distance(from, to) > markerRadius { // else there is no line to stand beside
			c.names.add(l.Label, from.Add(to).Scale(0.5))
		}
	}
}

// ends returns the two points that a link is between, if both are drawn.
func (c *chart) ends(l result.Link) (from, to vg.Point, ok bool) {
	s := c.plot.Series[l.Series]
	if !c.has(s, l.From) || !c.has(s, l.To) {
		return from, to, false
	}
	return c.point(s, l.From), c.point(s, l.To), true
}

func (c *chart) drawLinks(dst vg.Canvas) {
	canvas.Pen(dst, canvas.MarkWidth, canvas.Grey, linkDash)
	for _, l := range c.plot.Links {
		if from, to, ok := c.ends(l); ok {
			dst.Stroke(canvas.Polyline(from, to))
		}
	}
}

// linkDash is the pattern of the lines between points.
var linkDash = []vg.Length{0.8, 1.8}

// around returns what names may not cover: the points that have names, links, the paper's marks, and the axes of a
// box in space.
func (c *chart) around() (taken []vg.Rectangle) {
	for _, s := range c.plot.Series {
		for i := range s.Names {
			if c.has(s, i) {
				taken = append(taken, boxAround(c.point(s, i), markerRadius))
			}
		}
	}
	for _, l := range c.plot.Links {
		if from, to, ok := c.ends(l); ok {
			taken = append(taken, boxesAlong([]vg.Point{from, to})...)
		}
	}
	if c.shape == space {
		for _, t := range c.spaceTexts() {
			taken = append(taken, t.Box)
		}
		for _, e := range c.edges() {
			taken = append(taken, boxesAlong([]vg.Point{c.seen(e.at(0)), c.seen(e.at(1))})...)
		}
		return taken
	}
	for _, m := range c.plot.Marks {
		if c.markKind(m) == pointMark {
			taken = append(taken, boxAround(c.at(m.X+c.shiftOf(m), m.Y), diamond))
		}
	}
	return taken
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
		if written != strings.ReplaceAll(canvas.Clean(c.reason, canvas.Reason.Face), " ", "") {
			notes = append(notes, c.where()+": "+c.reason)
		}
		return notes
	}
	tell("the names of points", c.names.without)
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
