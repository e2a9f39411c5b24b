package store

import (
	"testing"
)

// traced is a trace of n points from a function of the iteration.
func traced(n int, objective func(i int) float64) []Point {
	trace := make([]Point, n)
	for i := range trace {
		trace[i] = Point{Iteration: i, Objective: objective(i)}
	}
	return trace
}

// alternating is an objective with period 2 that falls slowly.
func alternating(i int) float64 { return float64(1+9*(i%2)) / float64(i+10) }

func TestThinTraceThatAlternates(t *testing.T) {
	short := traced(101, alternating)
	if kept := thinTrace(short); len(kept) != len(short) {
		t.Errorf("%d of %d points of a trace with period 2 are kept, want all", len(kept), len(short))
	}
	for _, n := range []int{205, 1000, 3001, 50_000} {
		long := traced(n, alternating)
		kept := thinTrace(long)
		if len(kept) > traceFirst+2*traceRising+1 || kept[len(kept)-1] != long[n-1] {
			t.Errorf("%d points: %d kept, the last %v", n, len(kept), kept[len(kept)-1])
		}
		odd, high := 0, 0
		for _, p := range kept {
			odd += p.Iteration % 2
			if p.Objective > 5/float64(p.Iteration+10) {
				high++
			}
		}
		if 5*odd < 2*len(kept) || 5*odd > 3*len(kept) || high != odd {
			t.Errorf("%d points: of %d kept %d are odd and %d high: the two values are not both there", n, len(kept), odd, high)
		}
		if again := thinTrace(kept); len(again) != len(kept) {
			t.Errorf("%d points: thinned again, %d of %d are left", n, len(again), len(kept))
		}
	}
}

func TestThinTraceThatFalls(t *testing.T) {
	for _, n := range []int{1, 36, 37, 500} {
		trace := traced(n, func(i int) float64 { return 1 / float64(i+1) })
		kept := thinTrace(trace)
		if len(kept) > traceFirst+tracePoints+1 || kept[0] != trace[0] || kept[len(kept)-1] != trace[n-1] {
			t.Errorf("%d points: %d kept", n, len(kept))
		}
		if again := thinTrace(kept); len(again) != len(kept) {
			t.Errorf("%d points: thinned again, %d of %d are left", n, len(again), len(kept))
		}
	}
	if rises(traced(300, func(i int) float64 { return 1 + 1e-9*float64(i%2) })) {
		t.Error("rounding counts as a rise")
	}
}
