package run

import (
	"math"
	"testing"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/spec/spectest"
)

// Between two known runs of a solver the time is a power of the work, beyond them it is in proportion; runs of equal work count by their mean.
func TestSpeeds(t *testing.T) {
	s := speeds{}
	s.add("a", 100, 2)
	s.add("a", 10_000, 150)
	s.add("a", 10_000, 250)
	s.add("a", 1, 0) // was not timed
	s.add("b", 0, 5) // of unknown size
	for _, tt := range []struct {
		solver     string
		work, want float64
	}{
		{"a", 50, 1}, {"a", 100, 2}, {"a", 1000, 20}, {"a", 10_000, 200}, {"a", 20_000, 400}, {"b", 10, 0}, {"c", 10, 0}, {"a", 0, 0},
	} {
		if got := s.at(tt.solver, tt.work); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s, work %g: %g s, want %g", tt.solver, tt.work, got, tt.want)
		}
	}
}

func costPlanOf(t *testing.T, lib *spec.Library, address, profile string) *Plan {
	t.Helper()
	p, err := NewPlan(lib.Find(address), Request{Profile: profile})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sweepLibrary is a paper with two experiments of the same runs.
func costLibrary(t *testing.T) *spec.Library {
	t.Helper()
	lib, err := spec.Load(spectest.Folder(map[string]string{"sweep.yaml": spectest.Sweep, "plots.yaml": spectest.Plots}), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}
