package run

import (
	"math"
	"testing"
)

// A rank at which nothing is committed costs what the power of the rank between those that are says.
func TestBetweenRanks(t *testing.T) {
	known := map[int]committed{10: {units: 2, step: 0.1}, 20: {units: 1, step: 0.4}}
	if s, most := betweenRanks(known, 40); math.Abs(s-1.6) > 1e-12 || !math.IsInf(most, 1) {
		t.Errorf("%g s, at most %g iterations, want 1.6 s without limit: it grows with the square", s, most)
	}
	delete(known, 20)
	if s, _ := betweenRanks(known, 30); math.Abs(s-0.3) > 1e-12 {
		t.Errorf("%g s from one rank, want 0.3", s)
	}
	known[10] = committed{units: 2, step: 0.1, converged: 2, converges: 100}
	if _, most := betweenRanks(known, 30); most != 50 {
		t.Errorf("at most %g iterations, want 50, where all runs ended by their tolerance", most)
	}
	if s, _ := betweenRanks(nil, 30); s != 0 {
		t.Errorf("%g s of nothing", s)
	}
}
