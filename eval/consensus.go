package eval

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// onConsensus makes a score of what several initialisations agree on.
func onConsensus(f func(mat.Symmetric) float64) func(Outcome, *rand.Rand) (float64, error) {
	return func(o Outcome, _ *rand.Rand) (float64, error) {
		if o.Consensus == nil {
			return 0, unavailable("the run is of one initialisation: want consensus among the keys of the method")
		}
		v := f(o.Consensus)
		if math.IsNaN(v) {
			return 0, unavailable("all pairs of samples are together equally often")
		}
		return v, nil
	}
}

// heldError returns the mean squared error of the entries that were held out.
func heldError(o Outcome, _ *rand.Rand) (float64, error) {
	switch {
	case o.Held == nil:
		return 0, unavailable("no entries were held out")
	case o.Basis == nil || o.Ht == nil:
		return 0, unavailable("the method leaves no model Basis·H of X")
	}
	return matrix.NewEntrywise(o.Held).Sum(o.Basis, o.Ht, matrix.Squared) / float64(o.Held.NNZ()), nil
}
