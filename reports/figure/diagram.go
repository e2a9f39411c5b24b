package figure

import (
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// Lengths in points.
const (
	diagramRow   = 11.0 // between names
	diagramBar   = 5.0  // between bars
	diagramTop   = 30.0 // above the line: the critical difference, and its label where that does not fit beside it
	diagramAbove = 17.0 // of the critical difference above the line
	diagramInset = 14.0 // of the line from the sides of the data area
)

// diagram is a critical-difference diagram (Demšar, JMLR 2006, Fig. 1): mean ranks on a line, the best on the left. Methods hang
// from it on elbows, their names beside the data area, and bars join those without a significant difference.
type diagram struct {
	result.Ranking
	box vg.Rectangle
}

// diagramSize returns the size of the data area in a frame of that width.
func diagramSize(r *result.Ranking, frame vg.Point) vg.Point {
	height := diagramTop + 14 + diagramBar*float64(len(r.Groups)) + diagramRow*float64((len(r.Ranks)+1)/2)
	return vg.Point{X: frame.X, Y: vg.Length(height)}
}

// x returns the place of a rank on the line, which runs from 1 to the number of methods.
func (d diagram) x(rank float64) vg.Length {
	span := max(float64(len(d.Ranks)-1), 1)
	return d.box.Min.X + diagramInset + vg.Length((rank-1)/span)*(d.box.Size().X-2*diagramInset)
}

func (d diagram) line() vg.Length { return d.box.Max.Y - diagramTop }

// elbow is where a method's name hangs: place k of its side.
type elbow struct {
	method int
	rank   float64
	y      vg.Length
	left   bool
}

// elbows hangs the better half on the left, the best uppermost, and the others on the right, the worst uppermost: no lines
// cross.
func (d diagram) elbows() []elbow {
	order := list.Order(d.Ranks)
	half := (len(order) + 1) / 2
	first := d.line() - 14 - vg.Length(diagramBar*float64(len(d.Groups)))
	var all []elbow
	for i, m := range order {
		e := elbow{method: m, rank: d.Ranks[m], left: i < half}
		k := i
		if !e.left {
			k = len(order) - 1 - i
		}
		e.y = first - vg.Length(k)*diagramRow
		all = append(all, e)
	}
	return all
}

// texts returns the names with their ranks beside the data area.
func (d diagram) texts() []canvas.Placed {
	var texts []canvas.Placed
	for _, e := range d.elbows() {
		rank := strconv.FormatFloat(e.rank, 'f', 2, 64)
		name := d.Methods[e.method]
		if e.left {
			texts = append(texts, canvas.Place(canvas.NewText(name+"  "+rank, canvas.Body, 0), d.box.Min.X-canvas.TextGap, e.y, 1, 0.5))
		} else {
			texts = append(texts, canvas.Place(canvas.NewText(rank+"  "+name, canvas.Body, 0), d.box.Max.X+canvas.TextGap, e.y, 0, 0.5))
		}
	}
	return texts
}

// draw draws all but the texts beside the data area.
func (d diagram) draw(dst vg.Canvas) {
	y := d.line()
	d.drawAxis(dst, y)
	if d.Critical > 0 {
		d.drawCritical(dst, y+diagramAbove)
	}
	canvas.Pen(dst, canvas.FrameWidth, canvas.Black, nil)
	for _, e := range d.elbows() {
		side := d.box.Max.X
		if e.left {
			side = d.box.Min.X
		}
		x := d.x(e.rank)
		dst.Stroke(canvas.Polyline(vg.Point{X: x, Y: y}, vg.Point{X: x, Y: e.y}, vg.Point{X: side, Y: e.y}))
	}
	canvas.Pen(dst, 2.4, canvas.Black, nil)
	for i, group := range d.Groups {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, m := range group {
			lo, hi = min(lo, d.Ranks[m]), max(hi, d.Ranks[m])
		}
		at := y - 8 - vg.Length(diagramBar*float64(i))
		dst.Stroke(canvas.Polyline(vg.Point{X: d.x(lo) - 2.5, Y: at}, vg.Point{X: d.x(hi) + 2.5, Y: at}))
	}
}

func (d diagram) drawAxis(dst vg.Canvas, y vg.Length) {
	n := len(d.Ranks)
	canvas.Pen(dst, canvas.FrameWidth, canvas.Black, nil)
	dst.Stroke(canvas.Polyline(vg.Point{X: d.x(1), Y: y}, vg.Point{X: d.x(float64(max(n, 2))), Y: y}))
	every := 1 + n/20
	for k := 1; k <= max(n, 2); k++ {
		x := d.x(float64(k))
		canvas.Pen(dst, canvas.FrameWidth, canvas.Black, nil)
		dst.Stroke(canvas.Polyline(vg.Point{X: x, Y: y}, vg.Point{X: x, Y: y + axis.MinorTick}))
		if (k-1)%every == 0 {
			canvas.Place(canvas.NewText(strconv.Itoa(k), canvas.Tick, 0), x, y+axis.MinorTick+1, 0.5, 0).Draw(dst)
		}
	}
}

// drawCritical draws the critical difference as a length, above the line.
func (d diagram) drawCritical(dst vg.Canvas, y vg.Length) {
	left := d.x(1)
	right := min(d.x(1+d.Critical), d.box.Max.X)
	label := "CD = " + strconv.FormatFloat(d.Critical, 'f', 2, 64)
	canvas.Pen(dst, canvas.LineWidth, canvas.Black, nil)
	dst.Stroke(canvas.Polyline(vg.Point{X: left, Y: y}, vg.Point{X: right, Y: y}))
	for _, x := range []vg.Length{left, right} {
		dst.Stroke(canvas.Polyline(vg.Point{X: x, Y: y - 2}, vg.Point{X: x, Y: y + 2}))
	}
	t := canvas.NewText(label, canvas.Tick, 0)
	if w, _ := t.Size(); right+canvas.TextGap+w <= d.box.Max.X {
		canvas.Place(t, right+canvas.TextGap, y, 0, 0.5).Draw(dst)
	} else {
		canvas.Place(t, left/2+right/2, y+2, 0.5, 0).Draw(dst)
	}
}
