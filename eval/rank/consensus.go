package rank

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"nmfrepro/solvers/matrix"
)

// Consensus returns, for n samples and the clusters that each start puts them into, the n×n share of starts that put two
// samples into one cluster: 1 on the diagonal (Brunet et al. 2004).
func Consensus(starts [][]int) (*mat.SymDense, error) {
	if len(starts) == 0 || len(starts[0]) == 0 {
		return nil, errors.New("rank: no clusters, want those of one initialisation at least")
	}
	n := len(starts[0])
	c := mat.NewSymDense(n, nil)
	for s, clusters := range starts {
		if len(clusters) != n {
			return nil, fmt.Errorf("rank: initialisation %d has %d samples, want %d as the first", s+1, len(clusters), n)
		}
		for i := range n {
			for j := i; j < n; j++ {
				if clusters[i] == clusters[j] {
					c.SetSym(i, j, c.At(i, j)+1)
				}
			}
		}
	}
	for i := range n {
		for j := i; j < n; j++ {
			c.SetSym(i, j, c.At(i, j)/float64(len(starts)))
		}
	}
	return c, nil
}

// Cophenetic returns the cophenetic correlation of a consensus: Pearson's correlation between the distances 1 - cᵢⱼ and the heights
// at which average linkage joins i and j (Brunet et al. 2004). It is 1 where every entry is 0 or 1 consistently; where all
// distances are equal it is not defined, NaN.
func Cophenetic(c mat.Symmetric) float64 {
	n := c.SymmetricDim()
	d := make([]float64, 0, n*(n-1)/2)
	for i := range n {
		for j := i + 1; j < n; j++ {
			d = append(d, 1-c.At(i, j))
		}
	}
	heights := averageLinkage(d, n)
	if len(d) == 0 || matrix.Alike(slices.Min(d), slices.Max(d)) || matrix.Alike(slices.Min(heights), slices.Max(heights)) {
		return math.NaN()
	}
	return stat.Correlation(d, heights, nil)
}

// Dispersion returns the mean of 4(c - ½)² over a consensus: 1 where every pair of samples is always or never together, 0 where each is
// half of the time (Kim and Park, Bioinformatics 23, 2007).
func Dispersion(c mat.Symmetric) float64 {
	n := c.SymmetricDim()
	var sum float64
	for i := range n {
		for j := range n {
			d := c.At(i, j) - 0.5
			sum += 4 * d * d
		}
	}
	return sum / float64(n*n)
}
