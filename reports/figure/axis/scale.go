// Package axis takes numbers to places along an axis and chooses ticks whose labels do not touch. Change here how ticks are chosen
// and written; drawing them is package canvas's.
package axis

import (
	"math"

	"nmfrepro/reports/result"
)

// RangePad is the room on either side of the data, as a share of the range.
const RangePad = 0.04

// Extent is the range of what is to be drawn along one axis.
type Extent struct {
	Lo, Hi float64
	N      int
	Whole  bool    // only whole numbers so far
	Snug   [2]bool // no room beyond lo, hi
}

// Add takes one more number into the range.
func (e *Extent) Add(v float64) {
	if e.N == 0 {
		e.Lo, e.Hi, e.Whole = v, v, true
	}
	e.Lo, e.Hi = min(e.Lo, v), max(e.Hi, v)
	e.Whole = e.Whole && v == math.Trunc(v)
	e.N++
}

// Scale takes numbers to places along an axis.
type Scale struct {
	Lo, Hi float64 // ends of the axis; of a logarithmic one, their decimal logarithms
	Log    bool
	whole  bool // ticks at whole numbers only
	Powers bool // labels of a logarithmic axis are powers of ten, however small
	Names  []string
	Places []float64 // of the cells of an image, which have the ticks; nil for round numbers
	Ticks  []Tick
	Times  int // power of ten by which the tick labels are to be multiplied
}

// flat is the smallest range, in proportion to the values, that is drawn as a range and not as a constant: tick labels would
// need more digits than anyone reads.
const flat = 1e-9

// NewScale makes the axis that shows a range, with some room around it.
func NewScale(e Extent, a result.Axis) Scale {
	log := a.Log
	if e.N == 0 {
		e = Extent{Lo: 0.1, Hi: 1}
	}
	s := Scale{Lo: onAxis(e.Lo, log), Hi: onAxis(e.Hi, log), Log: log, whole: e.Whole && !log, Names: a.Names}
	half := s.Hi/2 - s.Lo/2 // the range itself may overflow
	pad := 2 * half * RangePad
	largest := max(math.Abs(s.Lo), math.Abs(s.Hi))
	if half <= flat*largest || half < 1e-300 || log && half <= flat { // of logarithms, the difference is the proportion
		switch {
		case log:
			pad = 0.5
		case largest < 1e-300:
			pad = 1
		case s.whole:
			pad = max(1, 0.1*largest)
		default:
			pad = 0.1 * largest
		}
	}
	below, above := pad, pad
	if half > 0 && e.Snug[0] {
		below = 0
	}
	if half > 0 && e.Snug[1] {
		above = 0
	}
	s.Lo, s.Hi = max(s.Lo-below, -math.MaxFloat64), min(s.Hi+above, math.MaxFloat64)
	if !log && e.Lo > 0 && s.Lo < 0 {
		s.Lo = 0 // an axis of positive numbers needs no negative part
	}
	return s
}

// Stretch widens an axis to a range, on both sides; an axis of positive numbers upwards only.
func (s *Scale) Stretch(span float64) {
	more := span - (s.Hi - s.Lo)
	if more <= 0 {
		return
	}
	below := more / 2
	if s.Lo >= 0 {
		below = min(below, s.Lo)
	}
	s.Lo, s.Hi = s.Lo-below, s.Hi+more-below
}

// Drawable tells whether v has a place on the axis.
func Drawable(v float64, log bool) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0) && (!log || v > 0)
}

// At returns the place of v, from 0 to 1.
func (s Scale) At(v float64) float64 {
	v = onAxis(v, s.Log)
	return (v/2 - s.Lo/2) / (s.Hi/2 - s.Lo/2)
}

// onAxis returns v as an axis counts, by its logarithm or itself.
func onAxis(v float64, log bool) float64 {
	if log {
		return math.Log10(v)
	}
	return v
}

// CellEdges returns where the cells around places end: halfway to the next, and as far on the outside.
func CellEdges(places []float64, log bool) []float64 {
	n := len(places)
	at := func(i int) float64 { return onAxis(places[i], log) }
	edges := make([]float64, n+1)
	for i := 1; i < n; i++ {
		edges[i] = at(i-1)/2 + at(i)/2
	}
	if n == 1 {
		edges[0], edges[1] = at(0)-0.5, at(0)+0.5
	} else {
		edges[0], edges[n] = 2*at(0)-edges[1], 2*at(n-1)-edges[n-1]
	}
	for i, e := range edges {
		if log {
			edges[i] = math.Pow(10, e)
		}
	}
	return edges
}
