// Package manifold embeds samples in a few dimensions by what is near what: locally linear embedding, spectral embedding
// and UMAP, as scikit-learn and umap-learn define them.
//
// A matrix X is m×n with one sample per column, of any sign, dense or sparse. An embedding is n×r, a sample a row.
package manifold

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
)

// Embedding is what a spectral method finds.
type Embedding struct {
	Points *mat.Dense // n×r
	Values []float64  // eigenvalue of each dimension, rising

	// Components counts the connected components of the neighbour graph. Above 1, Components-1 of the dimensions only tell
	// components apart, and the placement of the components to each other means nothing.
	Components int

	// Closed counts, for LLE, the groups of samples whose neighbours all lie within the group. Each has an eigenvector of
	// eigenvalue 0: where there are more of them than connected components, the first Closed-1 dimensions are an arbitrary
	// rotation of vectors that tell the groups apart. 0 for other methods.
	Closed int
}

// nearest returns the k nearest neighbours of every sample.
func nearest(method string, x matrix.Matrix, k int, self bool) ([][]graph.Neighbour, error) {
	space, err := graph.NewSpace(x, graph.SquaredEuclidean)
	if err != nil {
		return nil, fmt.Errorf("manifold: %s: %w", method, err)
	}
	return space.Nearest(k, graph.Among{Self: self}), nil
}

// checkRank wants r dimensions for n samples, besides the constant one.
func checkRank(method string, r, n int) error {
	if r < 1 || r >= n {
		return fmt.Errorf("manifold: %s: %d dimensions of %d samples, want 1 to %d", method, r, n, n-1)
	}
	return nil
}
