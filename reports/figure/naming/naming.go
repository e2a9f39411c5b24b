// Package naming finds places for names beside points, where they cover neither each other nor anything else: to the right if
// there is room, else left, above, below or at a corner, else away from the point at a leader.
package naming

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/ink"
)

const (
	gap         = 1.0 // between a point and its name
	frameGap    = 1.5 // between a name and the end of the area
	leaderStep  = 7.0 // between the distances that are tried
	leaderSteps = 6
	directions  = 16
)

// Name is a name with its place. One that stands away from its point has a leader to it.
type Name struct {
	ink.Placed
	Leader []vg.Point
}

// Names are those of the points of an area.
type Names struct {
	Area    vg.Rectangle
	Radius  vg.Length      // of the points
	Taken   []vg.Rectangle // what names may not cover
	Placed  []Name
	Without []string // names for which there is no room
}

// Add finds a place for the name of a point.
func (n *Names) Add(name string, at vg.Point) {
	all := n.candidates(at, ink.NewText(name, ink.Mark, 0))
	k := slices.IndexFunc(all, func(c Name) bool { return n.free(c.Box) && !n.crossed(c.Leader) })
	if k < 0 {
		n.Without = append(n.Without, name)
		return
	}
	n.Placed, n.Taken = append(n.Placed, all[k]), append(n.Taken, all[k].Box)
	n.Taken = append(n.Taken, Along(all[k].Leader)...)
}

// Around is the box around a point.
func Around(p vg.Point, radius vg.Length) vg.Rectangle {
	r := vg.Point{X: radius, Y: radius}
	return vg.Rectangle{Min: p.Sub(r), Max: p.Add(r)}
}

// Along is small boxes on a line of two points, which names may not cover.
func Along(line []vg.Point) (boxes []vg.Rectangle) {
	if len(line) < 2 {
		return nil
	}
	const apart, radius = 3, 0.5
	way := line[1].Sub(line[0])
	n := math.Ceil(float64(ink.Distance(line[0], line[1]) / apart))
	for k := range int(n) {
		boxes = append(boxes, Around(line[0].Add(way.Scale(vg.Length((float64(k)+0.5)/n))), radius))
	}
	return boxes
}

// crossed tells whether a leader goes through a name.
func (n *Names) crossed(leader []vg.Point) bool {
	return slices.ContainsFunc(Along(leader), func(box vg.Rectangle) bool {
		return slices.ContainsFunc(n.Placed, func(other Name) bool { return Overlap(box, other.Box) > 0 })
	})
}

// Overlap is how far two boxes reach into each other.
func Overlap(a, b vg.Rectangle) vg.Length {
	return min(a.Max.X-b.Min.X, b.Max.X-a.Min.X, a.Max.Y-b.Min.Y, b.Max.Y-a.Min.Y)
}

func (n *Names) free(box vg.Rectangle) bool {
	a := n.Area
	if box.Min.X < a.Min.X+frameGap || box.Max.X > a.Max.X-frameGap || box.Min.Y < a.Min.Y+frameGap || box.Max.Y > a.Max.Y-frameGap {
		return false
	}
	return !slices.ContainsFunc(n.Taken, func(t vg.Rectangle) bool { return Overlap(box, t) > 0 })
}

// candidates are the places for the name of a point, the best first.
func (n *Names) candidates(p vg.Point, t ink.Text) []Name {
	beside, corner := n.Radius+gap, n.Radius
	all := []Name{
		{Placed: ink.Place(t, p.X+beside, p.Y, 0, 0.5)}, {Placed: ink.Place(t, p.X-beside, p.Y, 1, 0.5)},
		{Placed: ink.Place(t, p.X, p.Y+beside, 0.5, 0)}, {Placed: ink.Place(t, p.X, p.Y-beside, 0.5, 1)},
	}
	for _, fx := range []vg.Length{0, 1} {
		for _, fy := range []vg.Length{0, 1} {
			all = append(all, Name{Placed: ink.Place(t, p.X+(1-2*fx)*corner, p.Y+(1-2*fy)*corner, fx, fy)})
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
			all = append(all, Name{ink.Place(t, end.X, end.Y, side(cos), side(sin)), []vg.Point{p.Add(toward.Scale(n.Radius)), end}})
		}
	}
	return all
}

// Draw draws the names and their leaders, with the origin of the area at a place.
func (n *Names) Draw(canvas vg.Canvas, origin vg.Point) {
	for _, name := range n.Placed {
		if len(name.Leader) > 0 {
			ink.Pen(canvas, ink.GridWidth, ink.Grey, nil)
			canvas.Stroke(ink.Polyline(name.Leader[0].Add(origin), name.Leader[1].Add(origin)))
		}
		name.Box = vg.Rectangle{Min: name.Box.Min.Add(origin), Max: name.Box.Max.Add(origin)}
		name.Placed.Draw(canvas)
	}
}
