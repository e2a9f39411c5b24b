package rank

import "math"

// Silhouettes returns (b - a)/max(a, b) for each point, where a is the mean distance to the others of its cluster and b the least mean
// distance to
// another cluster (Rousseeuw, J. Comput. Appl. Math. 20, 1987); 0 for a point alone. A point lies at the distance 0 from itself. With one
// cluster there
// is no other, and it is 1 less the mean distance a, which falls as starts disagree. labels count from 0 to r-1.
func Silhouettes(distance func(i, j int) float64, labels []int, r int) []float64 {
	sizes := make([]float64, r)
	for _, k := range labels {
		sizes[k]++
	}
	widths, sums := make([]float64, len(labels)), make([]float64, r)
	for i, own := range labels {
		clear(sums)
		for j, k := range labels {
			sums[k] += distance(i, j)
		}
		a, b := sums[own]/(sizes[own]-1), math.Inf(1)
		for k, sum := range sums {
			if k != own && sizes[k] > 0 {
				b = min(b, sum/sizes[k])
			}
		}
		switch {
		case sizes[own] == 1:
		case r == 1:
			widths[i] = 1 - a
		case max(a, b) > 0:
			widths[i] = (b - a) / max(a, b)
		}
	}
	return widths
}
