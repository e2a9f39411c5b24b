package solvers

import (
	"math/rand/v2"
	"testing"

	"nmfrepro/solvers/matrix"
)

// TestStepsOfTheCatalog wants of each method the kind of step that its run has: it is done before the first, each is a start, or it has epochs.
func TestStepsOfTheCatalog(t *testing.T) {
	x := matrix.NewDense(8, 20, nil)
	x.Raw().Apply(func(i, j int, _ float64) float64 { return 1 + float64((i*7+j*5+i*j)%11) }, x.Raw())
	kinds := map[StepKind]int{}
	for _, e := range Catalog {
		s, p := e.New(), Problem{X: x, Rank: 2}
		f, err := InitRandom.Factors(s, p, Factors{}, rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
		kinds[e.Step()]++
		run, err := s.Start(p, f, rand.New(rand.NewPCG(1, 3)))
		if err != nil {
			if e.Step() != StepIteration {
				t.Errorf("%s: %v", e.Name, err)
			}
			continue // it wants labels or constraints
		}
		stopper, stops := run.(Stopper)
		unsteady, _ := run.(Unsteady)
		want := StepIteration
		switch {
		case stops && stopper.Done():
			want = StepNone
		case Epochs(s, 20) > 0:
			want = StepEpoch
		case unsteady != nil && unsteady.Unsteady() == everyStepAStart:
			want = StepStart
		}
		if e.Step() != want {
			t.Errorf("%s: a step is %q in the catalog, want %q", e.Name, e.Step(), want)
		}
	}
	if kinds[StepStart] != 3 || kinds[StepEpoch] != 1 || kinds[StepNone] != 2 {
		t.Errorf("%v", kinds)
	}
}
