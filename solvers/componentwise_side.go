package solvers

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// The two sides of a component-wise method, in the order of the update.
const (
	sideW = iota
	sideH
)

// side is one factor, held component by component, with what the update of one component needs.
type side struct {
	factor   *mat.Dense // p×r, as the caller of the run sees it between sweeps
	points   int        // p
	x        []float64  // component c is x[c·p : (c+1)·p]
	old      []float64  // the component before its last update
	delta    []float64  // what the update added to it
	num, den []float64
	classes  *classes         // nil unless points share their coefficients
	penalty  componentPenalty // nil without one
	stores   int              // how often the factor was written
	held     int              // components that stay as they are, the first ones
}

func newSide(factor *mat.Dense, shared *classes) *side {
	p, r := factor.Dims()
	s := &side{factor: factor, points: p, classes: shared, x: make([]float64, p*r)}
	for _, v := range []*[]float64{&s.old, &s.delta, &s.num, &s.den} {
		*v = make([]float64, p)
	}
	s.load()
	return s
}

func (s *side) component(c int) []float64 { return s.x[c*s.points : (c+1)*s.points] }

// load takes the components from the factor.
func (s *side) load() {
	_, r := s.factor.Dims()
	for i := range s.points {
		row := s.factor.RawRowView(i)
		for c := range r {
			s.x[c*s.points+i] = row[c]
		}
	}
}

// store writes the components to the factor.
func (s *side) store() {
	s.stores++
	_, r := s.factor.Dims()
	for i := range s.points {
		row := s.factor.RawRowView(i)
		for c := range r {
			row[c] = s.x[c*s.points+i]
		}
	}
}

// update makes the multiplicative step of component c from num and den.
func (s *side) update(c int, floor float64) {
	x := s.component(c)
	copy(s.old, x)
	if c < s.held {
		clear(s.delta)
		return
	}
	if s.classes != nil && s.classes.labels != nil {
		s.classes.update(c, x, s.num, s.den, floor)
	} else {
		if s.classes != nil {
			s.classes.sum(s.num)
			s.classes.sum(s.den)
		}
		gemm.Update(x, s.num, s.den, floor)
		matrix.Flush(x)
	}
	for i, v := range x {
		s.delta[i] = v - s.old[i]
	}
}

// collapsed tells that the last update of a component left almost nothing of it. A model that followed by adding the
// change would be left with rounding.
func (s *side) collapsed(c int) bool {
	return maximum(s.component(c)) < 0x1p-20*maximum(s.old)
}

// maximum returns slices.Max with a branch that is rarely taken in place of the instructions that order NaN and the zeros.
func maximum(x []float64) float64 {
	largest := x[0]
	for _, v := range x {
		if !(v <= largest) {
			if math.IsNaN(v) {
				return v
			}
			largest = v
		}
	}
	return largest
}

// updateRow updates the entry of row i alone and returns it and its change. The classes play no part.
func (s *side) updateRow(c, i int, num, den, floor float64) (x, change float64) {
	old := s.old[i]
	if c < s.held {
		s.delta[i] = 0
		return old, 0
	}
	if x = old * (num / above(den, floor)); x < matrix.Negligible {
		x = 0
	}
	s.x[c*s.points+i], s.delta[i] = x, x-old
	return x, x - old
}
