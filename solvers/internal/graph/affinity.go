package graph

import (
	"fmt"
	"math"
	"math/bits"

	"nmfrepro/solvers/internal/neighbours"
	"nmfrepro/solvers/matrix"
)

// SelfTuningNeighbour is the neighbour whose distance is the scale of a sample [Zelnik-Manor and Perona 2004].
const SelfTuningNeighbour = 7

// SelfTuning returns the affinity that SymNMF clusters (Kuang, Ding and Park 2012, section 7.1; symnmf_cluster.m): samples
// are joined with their k nearest neighbours, in either direction, with weights exp(-‖x - y‖²/(s_x·s_y)), s the distance of
// a sample to its seventh neighbour, and the graph is [Normalised]. k = 0 is the authors' floor(log2 n) + 1. The scale of a
// sample with seven duplicates is 0: its edges weigh 1 to duplicates and nothing to others.
func SelfTuning(x matrix.Matrix, k int) (*matrix.CSR, error) {
	_, n := x.Dims()
	if k < 0 {
		return nil, fmt.Errorf("graph: %d neighbours, want ≥ 0", k)
	}
	if k == 0 {
		k = bits.Len(uint(n))
	}
	space, err := neighbours.NewSpace(x, neighbours.SquaredEuclidean)
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	lists := space.Nearest(max(k, SelfTuningNeighbour), neighbours.Options{})
	scale := make([]float64, n)
	for i, list := range lists {
		if len(list) > 0 {
			scale[i] = math.Sqrt(list[min(SelfTuningNeighbour, len(list))-1].Distance)
		}
	}
	var edges []Edge
	for i, list := range lists {
		for _, neighbour := range list[:min(k, len(list))] {
			weight := 1.0
			if d := neighbour.Distance; d > 0 {
				weight = math.Exp(-d / (scale[i] * scale[neighbour.Index]))
			}
			edges = append(edges, Edge{i, neighbour.Index, weight})
		}
	}
	s, err := FromEdges(n, edges)
	if err != nil {
		return nil, err
	}
	return Normalised(s), nil
}
