package neighbours

import (
	"cmp"
	"slices"
)

// Options say who may be a neighbour of whom.
type Options struct {
	Self   bool  // a sample counts among its own neighbours, at distance 0: the conventions of kneighbors(X), UMAP and constructW
	Labels []int // only samples of one label are neighbours, none of a negative one; nil is everyone
}

// Nearest returns the k nearest neighbours of every sample by rising distance, equal distances by rising index; fewer where
// there are no more. It panics if k is negative.
func (s *Space) Nearest(k int, o Options) [][]Neighbour {
	if k < 0 {
		panic("neighbours: Nearest: k is negative")
	}
	n := s.Len()
	found := make([][]Neighbour, n)
	search := search{space: s, k: k, options: o, largest: make([]float64, 0, k)}
	s.eachBlock(func(j0, j1 int, products []float64) {
		for j := j0; j < j1; j++ {
			found[j] = search.of(j, products[j-j0:], j1-j0)
		}
	})
	return found
}

// search is the work of Nearest for one sample at a time.
type search struct {
	space   *Space
	k       int
	options Options
	largest []float64 // the k smallest upper bounds seen, a heap with the largest on top
	list    []Neighbour
}

// of returns the neighbours of sample j, whose product with sample i is products[i·stride].
func (s *search) of(j int, products []float64, stride int) []Neighbour {
	if s.k == 0 {
		return nil
	}
	space := s.space
	gamma := space.rounding()
	s.largest = s.largest[:0]
	for i := range space.base {
		if s.admits(i, j) {
			d, b := space.estimate(i, j, products[i*stride])
			s.push(d + gamma*b)
		}
	}
	s.list = s.list[:0]
	for i := range space.base {
		if !s.admits(i, j) {
			continue
		}
		if d, b := space.estimate(i, j, products[i*stride]); d-gamma*b <= s.largest[0] {
			s.list = append(s.list, Neighbour{i, space.Distance(i, j)})
		}
	}
	slices.SortFunc(s.list, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Index, b.Index))
	})
	return slices.Clone(s.list[:min(s.k, len(s.list))])
}

func (s *search) admits(i, j int) bool {
	labels := s.options.Labels
	return (i != j || s.options.Self) && (labels == nil || labels[i] == labels[j] && labels[i] >= 0)
}

// push puts v among the k smallest.
func (s *search) push(v float64) {
	h := s.largest
	if len(h) < s.k {
		h = append(h, v)
		for at := len(h) - 1; at > 0 && h[(at-1)/2] < h[at]; at = (at - 1) / 2 {
			h[at], h[(at-1)/2] = h[(at-1)/2], h[at]
		}
		s.largest = h
		return
	}
	if !(v < h[0]) {
		return
	}
	h[0] = v
	for at := 0; ; {
		child := 2*at + 1
		if child+1 < len(h) && h[child+1] > h[child] {
			child++
		}
		if child >= len(h) || h[child] <= h[at] {
			return
		}
		h[at], h[child] = h[child], h[at]
		at = child
	}
}
