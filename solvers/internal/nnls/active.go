package nnls

import "gonum.org/v1/gonum/mat"

// activeSet is the method of Lawson and Hanson for one right side: one entry enters the passive set at a time, and the
// objective falls each time, so that no set comes twice. An entry whose column depends on those in the set stays out, as
// does one that rounding alone would let in; both are tried again once the solution has moved.
type activeSet struct {
	block   factor
	passive []bool
	barred  []bool
	y, try  []float64
}

func newActiveSet(r int) activeSet {
	return activeSet{block: newFactor(r), passive: make([]bool, r), barred: make([]bool, r), y: make([]float64, r), try: make([]float64, r)}
}

// changesPerUnknown bounds the changes of the set, which rounding might otherwise repeat; 3 are usual.
const changesPerUnknown = 30

func (s *activeSet) solve(x []float64, gram *mat.Dense, b []float64) {
	clear(x)
	clear(s.passive)
	clear(s.barred)
	for range changesPerUnknown * len(x) {
		residual(s.y, gram, x, b)
		enter := -1
		for k, y := range s.y {
			if y < 0 && !s.passive[k] && !s.barred[k] && (enter < 0 || y < s.y[enter]) {
				enter = k
			}
		}
		if enter < 0 {
			return
		}
		s.passive[enter] = true
		if !s.fit(gram, b) || !(s.try[enter] > 0) {
			s.passive[enter], s.barred[enter] = false, true
			continue
		}
		clear(s.barred)
		s.approach(x, gram, b)
	}
}

// fit sets try to the solution on the passive set.
func (s *activeSet) fit(gram *mat.Dense, b []float64) bool {
	s.block.copySet(s.passive)
	if !s.block.factorise(gram) {
		return false
	}
	s.block.solve(s.try, b)
	return true
}

// approach moves x to try, or towards it until an entry becomes 0, which then leaves the set.
func (s *activeSet) approach(x []float64, gram *mat.Dense, b []float64) {
	for {
		step, leave := 1.0, -1
		for k, in := range s.passive {
			if in && s.try[k] <= 0 {
				if share := x[k] / (x[k] - s.try[k]); share < step || leave < 0 {
					step, leave = share, k
				}
			}
		}
		if leave < 0 {
			copy(x, s.try)
			return
		}
		for k, in := range s.passive {
			if in {
				x[k] += step * (s.try[k] - x[k])
			}
			if k == leave || in && !(x[k] > 0) {
				x[k], s.passive[k] = 0, false
			}
		}
		if !s.fit(gram, b) {
			return // cannot be: a part of a regular set is regular
		}
	}
}
