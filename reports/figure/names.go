package figure

import (
	"fmt"
	"strings"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports"
	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/ink"
	"nmfrepro/reports/figure/naming"
)

// placeNames finds places for the names of points, and the labels of links beside their middle, while the data area lies at
// the origin. Names without room anywhere are told below the figure.
func (c *chart) placeNames() {
	c.names = naming.Names{Area: c.data, Radius: markerRadius, Taken: c.around()}
	for _, s := range c.plot.Series {
		for i, name := range s.Names {
			if c.has(s, i) && name != "" {
				c.names.Add(name, c.point(s, i))
			}
		}
	}
	for _, l := range c.plot.Links {
		if from, to, ok := c.ends(l); ok && l.Label != "" && ink.Distance(from, to) > markerRadius { // else there is no line to stand beside
			c.names.Add(l.Label, from.Add(to).Scale(0.5))
		}
	}
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
	for _, s := range c.plot.Series {
		for i := range s.Names {
			if c.has(s, i) {
				taken = append(taken, naming.Around(c.point(s, i), markerRadius))
			}
		}
	}
	for _, l := range c.plot.Links {
		if from, to, ok := c.ends(l); ok {
			taken = append(taken, naming.Along([]vg.Point{from, to})...)
		}
	}
	if c.shape == space {
		for _, t := range c.spaceTexts() {
			taken = append(taken, t.Box)
		}
		for _, e := range c.edges() {
			taken = append(taken, naming.Along([]vg.Point{c.seen(e.at(0)), c.seen(e.at(1))})...)
		}
		return taken
	}
	for _, m := range c.plot.Marks {
		if c.markKind(m) == pointMark {
			taken = append(taken, naming.Around(c.at(m.X+c.shiftOf(m), m.Y), diamond))
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
		if written != strings.ReplaceAll(ink.Clean(c.reason, ink.Reason.Face), " ", "") {
			notes = append(notes, c.where()+": "+c.reason)
		}
		return notes
	}
	tell("the names of points", c.names.Without)
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
