package stat

import (
	"math"
)

// exactPairs is up to how many differences the distribution of the signed-rank sum is counted out.
const exactPairs = 25

// SignedRank is Wilcoxon's signed-rank test on the differences of pairs.
type SignedRank struct {
	N        int     // differences that are not zero
	Zeros    int     // differences that are zero, left out as Wilcoxon did
	Positive float64 // W⁺, the sum of the ranks of the positive differences
	Negative float64 // W⁻
	TwoSided float64 // p-value; 1 if no difference is left
	Greater  float64 // p-value of "not above zero" against "above"
	Less     float64 // p-value of "not below zero" against "below"
	Exact    bool
}

// Wilcoxon tests whether the differences d lie symmetrically around zero. Up to 25 differences the p-value is counted over
// all signs of the ranks at hand, ties included (the conditional distribution); beyond, it is the normal approximation with
// the corrections for ties and for continuity (Hollander, Wolfe, Chicken, Nonparametric Statistical Methods, 3rd ed., 3.1).
func Wilcoxon(d []float64) SignedRank {
	var sizes []float64
	var positive []bool
	for _, v := range d {
		if v != 0 {
			sizes = append(sizes, math.Abs(v))
			positive = append(positive, v > 0)
		}
	}
	ranks := Ranks(sizes)
	t := SignedRank{N: len(sizes), Zeros: len(d) - len(sizes), Exact: len(sizes) <= exactPairs}
	for i, r := range ranks {
		if positive[i] {
			t.Positive += r
		} else {
			t.Negative += r
		}
	}
	switch {
	case t.N == 0:
		t.TwoSided, t.Greater, t.Less = 1, 1, 1
		return t
	case t.Exact:
		counts := signedRankCounts(ranks)
		t.Greater, t.Less = upperTail(counts, 2*t.Positive), upperTail(counts, 2*t.Negative)
	default:
		n := float64(t.N)
		variance := n * (n + 1) * (2*n + 1) / 24
		for _, k := range tieSizes(sizes) {
			c := float64(k)
			variance -= c * (c*c - 1) / 48
		}
		mean, sd := n*(n+1)/4, math.Sqrt(variance)
		t.Greater = NormalCDF(-(t.Positive - mean - 0.5) / sd)
		t.Less = NormalCDF(-(t.Negative - mean - 0.5) / sd)
	}
	t.TwoSided = min(1, 2*min(t.Greater, t.Less))
	return t
}

// signedRankCounts returns in how many of the 2ⁿ choices of signs twice the positive ranks sum to each number; twice,
// because tied ranks may be halves. The counts are exact: 2²⁵ is far below 2⁵³.
func signedRankCounts(ranks []float64) []float64 {
	counts := make([]float64, 1, len(ranks)*(len(ranks)+1)+1)
	counts[0] = 1
	for _, r := range ranks {
		step := int(math.Round(2 * r))
		top := len(counts)
		counts = counts[:top+step]
		for sum := top - 1; sum >= 0; sum-- { // from above, so that no rank counts twice
			counts[sum+step] += counts[sum]
		}
	}
	return counts
}

// upperTail returns the probability of a sum of at least w; the distribution is symmetric.
func upperTail(counts []float64, w float64) float64 {
	var tail, all float64
	for sum, c := range counts {
		all += c
		if float64(sum) >= w-0.25 {
			tail += c
		}
	}
	return tail / all
}
