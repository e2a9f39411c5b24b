package stat

import (
	"cmp"
	"math"
	"slices"

	"nmfrepro/datasets/list"
)

// Ranks returns the rank of each value from 1, the least first; equal values share the mean of their ranks. Values that
// are NaN make no sense here and panic.
func Ranks(x []float64) []float64 {
	if slices.ContainsFunc(x, math.IsNaN) {
		panic("stat: rank of NaN")
	}
	order := list.Order(x)
	ranks := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			ranks[order[k]] = float64(i+1+j) / 2
		}
		i = j
	}
	return ranks
}

// tieSizes returns the sizes of the groups of equal values, groups of one included.
func tieSizes(x []float64) []int {
	sorted := slices.Sorted(slices.Values(x))
	var sizes []int
	for i := 0; i < len(sorted); {
		j := i
		for j < len(sorted) && sorted[j] == sorted[i] {
			j++
		}
		sizes = append(sizes, j-i)
		i = j
	}
	return sizes
}

// Holm returns Holm's adjusted p-values (Scand. J. Statist. 1979): those at most α may all be rejected with a probability
// of at most α that any is rejected wrongly. NaN takes no part and stays NaN.
func Holm(p []float64) []float64 {
	order, adjusted := ascending(p)
	largest := 0.0
	for k, i := range order {
		largest = max(largest, min(1, float64(len(order)-k)*p[i]))
		adjusted[i] = largest
	}
	return adjusted
}

// BenjaminiHochberg returns adjusted p-values (J. R. Statist. Soc. B 57, 1995): of those at most α, a share of at most α is
// rejected wrongly on average. NaN takes no part and stays NaN.
func BenjaminiHochberg(p []float64) []float64 {
	order, adjusted := ascending(p)
	least := 1.0
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		least = min(least, float64(len(order))/float64(k+1)*p[i])
		adjusted[i] = least
	}
	return adjusted
}

// ascending lists the places of the p-values that are known, the least first, beside a copy of all.
func ascending(p []float64) (order []int, adjusted []float64) {
	order = list.Places(p, func(v float64) bool { return v == v })
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	return order, slices.Clone(p)
}
