// Package critical draws critical-difference diagrams (Demšar, JMLR 2006, Fig. 1): mean ranks on a line, the best on the left;
// methods hang from it on elbows, and bars join those that the test does not tell apart.
package critical

import (
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports"
	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/ink"
)

// Lengths in points.
const (
	rowStep = 11.0 // between names
	barStep = 5.0  // between bars
	top     = 30.0 // above the line: the critical difference, and its label where that does not fit beside it
	above   = 17.0 // of the critical difference above the line
	inset   = 14.0 // of the line from the sides of the data area
)

// Diagram is a ranking with the place of its data area; names stand beside that.
type Diagram struct {
	reports.Ranking
	Box vg.Rectangle
}

// Size is the size of the data area in a frame of that width.
func Size(r *reports.Ranking, frame vg.Point) vg.Point {
	height := top + 14 + barStep*float64(len(r.Groups)) + rowStep*float64((len(r.Ranks)+1)/2)
	return vg.Point{X: frame.X, Y: vg.Length(height)}
}

// x is the place of a rank on the line, which runs from 1 to the number of methods.
func (d Diagram) x(rank float64) vg.Length {
	span := max(float64(len(d.Ranks)-1), 1)
	return d.Box.Min.X + inset + vg.Length((rank-1)/span)*(d.Box.Size().X-2*inset)
}

func (d Diagram) line() vg.Length { return d.Box.Max.Y - top }

// elbow is where a method's name hangs: place k of its side.
type elbow struct {
	method int
	rank   float64
	y      vg.Length
	left   bool
}

// elbows hangs the better half on the left, the best uppermost, and the others on the right, the worst uppermost: no lines
// cross.
func (d Diagram) elbows() []elbow {
	order := reports.InOrder(d.Ranks)
	half := (len(order) + 1) / 2
	first := d.line() - 14 - vg.Length(barStep*float64(len(d.Groups)))
	var all []elbow
	for i, m := range order {
		e := elbow{method: m, rank: d.Ranks[m], left: i < half}
		k := i
		if !e.left {
			k = len(order) - 1 - i
		}
		e.y = first - vg.Length(k)*rowStep
		all = append(all, e)
	}
	return all
}

// Texts are the names with their ranks beside the data area.
func (d Diagram) Texts() []ink.Placed {
	var texts []ink.Placed
	for _, e := range d.elbows() {
		rank := strconv.FormatFloat(e.rank, 'f', 2, 64)
		name := d.Methods[e.method]
		if e.left {
			texts = append(texts, ink.Place(ink.NewText(name+"  "+rank, ink.Body, 0), d.Box.Min.X-ink.TextGap, e.y, 1, 0.5))
		} else {
			texts = append(texts, ink.Place(ink.NewText(rank+"  "+name, ink.Body, 0), d.Box.Max.X+ink.TextGap, e.y, 0, 0.5))
		}
	}
	return texts
}

// Draw draws all but the texts beside the data area.
func (d Diagram) Draw(canvas vg.Canvas) {
	y := d.line()
	d.drawAxis(canvas, y)
	if d.Critical > 0 {
		d.drawCritical(canvas, y+above)
	}
	ink.Pen(canvas, ink.FrameWidth, ink.Black, nil)
	for _, e := range d.elbows() {
		side := d.Box.Max.X
		if e.left {
			side = d.Box.Min.X
		}
		x := d.x(e.rank)
		canvas.Stroke(ink.Polyline(vg.Point{X: x, Y: y}, vg.Point{X: x, Y: e.y}, vg.Point{X: side, Y: e.y}))
	}
	ink.Pen(canvas, 2.4, ink.Black, nil)
	for i, group := range d.Groups {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, m := range group {
			lo, hi = min(lo, d.Ranks[m]), max(hi, d.Ranks[m])
		}
		at := y - 8 - vg.Length(barStep*float64(i))
		canvas.Stroke(ink.Polyline(vg.Point{X: d.x(lo) - 2.5, Y: at}, vg.Point{X: d.x(hi) + 2.5, Y: at}))
	}
}

func (d Diagram) drawAxis(canvas vg.Canvas, y vg.Length) {
	n := len(d.Ranks)
	ink.Pen(canvas, ink.FrameWidth, ink.Black, nil)
	canvas.Stroke(ink.Polyline(vg.Point{X: d.x(1), Y: y}, vg.Point{X: d.x(float64(max(n, 2))), Y: y}))
	every := 1 + n/20
	for k := 1; k <= max(n, 2); k++ {
		x := d.x(float64(k))
		ink.Pen(canvas, ink.FrameWidth, ink.Black, nil)
		canvas.Stroke(ink.Polyline(vg.Point{X: x, Y: y}, vg.Point{X: x, Y: y + axis.MinorTick}))
		if (k-1)%every == 0 {
			ink.Place(ink.NewText(strconv.Itoa(k), ink.Tick, 0), x, y+axis.MinorTick+1, 0.5, 0).Draw(canvas)
		}
	}
}

// drawCritical draws the critical difference as a length, above the line.
func (d Diagram) drawCritical(canvas vg.Canvas, y vg.Length) {
	left := d.x(1)
	right := min(d.x(1+d.Critical), d.Box.Max.X)
	label := "CD = " + strconv.FormatFloat(d.Critical, 'f', 2, 64)
	ink.Pen(canvas, ink.LineWidth, ink.Black, nil)
	canvas.Stroke(ink.Polyline(vg.Point{X: left, Y: y}, vg.Point{X: right, Y: y}))
	for _, x := range []vg.Length{left, right} {
		canvas.Stroke(ink.Polyline(vg.Point{X: x, Y: y - 2}, vg.Point{X: x, Y: y + 2}))
	}
	t := ink.NewText(label, ink.Tick, 0)
	if w, _ := t.Size(); right+ink.TextGap+w <= d.Box.Max.X {
		ink.Place(t, right+ink.TextGap, y, 0, 0.5).Draw(canvas)
	} else {
		ink.Place(t, left/2+right/2, y+2, 0.5, 0).Draw(canvas)
	}
}
