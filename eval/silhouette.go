package eval

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
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

// silhouetteOfSamples returns the mean silhouette of the samples, each in its cluster, at their Euclidean distance.
func silhouetteOfSamples(o Outcome, _ *rand.Rand) (float64, error) {
	if len(o.Clusters) == 0 {
		return 0, unavailable("the outcome has no clusters")
	}
	x, err := sampleRows(o.X)
	if err != nil {
		return 0, err
	}
	clusters, values := compact(o.Clusters)
	n, _ := x.Dims()
	switch {
	case len(clusters) != n:
		return 0, unavailable("%d samples have a cluster, and the data has %d", len(clusters), n)
	case len(values) == 1:
		return 0, unavailable("all samples are in one cluster")
	case len(values) == n:
		return 0, unavailable("each sample is a cluster of its own")
	}
	largest := 0.0
	for i := range n {
		largest = max(largest, mat.Norm(x.RowView(i), math.Inf(1)))
	}
	if largest > 0 { // no width hangs on the scale, and squares neither overflow nor vanish
		var scaled mat.Dense
		scaled.Scale(1/largest, x)
		x = &scaled
	}
	return stat.Mean(rank.Silhouettes(func(i, j int) float64 {
		return floats.Distance(x.RawRowView(i), x.RawRowView(j), 2)
	}, clusters, len(values))), nil
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
