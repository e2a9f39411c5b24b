package figure

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

const (
	slopeWidth = 90.0 // between the two orders
	mostInked  = 5    // lines in colour: those that move most
)

// slopePlaces returns the place of each line in either order, from 0, the best at the top.
func slopePlaces(s *result.Slope) (places [][2]int) {
	places = make([][2]int, len(s.Lines))
	for side := range 2 {
		for place, i := range list.Order(list.Map(s.Lines, func(l result.SlopeLine) float64 { return l.Ranks[side] })) {
			places[i][side] = place
		}
	}
	return places
}

// slopeY returns the height of a place.
func (c *chart) slopeY(place int) vg.Length {
	return c.data.Max.Y - vg.Length(forestRow*(float64(place)+0.5))
}

// moving returns the labels of the lines that move most, which are in colour; the others are grey.
func moving(s *result.Slope) (labels []string) {
	far := list.Map(s.Lines, func(l result.SlopeLine) float64 { return -math.Abs(l.Ranks[1] - l.Ranks[0]) })
	for _, i := range list.Order(far)[:min(mostInked, len(far))] {
		if far[i] < 0 {
			labels = append(labels, s.Lines[i].Label)
		}
	}
	return labels
}

// slopeTexts names the lines at both ends, with their mean ranks.
func (c *chart) slopeTexts() (texts []canvas.Placed) {
	for i, at := range slopePlaces(c.plot.Slope) {
		l := c.plot.Slope.Lines[i]
		texts = append(texts,
			canvas.Place(canvas.NewText(fmt.Sprintf("%s  %.1f", l.Label, l.Ranks[0]), canvas.Tick, 0), c.data.Min.X-canvas.TextGap, c.slopeY(at[0]), 1, 0.5),
			canvas.Place(canvas.NewText(fmt.Sprintf("%.1f  %s", l.Ranks[1], l.Label), canvas.Tick, 0), c.data.Max.X+canvas.TextGap, c.slopeY(at[1]), 0, 0.5))
	}
	return texts
}

// slopeHeads says above the two orders what they are.
func (c *chart) slopeHeads() (texts []canvas.Placed, height vg.Length) {
	for side, x := range []vg.Length{c.data.Min.X, c.data.Max.X} {
		t := canvas.NewText(c.plot.Slope.Sides[side], canvas.Body, legendText)
		_, h := t.Size()
		height = max(height, h+canvas.TextGap)
		texts = append(texts, canvas.Place(t, x, c.data.Max.Y+canvas.TextGap, vg.Length(1-side), 0))
	}
	return texts, height
}

// drawSlope draws the lines, those in colour over the others, with a marker at either end.
func (c *chart) drawSlope(dst vg.Canvas, l *legend) {
	places, inked := slopePlaces(c.plot.Slope), moving(c.plot.Slope)
	for _, coloured := range []bool{false, true} {
		for i, line := range c.plot.Slope.Lines {
			if slices.Contains(inked, line.Label) != coloured {
				continue
			}
			look := canvas.Look{Color: canvas.Grey, Marker: canvas.Markers[0]}
			if coloured {
				look = l.looks[line.Label]
			}
			ends := []vg.Point{{X: c.data.Min.X, Y: c.slopeY(places[i][0])}, {X: c.data.Max.X, Y: c.slopeY(places[i][1])}}
			canvas.Pen(dst, canvas.LineWidth, look.Color, look.Dash)
			dst.Stroke(canvas.Polyline(ends...))
			for _, at := range ends {
				look.Marker.Draw(dst, at, markerRadius, look.Color)
			}
		}
	}
}

// altSlope says the orders in words.
func (c *chart) altSlope() string {
	s := c.plot.Slope
	order := func(side int) string {
		return s.Sides[side] + ": " + list.Join(list.Order(list.Map(s.Lines, func(l result.SlopeLine) float64 { return l.Ranks[side] })), ", ", func(i int) string {
			return fmt.Sprintf("%s %.1f", s.Lines[i].Label, s.Lines[i].Ranks[side])
		})
	}
	return "mean ranks, the best first, " + order(0) + "; " + order(1)
}
