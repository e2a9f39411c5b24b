package eigen

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// dense is extreme by the full decomposition of A. Known eigenvectors are moved below all others.
func dense(a Operator, k int, known [][]float64) (Pairs, error) {
	full := mat.NewSymDense(a.N, nil)
	unit, column := make([]float64, a.N), make([]float64, a.N)
	for j := range a.N {
		unit[j] = 1
		a.Mul(column, unit)
		unit[j] = 0
		for i := range j + 1 {
			full.SetSym(i, j, column[i])
		}
	}
	below := 1 + 4*mat.Norm(full, 1)
	for _, q := range known {
		full.SymRankOne(full, -below, mat.NewVecDense(a.N, q))
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(full, true) {
		return Pairs{}, fmt.Errorf("eigen: the dense decomposition of order %d failed: %w", a.N, ErrNotConverged)
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	values := eigen.Values(nil)
	pairs := make([]found, k)
	for c := range pairs {
		at := a.N - 1 - c
		pairs[c] = found{value: values[at], vector: mat.Col(nil, at, &vectors)}
	}
	return result(a, pairs), nil
}
