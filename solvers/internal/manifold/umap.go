package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"nmfrepro/solvers/matrix"
)

// UMAP is uniform manifold approximation and projection (McInnes, Healy and Melville, arXiv 1802.03426) as umap-learn 0.5.3
// has it, for Euclidean distances: a fuzzy graph of the nearest neighbours, a start from the eigenvectors of its Laplacian,
// and stochastic gradient descent on the cross-entropy of graph and layout with negative samples.
//
// Differs from umap-learn: neighbours are exact at any size, everything is in double precision, and a given rng decides the
// result to the last bit. Cost: the neighbours, and per epoch at most 2nk·(1 + NegativeSamples)·r.
type UMAP struct {
	Neighbours      int     // k ≥ 2, the sample itself included
	MinDist         float64 // distance up to which samples count as equally close in the layout, ≥ 0
	Spread          float64 // scale of the layout, > 0
	Epochs          int     // passes over the edges; 0 is 500, or 200 for more than 10000 samples
	NegativeSamples int     // per edge, ≥ 0
	LearningRate    float64 // at the first epoch, > 0; it falls to 0
}

// NewUMAP returns umap-learn's defaults.
func NewUMAP() UMAP {
	return UMAP{Neighbours: 15, MinDist: 0.1, Spread: 1, NegativeSamples: 5, LearningRate: 1}
}

func (o UMAP) validate() error {
	switch {
	case o.Neighbours < 2:
		return fmt.Errorf("manifold: umap: %d neighbours, want at least 2 since a sample counts as its own", o.Neighbours)
	case !(o.Spread > 0) || math.IsInf(o.Spread, 0):
		return fmt.Errorf("manifold: umap: spread = %v, want a finite value > 0", o.Spread)
	case !(o.MinDist >= 0 && o.MinDist <= o.Spread):
		return fmt.Errorf("manifold: umap: least distance %v, want 0 to the spread, %v", o.MinDist, o.Spread)
	case o.Epochs < 0:
		return fmt.Errorf("manifold: umap: %d epochs, want ≥ 0", o.Epochs)
	case o.NegativeSamples < 0:
		return fmt.Errorf("manifold: umap: %d negative samples, want ≥ 0", o.NegativeSamples)
	case !(o.LearningRate > 0) || math.IsInf(o.LearningRate, 0):
		return fmt.Errorf("manifold: umap: learning rate %v, want a finite value > 0", o.LearningRate)
	}
	return nil
}

// EpochsFor returns the number of epochs for n samples.
func (o UMAP) EpochsFor(n int) int {
	switch {
	case o.Epochs > 0:
		return o.Epochs
	case n <= 10000:
		return 500
	}
	return 200
}

// Start returns the layout of X in r dimensions before its first epoch. rng draws the start and the negative samples.
func (o UMAP) Start(x matrix.Matrix, r int, rng *rand.Rand) (*Layout, error) {
	_, n := x.Dims()
	if err := checkRank("umap", r, n); err != nil {
		return nil, err
	}
	fuzzy, err := o.Graph(x)
	if err != nil {
		return nil, err
	}
	epochs := o.EpochsFor(n)
	graph, err := withoutFaint(fuzzy.Weights, epochs)
	if err != nil {
		return nil, err
	}
	start, err := spectralStart(x, graph, r, rng)
	if err != nil {
		return nil, err
	}
	return newLayout(o, start, graph, epochs, rng), nil
}

// withoutFaint drops the edges that would not be sampled once in all epochs.
func withoutFaint(graph *matrix.CSR, epochs int) (*matrix.CSR, error) {
	n, _ := graph.Dims()
	var largest float64
	for e := range matrix.Entries(graph) {
		largest = max(largest, e.Value)
	}
	entries := slices.Collect(matrix.Entries(graph))
	return matrix.NewCSR(n, n, slices.DeleteFunc(entries, func(e matrix.Triplet) bool { return e.Value < largest/float64(epochs) }))
}
