package graph

import (
	"fmt"
	"math"

	"nmfrepro/solvers/internal/neighbours"
	"nmfrepro/solvers/matrix"
)

// SpanningTree returns the n-1 edges of the minimum spanning tree of the samples of X (m×n, dense or sparse) under the
// Euclidean distance, which is their weight, in the order in which Prim's algorithm finds them from the first sample; ties
// fall by index. It takes n²/2 distances.
func SpanningTree(x matrix.Matrix) ([]Edge, error) {
	space, err := neighbours.NewSpace(x, neighbours.SquaredEuclidean)
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	n := space.Len()
	nearest, square, done := make([]int, n), make([]float64, n), make([]bool, n)
	for i := range square {
		square[i] = math.Inf(1)
	}
	edges := make([]Edge, 0, max(n-1, 0))
	last := 0
	for len(edges) < n-1 {
		done[last] = true
		next := -1
		for i := range n {
			if done[i] {
				continue
			}
			if d := space.Distance(last, i); d < square[i] {
				nearest[i], square[i] = last, d
			}
			if next < 0 || square[i] < square[next] {
				next = i
			}
		}
		edges = append(edges, Edge{nearest[next], next, math.Sqrt(square[next])})
		last = next
	}
	return edges, nil
}
