package solvers

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// stillClusters is the stopping rule of Brunet et al. (PNAS 101, 2004): a run ends when the clusters of the samples, each at its largest
// coefficient, have stayed the same for more than so many checks in a row. Clusters are the same if the same pairs of samples share one.
type stillClusters struct {
	checks, every int
	ht            *mat.Dense
	last          []int
	unchanged     int
}

// defaultClustersEvery is how many iterations lie between two checks [Brunet et al.].
const defaultClustersEvery = 10

func newStillClusters(f Factors, s Settings) *stillClusters {
	c := &stillClusters{checks: s.StillClusters, every: s.ClustersEvery, ht: f.Ht}
	if c.every == 0 {
		c.every = defaultClustersEvery
	}
	return c
}

// done tells whether the run ends after an iteration.
func (c *stillClusters) done(iteration int) bool {
	if c.checks == 0 || c.ht == nil || iteration%c.every != 0 {
		return false
	}
	now := firstSeen(c.ht)
	if c.last != nil && slices.Equal(now, c.last) {
		c.unchanged++
	} else {
		c.unchanged = 0
	}
	c.last = now
	return c.unchanged > c.checks
}

// firstSeen numbers the clusters in the order in which the samples come to them, so that the order of components does not matter.
func firstSeen(ht *mat.Dense) []int {
	n, r := ht.Dims()
	number, labels, found := make([]int, r), make([]int, n), 0
	for j := range n {
		row := ht.RawRowView(j)
		k := 0
		for c, v := range row {
			if v > row[k] {
				k = c
			}
		}
		if number[k] == 0 {
			found++
			number[k] = found
		}
		labels[j] = number[k]
	}
	return labels
}
