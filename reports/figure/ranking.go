package figure

import (
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports"
	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/ink"
)

// A critical-difference diagram (Demšar, JMLR 2006, Fig. 1): mean ranks on a line, the best on the left; methods hang from
// it on elbows, and bars join those that the test does not tell apart.
const (
	rankRow   = 11.0 // between names
	rankBar   = 5.0  // between bars
	rankTop   = 30.0 // above the line: the critical difference, and its label where that does not fit beside it
	rankCD    = 17.0 // of the critical difference above the line
	rankInset = 14.0 // of the line from the sides of the data area
)

func (c *chart) rankingSize(frame vg.Point) vg.Point {
	r := c.plot.Ranking
	height := rankTop + 14 + rankBar*float64(len(r.Groups)) + rankRow*float64((len(r.Ranks)+1)/2)
	return vg.Point{X: frame.X, Y: vg.Length(height)}
}

// rankX is the place of a rank on the line, which runs from 1 to the number of methods.
func (c *chart) rankX(rank float64) vg.Length {
	span := max(float64(len(c.plot.Ranking.Ranks)-1), 1)
	return c.data.Min.X + rankInset + vg.Length((rank-1)/span)*(c.data.Size().X-2*rankInset)
}

func (c *chart) rankLine() vg.Length { return c.data.Max.Y - rankTop }

// elbow is where a method's name hangs: place k of its side.
type elbow struct {
	method int
	rank   float64
	y      vg.Length
	left   bool
}

// elbows hangs the better half on the left, the best uppermost, and the others on the right, the worst uppermost: no lines
// cross.
func (c *chart) elbows() []elbow {
	r := c.plot.Ranking
	order := reports.InOrder(r.Ranks)
	half := (len(order) + 1) / 2
	first := c.rankLine() - 14 - vg.Length(rankBar*float64(len(r.Groups)))
	var all []elbow
	for i, m := range order {
		e := elbow{method: m, rank: r.Ranks[m], left: i < half}
		k := i
		if !e.left {
			k = len(order) - 1 - i
		}
		e.y = first - vg.Length(k)*rankRow
		all = append(all, e)
	}
	return all
}

// rankingTexts are the names with their ranks beside the data area.
func (c *chart) rankingTexts() []ink.Placed {
	var texts []ink.Placed
	for _, e := range c.elbows() {
		rank := strconv.FormatFloat(e.rank, 'f', 2, 64)
		name := c.plot.Ranking.Methods[e.method]
		if e.left {
			texts = append(texts, ink.Place(ink.NewText(name+"  "+rank, ink.Body, 0), c.data.Min.X-ink.TextGap, e.y, 1, 0.5))
		} else {
			texts = append(texts, ink.Place(ink.NewText(rank+"  "+name, ink.Body, 0), c.data.Max.X+ink.TextGap, e.y, 0, 0.5))
		}
	}
	return texts
}

func (c *chart) drawRanking(canvas vg.Canvas) {
	r, y := c.plot.Ranking, c.rankLine()
	c.drawRankAxis(canvas, y)
	if r.Critical > 0 {
		c.drawCritical(canvas, y+rankCD)
	}
	ink.Pen(canvas, ink.FrameWidth, ink.Black, nil)
	for _, e := range c.elbows() {
		side := c.data.Max.X
		if e.left {
			side = c.data.Min.X
		}
		x := c.rankX(e.rank)
		canvas.Stroke(ink.Polyline(vg.Point{X: x, Y: y}, vg.Point{X: x, Y: e.y}, vg.Point{X: side, Y: e.y}))
	}
	ink.Pen(canvas, 2.4, ink.Black, nil)
	for i, group := range r.Groups {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, m := range group {
			lo, hi = min(lo, r.Ranks[m]), max(hi, r.Ranks[m])
		}
		at := y - 8 - vg.Length(rankBar*float64(i))
		canvas.Stroke(ink.Polyline(vg.Point{X: c.rankX(lo) - 2.5, Y: at}, vg.Point{X: c.rankX(hi) + 2.5, Y: at}))
	}
}

func (c *chart) drawRankAxis(canvas vg.Canvas, y vg.Length) {
	n := len(c.plot.Ranking.Ranks)
	ink.Pen(canvas, ink.FrameWidth, ink.Black, nil)
	canvas.Stroke(ink.Polyline(vg.Point{X: c.rankX(1), Y: y}, vg.Point{X: c.rankX(float64(max(n, 2))), Y: y}))
	every := 1 + n/20
	for k := 1; k <= max(n, 2); k++ {
		x := c.rankX(float64(k))
		ink.Pen(canvas, ink.FrameWidth, ink.Black, nil)
		canvas.Stroke(ink.Polyline(vg.Point{X: x, Y: y}, vg.Point{X: x, Y: y + axis.MinorTick}))
		if (k-1)%every == 0 {
			ink.Place(ink.NewText(strconv.Itoa(k), ink.Tick, 0), x, y+axis.MinorTick+1, 0.5, 0).Draw(canvas)
		}
	}
}

// drawCritical draws the critical difference as a length, above the line.
func (c *chart) drawCritical(canvas vg.Canvas, y vg.Length) {
	r := c.plot.Ranking
	left := c.rankX(1)
	right := min(c.rankX(1+r.Critical), c.data.Max.X)
	label := "CD = " + strconv.FormatFloat(r.Critical, 'f', 2, 64)
	ink.Pen(canvas, ink.LineWidth, ink.Black, nil)
	canvas.Stroke(ink.Polyline(vg.Point{X: left, Y: y}, vg.Point{X: right, Y: y}))
	for _, x := range []vg.Length{left, right} {
		canvas.Stroke(ink.Polyline(vg.Point{X: x, Y: y - 2}, vg.Point{X: x, Y: y + 2}))
	}
	t := ink.NewText(label, ink.Tick, 0)
	if w, _ := t.Size(); right+ink.TextGap+w <= c.data.Max.X {
		ink.Place(t, right+ink.TextGap, y, 0, 0.5).Draw(canvas)
	} else {
		ink.Place(t, left/2+right/2, y+2, 0.5, 0).Draw(canvas)
	}
}
