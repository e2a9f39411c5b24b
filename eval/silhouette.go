package eval

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/stat"
)

// silhouette is the mean width of the silhouettes of the rows of a (Rousseeuw, J. Comput. Appl. Math. 20, 1987), each in the cluster of
// its largest entry, at the distance 1 - Pearson's correlation of two rows: (b - o)/max(o, b) with o the mean distance to the others of its
// cluster and b that to the nearest other cluster; 0 for a row alone in its cluster.
func silhouette(a *mat.Dense) (float64, error) {
	p, r := a.Dims()
	if r < 3 {
		return 0, unavailable("the correlation of rows of %d entries is 1 or -1: a silhouette needs a rank of 3", r)
	}
	clusters, _ := argmax(a)
	rows := mat.DenseCopyOf(a)
	sizes := make([]float64, r)
	for i := range p {
		sizes[clusters[i]]++
		if !standardise(rows.RawRowView(i)) {
			return 0, unavailable("row %d of the factor has equal entries, and no correlation", i+1)
		}
	}
	widths, sums := make([]float64, p), make([]float64, r)
	for i := range p {
		clear(sums)
		for j := range p {
			if i != j {
				sums[clusters[j]] += 1 - mat.Dot(rows.RowView(i), rows.RowView(j))
			}
		}
		own, nearest := clusters[i], math.Inf(1)
		for c, sum := range sums {
			if c != own && sizes[c] > 0 {
				nearest = min(nearest, sum/sizes[c])
			}
		}
		if math.IsInf(nearest, 1) {
			return 0, unavailable("all rows are in one cluster")
		}
		if within := sums[own] / (sizes[own] - 1); sizes[own] > 1 && max(within, nearest) > 0 {
			widths[i] = (nearest - within) / max(within, nearest)
		}
	}
	return stat.Mean(widths), nil
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
