package stat

import "math"

// CohenD is the difference of two means in units of the pooled standard deviation (Cohen, Statistical Power Analysis, 2nd
// ed., Eq. 2.5.1 and 2.5.2). Means that differ without any spread are infinitely far apart; equal ones have d = 0. It is
// NaN where a sample has fewer than two values.
func CohenD(a, b Summary) float64 {
	na, nb := float64(a.N-1), float64(b.N-1)
	return ratio(a.Mean-b.Mean, math.Sqrt((na*a.SD*a.SD+nb*b.SD*b.SD)/(na+nb)))
}

func ratio(difference, sd float64) float64 {
	if difference == 0 && sd == 0 {
		return 0
	}
	return difference / sd
}
