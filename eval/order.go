package eval

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// steps returns for each of the n-1 columns of HR, the difference h_{j+1} - h_j of samples that follow on each other, what add
// makes of its entries one by one, from 0.
func steps(o Outcome, add func(total, v float64) float64) (*mat.Dense, error) {
	ht := o.Ht
	if ht == nil || ht.IsEmpty() {
		return nil, unavailable("the method leaves no coefficients")
	}
	n, _ := ht.Dims()
	if n < 2 {
		return nil, unavailable("a single sample has none to follow it")
	}
	if err := checkFinite("H", ht); err != nil {
		return nil, err
	}
	totals := mat.NewDense(n-1, 1, nil)
	for j := range n - 1 {
		var total float64
		next := ht.RawRowView(j + 1)
		for k, v := range ht.RawRowView(j) {
			total = add(total, next[k]-v)
		}
		totals.Set(j, 0, total)
	}
	return totals, nil
}

// sumOfSteps makes the column sums of HR, which the paper draws (ORNMF, Fig. 1). Where some coefficients rise as others fall,
// the sum may vanish at a boundary.
func sumOfSteps(total, v float64) float64 { return total + v }

func stepSums(o Outcome) (mat.Matrix, error)  { return steps(o, sumOfSteps) }
func stepNorms(o Outcome) (mat.Matrix, error) { return steps(o, math.Hypot) }

// significantPeak is the share of the largest peak that another one has to exceed to count as a boundary between
// clusters. The paper speaks of significant peaks and draws them; the share is ours.
const significantPeak = 0.1

// clustersFound returns one more than the number of boundaries. Steps of the size of rounding, against the coefficients, are none.
func clustersFound(add func(total, v float64) float64) func(Outcome, *rand.Rand) (float64, error) {
	return func(o Outcome, _ *rand.Rand) (float64, error) {
		peaks, err := steps(o, add)
		if err != nil {
			return 0, err
		}
		n, _ := peaks.Dims()
		var largest float64
		for j := range n {
			largest = max(largest, math.Abs(peaks.At(j, 0)))
		}
		found := 1.0
		if largest <= 1e-9*mat.Norm(o.Ht, math.Inf(1)) {
			return found, nil
		}
		for j := range n {
			if math.Abs(peaks.At(j, 0)) > significantPeak*largest {
				found++
			}
		}
		return found, nil
	}
}
