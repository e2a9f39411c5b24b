package figure

import (
	"math"

	"nmfrepro/reports"
)

// extent is the range of what is to be drawn along one axis.
type extent struct {
	lo, hi float64
	n      int
	whole  bool    // only whole numbers so far
	snug   [2]bool // no room beyond lo, hi
}

func (e *extent) add(v float64) {
	if e.n == 0 {
		e.lo, e.hi, e.whole = v, v, true
	}
	e.lo, e.hi = min(e.lo, v), max(e.hi, v)
	e.whole = e.whole && v == math.Trunc(v)
	e.n++
}

// scale takes numbers to places along an axis.
type scale struct {
	lo, hi float64 // ends of the axis; of a logarithmic one, their decimal logarithms
	log    bool
	whole  bool // ticks at whole numbers only
	powers bool // labels of a logarithmic axis are powers of ten, however small
	names  []string
	places []float64 // of the cells of an image, which have the ticks; nil for round numbers
	ticks  []tick
	times  int // power of ten by which the tick labels are to be multiplied
}

// flat is the least range, in proportion to the values, that is drawn as a range and not as a constant: tick labels would
// need more digits than anyone reads.
const flat = 1e-9

func newScale(e extent, a reports.Axis) scale {
	log := a.Log
	if e.n == 0 {
		e = extent{lo: 0.1, hi: 1}
	}
	s := scale{lo: e.lo, hi: e.hi, log: log, whole: e.whole && !log, names: a.Names}
	if log {
		s.lo, s.hi = math.Log10(e.lo), math.Log10(e.hi)
	}
	half := s.hi/2 - s.lo/2 // the range itself may overflow
	pad := 2 * half * rangePad
	largest := max(math.Abs(s.lo), math.Abs(s.hi))
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
	if half > 0 && e.snug[0] {
		below = 0
	}
	if half > 0 && e.snug[1] {
		above = 0
	}
	s.lo, s.hi = max(s.lo-below, -math.MaxFloat64), min(s.hi+above, math.MaxFloat64)
	if !log && e.lo > 0 && s.lo < 0 {
		s.lo = 0 // an axis of positive numbers needs no negative part
	}
	return s
}

// stretch widens an axis to that range, on both sides; an axis of positive numbers upwards only.
func (s *scale) stretch(span float64) {
	more := span - (s.hi - s.lo)
	if more <= 0 {
		return
	}
	below := more / 2
	if s.lo >= 0 {
		below = min(below, s.lo)
	}
	s.lo, s.hi = s.lo-below, s.hi+more-below
}

// drawable tells whether v has a place on the axis.
func drawable(v float64, log bool) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0) && (!log || v > 0)
}

// at returns the place of v, from 0 to 1.
func (s scale) at(v float64) float64 {
	if s.log {
		v = math.Log10(v)
	}
	return (v/2 - s.lo/2) / (s.hi/2 - s.lo/2)
}
