package table

import (
	"math"

	"nmfrepro/solvers/matrix"
)

// rated tells whether a sparse matrix seems to hold ratings: steps of a half from 0.5 to 10, of which most are not the smallest. Counts are
// mostly 1, and words of a text, too.
func rated(x matrix.Matrix) bool {
	sparse, ok := x.(*matrix.CSR)
	const fewest, most = 20, 10 // entries; the largest rating
	if m, n := x.Dims(); !ok || x.NNZ() < fewest || 2*x.NNZ() > m*n {
		return false
	}
	var times [2*most + 1]int // by twice the value
	for e := range matrix.Entries(sparse) {
		steps := 2 * e.Value
		if steps != math.Trunc(steps) || steps < 1 || steps > 2*most {
			return false
		}
		times[int(steps)]++
	}
	different, smallest, usual := 0, 0, 0
	for steps, k := range times {
		if k == 0 {
			continue
		}
		if different++; different == 1 {
			smallest = steps
		}
		if k > times[usual] {
			usual = steps
		}
	}
	return different > 2 && usual != smallest
}
