package ink

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// Pen sets how lines are drawn.
func Pen(c vg.Canvas, width vg.Length, col color.Color, dash []vg.Length) {
	c.SetLineWidth(width)
	c.SetColor(col)
	c.SetLineDash(dash, 0)
}

// Frame is the outline of a rectangle.
func Frame(r vg.Rectangle) vg.Path {
	path := Polyline(r.Min, vg.Point{X: r.Max.X, Y: r.Min.Y}, r.Max, vg.Point{X: r.Min.X, Y: r.Max.Y})
	path.Close()
	return path
}

// circle is four cubic curves, which all canvases draw alike; their arcs differ.
func circle(at vg.Point, r vg.Length) vg.Path {
	const k = 0.5522847498 // 4/3·(√2−1)
	point := func(x, y vg.Length) vg.Point { return vg.Point{X: at.X + x*r, Y: at.Y + y*r} }
	var p vg.Path
	p.Move(point(1, 0))
	p.CubeTo(point(1, k), point(k, 1), point(0, 1))
	p.CubeTo(point(-k, 1), point(-1, k), point(-1, 0))
	p.CubeTo(point(-1, -k), point(-k, -1), point(0, -1))
	p.CubeTo(point(k, -1), point(1, -k), point(1, 0))
	p.Close()
	return p
}

// Distance is that of two points.
func Distance(p, q vg.Point) vg.Length {
	return vg.Length(math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y)))
}

// Polyline is a path of straight lines.
func Polyline(points ...vg.Point) vg.Path {
	var p vg.Path
	for i, q := range points {
		if i == 0 {
			p.Move(q)
		} else {
			p.Line(q)
		}
	}
	return p
}
