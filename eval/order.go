package eval

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// stepSums are the column sums of HR, the differences h_{j+1} - h_j of samples that follow on each other summed over the
// components: n-1 of them (ORNMF, Fig. 1).
func stepSums(o Outcome) (mat.Matrix, error) {
	ht, err := ordered(o)
	if err != nil {
		return nil, err
	}
	n, _ := ht.Dims()
	sums := mat.NewDense(n-1, 1, nil)
	for j := range n - 1 {
		var sum float64
		next := ht.RawRowView(j + 1)
		for k, v := range ht.RawRowView(j) {
			sum += next[k] - v
		}
		sums.Set(j, 0, sum)
	}
	return sums, nil
}

func ordered(o Outcome) (*mat.Dense, error) {
	if o.Ht == nil || o.Ht.IsEmpty() {
		return nil, unavailable("the method leaves no coefficients")
	}
	if n, _ := o.Ht.Dims(); n < 2 {
		return nil, unavailable("a single sample has none to follow it")
	}
	return o.Ht, checkFinite("H", o.Ht)
}

// significantPeak is the share of the largest column sum of HR that another one has to exceed to count as a boundary between
// clusters. The paper speaks of significant peaks and draws them; the share is ours.
const significantPeak = 0.1

// clustersFound is one more than the number of boundaries. Steps of the size of rounding, against the coefficients, are none.
func clustersFound(o Outcome) (float64, error) {
	sums, err := stepSums(o)
	if err != nil {
		return 0, err
	}
	n, _ := sums.Dims()
	var largest float64
	for j := range n {
		largest = max(largest, math.Abs(sums.At(j, 0)))
	}
	found := 1.0
	if largest <= 1e-9*mat.Norm(o.Ht, math.Inf(1)) {
		return found, nil
	}
	for j := range n {
		if math.Abs(sums.At(j, 0)) > significantPeak*largest {
			found++
		}
	}
	return found, nil
}
