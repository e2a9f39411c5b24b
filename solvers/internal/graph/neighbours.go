package graph

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// Metric is a distance between samples.
type Metric int

// The metrics.
const (
	// SquaredEuclidean is ‖x - y‖².
	SquaredEuclidean Metric = iota

	// CosineDistance is 1 - x·y/(‖x‖‖y‖). A sample of zeros is at distance 1 from every other one.
	CosineDistance
)

// Neighbour is a sample with its distance.
type Neighbour struct {
	Index    int
	Distance float64
}

// Space is a set of samples under a metric, whose nearest neighbours it finds exactly. It owns buffers and belongs to one goroutine.
//
// X is m×n with one sample per column. Inner products are formed block by block with the packed kernels, so that memory stays at a
// block times n; they only rule samples out, by a bound on their rounding. Every distance that is returned, and every comparison that
// decides, is of the differences themselves: |x|² + |y|² - 2x·y has no correct digit for samples that lie closer to each other than
// about 1e-8 of their length. Results have the same bits at any thread count.
type Space struct {
	samples matrix.Matrix // n×m, a sample per row
	metric  Metric
	scale   []float64 // what a sample is multiplied by: 1, or 1/‖x‖ (0 for zeros) for the cosine
	base    []float64 // distance = base_i + base_j - weight·x_i·x_j·scale_i·scale_j
	weight  float64
	a, b    []float64 // samples, widened
	diff    []float64
}

// NewSpace returns the samples of X (m×n, dense or sparse) under a metric. An error tells of unknown or non-finite entries.
func NewSpace(x matrix.Matrix, metric Metric) (*Space, error) {
	if _, masked := x.(*matrix.Masked); masked {
		return nil, fmt.Errorf("neighbours: X has unknown entries, want a value for each")
	}
	m, n := x.Dims()
	s := &Space{
		samples: x.Trans(), metric: metric, weight: 2,
		scale: make([]float64, n), base: make([]float64, n),
		a: make([]float64, m), b: make([]float64, m), diff: make([]float64, m),
	}
	if metric == CosineDistance {
		s.weight = 1
	}
	for j := range n {
		_, vals := s.samples.Row(j, s.a)
		square := gemm.Dot(vals, vals)
		if math.IsNaN(square) || math.IsInf(square, 0) {
			return nil, fmt.Errorf("neighbours: sample %d has length %v, want a finite one", j+1, math.Sqrt(square))
		}
		s.scale[j], s.base[j] = 1, square
		if metric == CosineDistance {
			s.base[j] = 0.5
			if s.scale[j] = 0; square > 0 {
				s.scale[j] = 1 / math.Sqrt(square)
			}
		}
	}
	return s, nil
}

// Len returns the number of samples.
func (s *Space) Len() int { return len(s.base) }

// Distance returns the distance of two samples: exactly symmetric, and right to about m units of its last place. It comes
// from the differences of their entries, but for the cosine of samples more than 60 degrees apart, where the product has
// that accuracy and gives orthogonal samples the same distance.
func (s *Space) Distance(i, j int) float64 {
	if i == j {
		return 0
	}
	if i > j {
		i, j = j, i
	}
	x, y := s.sample(i, s.a), s.sample(j, s.b)
	if s.metric == SquaredEuclidean {
		copy(s.diff, x)
		gemm.Axpy(s.diff, -1, y) // the differences, to the last bit
		return gemm.Dot(s.diff, s.diff)
	}
	si, sj := s.scale[i], s.scale[j]
	if cosine := gemm.Dot(x, y) * si * sj; cosine < 0.5 {
		return 1 - cosine
	}
	for k, v := range x {
		s.diff[k] = v*si - y[k]*sj
	}
	return 0.5 * gemm.Dot(s.diff, s.diff)
}

// sample returns all entries of a sample, in buf unless they are stored as such.
func (s *Space) sample(i int, buf []float64) []float64 {
	cols, vals := s.samples.Row(i, buf)
	if cols == nil {
		return vals
	}
	clear(buf)
	for k, c := range cols {
		buf[c] = vals[k]
	}
	return buf
}

// Among says who may be a neighbour of whom.
type Among struct {
	Self   bool  // a sample counts among its own neighbours, at distance 0: the conventions of kneighbors(X), UMAP and constructW
	Labels []int // only samples of one label are neighbours, none of a negative one; nil is everyone
}

// Nearest returns the k nearest neighbours of every sample by rising distance, equal distances by rising index; fewer where
// there are no more. It panics if k is negative.
func (s *Space) Nearest(k int, o Among) [][]Neighbour {
	if k < 0 {
		panic("neighbours: Nearest: k is negative")
	}
	n := s.Len()
	found := make([][]Neighbour, n)
	if k == 0 {
		return found
	}
	b := &block{space: s, options: o, searches: make([]search, min(n, blockSamples)), reach: make([]float64, min(n, blockSamples))}
	for c := range b.searches {
		b.searches[c].largest = make([]float64, 0, k)
	}
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
	options  Among
	searches []search
	reach    []float64 // of each search: the k-th smallest upper bound so far
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

// reach returns the k-th smallest upper bound so far.
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

// blockSamples samples are multiplied with all others at a time: enough for the packed kernels, and 10 MB for n = 10000.
const blockSamples = 128

// eachBlock visits the samples j0 to j1 with their inner products with every sample: that of i and j0+c is
// products[i·(j1-j0)+c].
func (s *Space) eachBlock(visit func(j0, j1 int, products []float64)) {
	n, m := s.samples.Dims()
	columns, products := make([]float64, m*min(n, blockSamples)), make([]float64, n*min(n, blockSamples))
	for j0 := 0; j0 < n; j0 += blockSamples {
		j1 := min(j0+blockSamples, n)
		width := j1 - j0
		block := columns[:m*width]
		for j := j0; j < j1; j++ {
			for k, v := range s.sample(j, s.a) {
				block[k*width+j-j0] = v
			}
		}
		s.samples.MulTo(mat.NewDense(n, width, products[:n*width]), mat.NewDense(m, width, block))
		visit(j0, j1, products[:n*width])
	}
}

// estimate returns the distance that the inner product of two samples gives, and the size of its terms.
func (s *Space) estimate(i, j int, product float64) (distance, size float64) {
	size = s.base[i] + s.base[j]
	return size - s.weight*product*s.scale[i]*s.scale[j], size
}

// rounding bounds the error of an estimate, and of Distance, in units of the size: an inner product of m terms is wrong by
// at most m·2⁻⁵³ of the sum of their moduli, which is at most half the size.
func (s *Space) rounding() float64 {
	_, m := s.samples.Dims()
	return float64(4*m+16) * 0x1p-53
}

// cancelled is where an estimate has lost six digits or more, and the distance is computed anew.
const cancelled = 1e-6

// MeanDistance returns the mean of the Euclidean distances, not squared, of all n² ordered pairs of samples of X (m×n), of
// a sample to itself included, to about 1e-10: the default width of constructW's heat kernel.
func MeanDistance(x matrix.Matrix) (float64, error) {
	s, err := NewSpace(x, SquaredEuclidean)
	if err != nil {
		return 0, err
	}
	n := s.Len()
	if n == 0 {
		return 0, nil
	}
	var total float64
	s.eachBlock(func(j0, j1 int, products []float64) {
		for j := j0; j < j1; j++ {
			var sum float64
			for i := range j {
				d, size := s.estimate(i, j, products[i*(j1-j0)+j-j0])
				if d <= cancelled*size {
					d = s.Distance(i, j)
				}
				sum += math.Sqrt(d)
			}
			total += sum
		}
	})
	return 2 * total / float64(n) / float64(n), nil
}
