package solvers

import "nmfrepro/solvers/internal/manifold"

// StepKind is what one step of a method is: the limit on iterations counts steps.
type StepKind string

// The kinds of steps.
const (
	StepIteration StepKind = "iteration"
	StepStart     StepKind = "start" // each is a start of its own, and the best is kept
	StepEpoch     StepKind = "epoch" // their number is a part of the method
	StepNone      StepKind = ""      // all is done before the first
)

// stepsOf are the methods whose steps are no iterations.
var stepsOf = map[string]StepKind{
	"kernel-kmeans": StepStart, "ncut": StepStart, "pod": StepStart,
	"umap": StepEpoch,
	"lle":  StepNone, "spectral-embedding": StepNone,
}

// Step says what a step of the method is.
func (e Entry) Step() StepKind {
	if kind, other := stepsOf[e.Name]; other {
		return kind
	}
	return StepIteration
}

// Epochs returns how many epochs a solver has for so many samples, 0 if its steps are none.
func Epochs(s Solver, samples int) int {
	if u, ok := s.(*UMAP); ok {
		return manifold.UMAP{Epochs: u.Epochs}.EpochsFor(samples)
	}
	return 0
}
