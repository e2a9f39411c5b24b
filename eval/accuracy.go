package eval

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/hungarian"
)

// accuracy returns the share of samples that lie in the class which their cluster stands for, under the one-to-one matching of
// clusters and classes that makes it largest. Clusters or classes left over by the matching count as wrong.
func (c *contingency) accuracy() float64 {
	_, total := c.match()
	return total / float64(c.n)
}

// match returns the class of each cluster, hungarian.Unassigned where none is left, and how many samples agree.
func (c *contingency) match() (classes []int, agree float64) {
	classes, agree, err := hungarian.Max(c.counts())
	if err != nil {
		panic(err) // counts are finite
	}
	return classes, agree
}

// denseCounts is how many counts are written out for the matching, which looks at each of them often.
const denseCounts = 1 << 20

// counts returns the counts as a matrix, clusters × classes.
func (c *contingency) counts() mat.Matrix {
	if len(c.clusters) > denseCounts/len(c.classes) {
		return sparseCounts{c}
	}
	dense := mat.NewDense(len(c.clusters), len(c.classes), nil)
	for k, row := range c.cells {
		for _, v := range row {
			dense.Set(k, v.class, float64(v.count))
		}
	}
	return dense
}

// sparseCounts looks counts up.
type sparseCounts struct{ *contingency }

func (c sparseCounts) Dims() (clusters, classes int) { return len(c.clusters), len(c.classes) }
func (c sparseCounts) T() mat.Matrix                 { return mat.Transpose{Matrix: c} }
func (c sparseCounts) At(k, l int) float64 {
	row := c.cells[k]
	i, found := slices.BinarySearchFunc(row, l, func(v cell, l int) int { return v.class - l })
	if !found {
		return 0
	}
	return float64(row[i].count)
}

// RowTo writes the counts of a cluster.
func (c sparseCounts) RowTo(row []float64, k int) {
	clear(row)
	for _, v := range c.cells[k] {
		row[v.class] = float64(v.count)
	}
}

// purity returns the share of samples in the majority class of their cluster: PNMF (60).
func (c *contingency) purity() float64 {
	var sum int
	for _, row := range c.cells {
		most := 0
		for _, v := range row {
			most = max(most, v.count)
		}
		sum += most
	}
	return float64(sum) / float64(c.n)
}

// entropy returns the mean entropy of the classes within a cluster, weighted by cluster size and divided by that of q equal
// classes: PNMF (61). A single class (q = 1) leaves nothing uncertain: 0.
func (c *contingency) entropy() float64 {
	q := len(c.classes)
	if q == 1 {
		return 0
	}
	var sum float64
	for k, row := range c.cells {
		for _, v := range row {
			sum += float64(v.count) * math.Log2(float64(c.clusters[k])/float64(v.count))
		}
	}
	return min(1, sum/(float64(c.n)*math.Log2(float64(q))))
}

// adjustedRand returns the Rand index adjusted for chance (Hubert and Arabie 1985, Eq. 5), from counts of pairs as scikit-learn has
// it: 1 when the partitions agree, trivial ones included.
func (c *contingency) adjustedRand() float64 {
	var both, clusters, classes float64 // ordered pairs together in both partitions, in one, in the other
	for k, row := range c.cells {
		clusters += pairs(c.clusters[k])
		for _, v := range row {
			both += pairs(v.count)
		}
	}
	for _, v := range c.classes {
		classes += pairs(v)
	}
	if clusters == both && classes == both {
		return 1
	}
	fn, fp := classes-both, clusters-both
	tn := pairs(c.n) - both - fn - fp
	return 2 * (both*tn - fn*fp) / ((both+fn)*(fn+tn) + (both+fp)*(fp+tn))
}

func pairs(n int) float64 { return float64(n) * float64(n-1) }
