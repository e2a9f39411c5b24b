// Package neighbours finds the nearest neighbours of samples, exactly.
//
// A matrix X is m×n with one sample per column. Inner products are formed block by block with the packed kernels, so that
// memory stays at a block times n; they only rule samples out, by a bound on their rounding. Every distance that is
// returned, and every comparison that decides, is of the differences themselves: |x|² + |y|² - 2x·y has no correct digit
// for samples that lie closer to each other than about 1e-8 of their length. Results have the same bits at any thread count.
package neighbours

import (
	"fmt"
	"math"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// Metric is a distance between samples.
type Metric int

// The metrics.
const (
	// SquaredEuclidean is ‖x - y‖².
	SquaredEuclidean Metric = iota

	// Cosine is 1 - x·y/(‖x‖‖y‖). A sample of zeros is at distance 1 from every other one.
	Cosine
)

// Neighbour is a sample with its distance.
type Neighbour struct {
	Index    int
	Distance float64
}

// Space is a set of samples under a metric. It owns buffers and belongs to one goroutine.
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
	if metric == Cosine {
		s.weight = 1
	}
	for j := range n {
		_, vals := s.samples.Row(j, s.a)
		square := gemm.Dot(vals, vals)
		if math.IsNaN(square) || math.IsInf(square, 0) {
			return nil, fmt.Errorf("neighbours: sample %d has length %v, want a finite one", j+1, math.Sqrt(square))
		}
		s.scale[j], s.base[j] = 1, square
		if metric == Cosine {
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

// Nearest is NewSpace and its Nearest among all other samples.
func Nearest(x matrix.Matrix, k int, metric Metric) ([][]Neighbour, error) {
	s, err := NewSpace(x, metric)
	if err != nil {
		return nil, err
	}
	return s.Nearest(k, Options{}), nil
}
