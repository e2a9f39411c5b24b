package rank

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
)

// condensed returns the place of the pair i < j among n things in the upper triangle by rows.
func condensed(n, i, j int) int {
	if i > j {
		i, j = j, i
	}
	return n*i - i*(i+1)/2 + j - i - 1
}

// join is a step of the clustering: two clusters, named by one of their members, and their distance.
type join struct {
	a, b   int
	height float64
}

// averageLinkage returns, for every pair of n things with the distances d, the height at which average linkage joins them.
func averageLinkage(d []float64, n int) []float64 { return heights(joinsOf(d, n), n) }

// Cut returns the k clusters, from 0 in the order of their first samples, into which average linkage on 1 less the likeness joins
// the samples.
func Cut(likeness mat.Symmetric, k int) []int {
	n := likeness.SymmetricDim()
	d := make([]float64, 0, n*(n-1)/2)
	for i := range n {
		for j := i + 1; j < n; j++ {
			d = append(d, 1-likeness.At(i, j))
		}
	}
	joins := joinsOf(d, n)
	slices.SortStableFunc(joins, func(x, y join) int { return cmp.Compare(x.height, y.height) })
	owner := list.Upto(n)
	for _, j := range joins[:max(0, n-k)] {
		a, b := owner[j.a], owner[j.b]
		for i := range owner {
			if owner[i] == a {
				owner[i] = b
			}
		}
	}
	number, clusters := map[int]int{}, make([]int, n)
	for i, o := range owner {
		if _, seen := number[o]; !seen {
			number[o] = len(number)
		}
		clusters[i] = number[o]
	}
	return clusters
}

// joinsOf returns the steps of average linkage of n things with the distances d, in no order. It follows chains of nearest neighbours
// (Müllner, arXiv:1109.2378, fig. 3), which takes O(n²); of several nearest the chain
// prefers the one before, then the first, so that the result depends on the distances alone.
func joinsOf(d []float64, n int) []join {
	dist := slices.Clone(d)
	size := make([]int, n)
	for i := range size {
		size[i] = 1
	}
	var joins []join
	var chain []int
	for len(joins) < n-1 {
		if len(chain) == 0 {
			chain = append(chain, slices.IndexFunc(size, func(s int) bool { return s > 0 }))
		}
		for {
			x := chain[len(chain)-1]
			y, least := -1, math.Inf(1)
			if len(chain) > 1 {
				y = chain[len(chain)-2]
				least = dist[condensed(n, x, y)]
			}
			for i := range n {
				if i != x && size[i] > 0 && dist[condensed(n, x, i)] < least {
					y, least = i, dist[condensed(n, x, i)]
				}
			}
			if len(chain) > 1 && y == chain[len(chain)-2] {
				chain = chain[:len(chain)-2]
				joins = append(joins, join{min(x, y), max(x, y), least})
				break
			}
			chain = append(chain, y)
		}
		// The cluster keeps the name of its later member.
		last := joins[len(joins)-1]
		na, nb := size[last.a], size[last.b]
		for i := range n {
			if i != last.a && i != last.b && size[i] > 0 {
				at := &dist[condensed(n, i, last.b)]
				*at = (float64(na)*dist[condensed(n, i, last.a)] + float64(nb)**at) / float64(na+nb)
			}
		}
		size[last.a], size[last.b] = 0, na+nb
	}
	return joins
}

// heights spreads the height of each join over the pairs that it brings together, lowest first.
func heights(joins []join, n int) []float64 {
	slices.SortStableFunc(joins, func(x, y join) int { return cmp.Compare(x.height, y.height) })
	members := make([][]int, n)
	owner := make([]int, n)
	for i := range n {
		members[i], owner[i] = []int{i}, i
	}
	out := make([]float64, n*(n-1)/2)
	for _, j := range joins {
		a, b := owner[j.a], owner[j.b]
		for _, x := range members[a] {
			for _, y := range members[b] {
				out[condensed(n, x, y)] = j.height
			}
		}
		for _, x := range members[a] {
			owner[x] = b
		}
		members[a], members[b] = nil, append(members[b], members[a]...)
	}
	return out
}
