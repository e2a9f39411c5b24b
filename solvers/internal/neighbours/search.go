package neighbours

import (
	"cmp"
	"math"
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
	if k == 0 {
		return found
	}
	b := newBlock(s, k, o)
	s.eachBlock(func(j0, j1 int, products []float64) {
		b.scan(j0, j1, products)
		for j := j0; j < j1; j++ {
			found[j] = b.searches[j-j0].nearest(s, j)
		}
	})
	return found
}

// block is the work of Nearest for some samples at a time. Their candidates are collected side by side, in the order in
// which the products with them lie in memory.
type block struct {
	space    *Space
	options  Options
	searches []search
	reach    []float64 // of each search: the k-th smallest upper bound so far
}

func newBlock(s *Space, k int, o Options) *block {
	b := &block{space: s, options: o, searches: make([]search, min(s.Len(), blockSamples))}
	for c := range b.searches {
		b.searches[c].largest = make([]float64, 0, k)
	}
	b.reach = make([]float64, len(b.searches))
	return b
}

// scan goes through all samples for the neighbours of j0 to j1.
func (b *block) scan(j0, j1 int, products []float64) {
	width := j1 - j0
	for c := range width {
		b.searches[c].reset()
		b.reach[c] = math.Inf(1)
	}
	space := b.space
	gamma := space.rounding()
	base, scale, reach := space.base[j0:j1], space.scale[j0:j1], b.reach[:width]
	for i, own := range space.base {
		row := products[i*width : (i+1)*width]
		factor := space.weight * space.scale[i]
		for c, product := range row {
			size := own + base[c]
			d := size - product*factor*scale[c]
			if d-gamma*size > reach[c] || !b.admits(i, j0+c) {
				continue
			}
			reach[c] = b.searches[c].add(i, d, gamma*size)
		}
	}
}

func (b *block) admits(i, j int) bool {
	labels := b.options.Labels
	return (i != j || b.options.Self) && (labels == nil || labels[i] == labels[j] && labels[i] >= 0)
}

// search collects the candidates of one sample: what lies closer than the k-th upper bound so far.
type search struct {
	largest []float64   // the k smallest upper bounds seen, a heap with the largest on top; its capacity is k
	list    []Neighbour // with lower bounds for distances
}

func (s *search) reset() { s.largest, s.list = s.largest[:0], s.list[:0] }

// reach is the k-th smallest upper bound so far.
func (s *search) reach() float64 {
	if len(s.largest) < cap(s.largest) {
		return math.Inf(1)
	}
	return s.largest[0]
}

// add takes a candidate at distance d ± slack and returns the reach.
func (s *search) add(i int, d, slack float64) float64 {
	s.list = append(s.list, Neighbour{i, d - slack})
	s.push(d + slack)
	return s.reach()
}

// nearest returns the k nearest candidates of sample j: the bounds that hold in the end decide which distances are computed.
func (s *search) nearest(space *Space, j int) []Neighbour {
	kept, reach := s.list[:0], s.reach()
	for _, c := range s.list {
		if c.Distance <= reach {
			kept = append(kept, Neighbour{c.Index, space.Distance(c.Index, j)})
		}
	}
	slices.SortFunc(kept, func(a, b Neighbour) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Index, b.Index))
	})
	return slices.Clone(kept[:min(cap(s.largest), len(kept))])
}

// push puts v among the k smallest.
func (s *search) push(v float64) {
	h := s.largest
	if len(h) < cap(h) {
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
