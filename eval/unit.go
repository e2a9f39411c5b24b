package eval

import (
	"math"
	"math/rand/v2"

	"nmfrepro/solvers/matrix"
)

// onData makes a score of f, which sees the data alone.
func onData(f func(x matrix.Matrix) float64) func(Outcome, *rand.Rand) (float64, error) {
	return func(o Outcome, _ *rand.Rand) (float64, error) {
		if o.X == nil {
			return 0, unavailable("the outcome has no data matrix")
		}
		return f(o.X), nil
	}
}

// entries counts the known entries of X: those that a sparse matrix stores, all of a dense one.
func entries(x matrix.Matrix) float64 { return float64(x.NNZ()) }

func density(x matrix.Matrix) float64 {
	m, n := x.Dims()
	return entries(x) / (float64(m) * float64(n))
}

// perEntry divides a loss by the number of known entries.
func perEntry(loss func(Outcome) (float64, error), times float64) func(Outcome) (float64, error) {
	return func(o Outcome) (float64, error) {
		v, err := loss(o)
		return times * v / entries(o.X), err
	}
}

// onSolver makes a score of what the solver's run was.
func onSolver(f func(Outcome) float64) func(Outcome, *rand.Rand) (float64, error) {
	return func(o Outcome, _ *rand.Rand) (float64, error) {
		if o.Iterations == 0 {
			return 0, unavailable("no solver ran")
		}
		return f(o), nil
	}
}

// startSeconds returns the seconds before the first step, which a spectral embedding has that took none.
func startSeconds(o Outcome, _ *rand.Rand) (float64, error) {
	if o.StartSeconds == 0 {
		return 0, unavailable("no solver ran")
	}
	return o.StartSeconds, nil
}

// roundingRise is the relative rise of an objective that rounding explains.
const roundingRise = 1e-10

func rises(o Outcome, _ *rand.Rand) (float64, error) {
	steps := len(o.Objectives) - 1
	if steps < 1 {
		return 0, unavailable("no step of a solver was observed")
	}
	count := 0
	for i, v := range o.Objectives[1:] {
		if before := o.Objectives[i]; v > before+roundingRise*math.Abs(before) {
			count++
		}
	}
	return float64(count) / float64(steps), nil
}

func processorSeconds(o Outcome, _ *rand.Rand) (float64, error) {
	if o.ProcessorSeconds == 0 {
		return 0, unavailable("the processor's time was not measured: this system has no clock for it")
	}
	return o.ProcessorSeconds, nil
}
