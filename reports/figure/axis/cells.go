package axis

import "math"

// onAxis is v as an axis counts, by its logarithm or itself.
func onAxis(v float64, log bool) float64 {
	if log {
		return math.Log10(v)
	}
	return v
}

// CellEdges returns where the cells around places end: halfway to the next, and as far on the outside.
func CellEdges(places []float64, log bool) []float64 {
	n := len(places)
	at := func(i int) float64 { return onAxis(places[i], log) }
	edges := make([]float64, n+1)
	for i := 1; i < n; i++ {
		edges[i] = at(i-1)/2 + at(i)/2
	}
	if n == 1 {
		edges[0], edges[1] = at(0)-0.5, at(0)+0.5
	} else {
		edges[0], edges[n] = 2*at(0)-edges[1], 2*at(n-1)-edges[n-1]
	}
	for i, e := range edges {
		if log {
			edges[i] = math.Pow(10, e)
		}
	}
	return edges
}
