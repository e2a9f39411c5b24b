package solvers

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// RandomFactor draws a start from U(0, 1]: strictly positive, since a multiplicative rule can never leave 0. It is nil for 0
// rows, which is how Rows tells of a factor that a method does not have. Give W and Ht a stream each, so that methods which
// share the shape of one factor share its start, whatever their other factor is.
func RandomFactor(rows, rank int, rng *rand.Rand) *mat.Dense {
	if rows == 0 {
		return nil
	}
	a := mat.NewDense(rows, rank, nil)
	for i := range rows {
		row := a.RawRowView(i)
		for j := range row {
			row[j] = 1 - rng.Float64()
		}
	}
	return a
}

// Indicators returns the n×r matrix with 1 + offset where sample i belongs to cluster labels[i] and offset elsewhere: the
// start from a k-means clustering, with offset 0.2 (Ding, Li and Jordan 2010, section 3.3). Labels lie in 0 to r-1.
func Indicators(labels []int, r int, offset float64) *mat.Dense {
	g := mat.NewDense(len(labels), r, nil)
	for i, label := range labels {
		row := g.RawRowView(i)
		for k := range row {
			row[k] = offset
		}
		row[label]++
	}
	return g
}

// WeightedIndicators returns Convex NMF's start of W from a clustering, (G + offset)·D⁻¹ with G the indicators and D the
// cluster sizes (Ding, Li and Jordan 2010, section 3.3). An empty cluster counts as one of size 1.
func WeightedIndicators(labels []int, r int, offset float64) *mat.Dense {
	size := make([]float64, r)
	for _, label := range labels {
		size[label]++
	}
	for k := range size {
		size[k] = 1 / max(size[k], 1)
	}
	return scaledColumns(Indicators(labels, r, offset), size)
}
