package eval

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/rank"
	"nmfrepro/eval/stat"
	"nmfrepro/solvers/matrix"
)

// silhouette returns the mean silhouette of the rows of a (see [rank.Silhouettes]), each in the cluster of its largest entry, at the
// distance 1 - Pearson's correlation of two rows.
func silhouette(a *mat.Dense) (float64, error) {
	p, r := a.Dims()
	if r < 3 {
		return 0, unavailable("the correlation of rows of %d entries is 1 or -1: a silhouette needs a rank of 3", r)
	}
	clusters, _ := argmax(a)
	if !slices.ContainsFunc(clusters, func(k int) bool { return k != clusters[0] }) {
		return 0, unavailable("all rows are in one cluster")
	}
	rows := mat.DenseCopyOf(a)
	for i := range p {
		if !standardise(rows.RawRowView(i)) {
			return 0, unavailable("row %d of the factor has equal entries, and no correlation", i+1)
		}
	}
	return stat.Mean(rank.Silhouettes(func(i, j int) float64 {
		if i == j {
			return 0
		}
		return 1 - matrix.DotRows(rows, i, rows, j)
	}, clusters, r)), nil
}

// standardise gives a row the mean 0 and the length 1; false if its entries are equal.
func standardise(row []float64) bool {
	mean := stat.Mean(row)
	for k := range row {
		row[k] -= mean
	}
	length := mat.Norm(mat.NewVecDense(len(row), row), 2)
	if !(length > 1e-300) {
		return false
	}
	for k := range row {
		row[k] /= length
	}
	return true
}
