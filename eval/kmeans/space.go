package kmeans

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// space holds the centres of one run and the squared distances of the samples to them. Distances come from inner products,
// ‖x‖² - 2⟨x, c⟩ + ‖c‖², which is fast and subject to cancellation; exact has them from differences for close decisions.
// Samples are shifted by their mean, which leaves distances alone and makes the cancellation small.
type space interface {
	// apart sets row c of dst to the squared distances of all samples to sample seeds[c].
	apart(dst *mat.Dense, seeds []int)

	start(seeds []int)           // centre c is sample seeds[c]
	startAt(centres *mat.Dense)  // centres are given
	doubt() float64              // bound on the error of the difference of two sums of squared distances to samples
	distances(i int) []float64   // of sample i to every centre, +Inf to an empty cluster; valid until the next call
	blur() float64               // bound on how far rounding puts a centre from its place
	slack(i int) float64         // bound on the error of each of those
	exact(i, c int) float64      // of sample i to centre c, by differences
	refresh(labels, sizes []int) // every centre becomes the mean of its cluster; labels is read until the next refresh
	move(i, from, to int)        // the centres follow sample i, whose label has just changed
}

// samples are the rows of x about their mean.
type samples struct {
	n, d    int
	y       *mat.Dense
	squares []float64 // ‖y_i‖²
	largest float64   // of those, and of the squared norms of given centres
	mean    []float64
}

func newSamples(x *mat.Dense) samples {
	n, d := x.Dims()
	s := samples{n: n, d: d, y: mat.NewDense(n, d, nil), squares: make([]float64, n), mean: make([]float64, d)}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			s.mean[j] += v / float64(n)
		}
	}
	for i := range n {
		row := s.y.RawRowView(i)
		s.shift(row, x.RawRowView(i))
		s.squares[i] = dot(row, row)
		s.largest = max(s.largest, s.squares[i])
	}
	return s
}

// shift sets dst = x - mean.
func (s *samples) shift(dst, x []float64) {
	for j, v := range x {
		dst[j] = v - s.mean[j]
	}
}

// slack bounds the error of ‖y‖² - 2⟨y, c⟩ + ‖c‖²: sums of d products, themselves summed over up to n members of a cluster,
// each rounded relative to the norms, for no mean is longer than the longest sample.
func (s *samples) slack(i int) float64 {
	return 4 * unit * float64(s.d+s.n+8) * (s.squares[i] + s.largest)
}

// doubt bounds by how much rounding can change the difference between two sums of n squared distances, all of them off by at
// most two slacks of the longest sample, and added up in n steps.
func (s *samples) doubt() float64 {
	return 16 * unit * float64(s.n) * float64(s.d+2*s.n+8) * 2 * s.largest
}

// fromProducts sets row to the squared distances of all samples to sample i, given their inner products with it; by
// differences where rounding could matter, so that equal samples are 0 apart.
func (s *samples) fromProducts(row []float64, i int, products []float64) {
	slack := s.slack(i)
	for j, p := range products {
		row[j] = s.squares[j] + s.squares[i] - 2*p
		if row[j] <= s.slack(j)+slack {
			row[j] = squaredDistance(s.y.RawRowView(j), s.y.RawRowView(i))
		}
	}
}

func (s *samples) blur() float64 { return unit * float64(s.d+s.n+8) * math.Sqrt(s.largest) }

const unit = 0x1p-52 // relative spacing of floats

// shifted returns the given centres about the mean of the samples, and allows for them in slack.
func (s *samples) shifted(centres *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(centres)
	k, _ := out.Dims()
	for c := range k {
		row := out.RawRowView(c)
		s.shift(row, row)
		s.largest = max(s.largest, dot(row, row))
	}
	return out
}

// newSpace chooses the representation that costs less: centres as vectors take 2ndk a pass, and inner products of all
// pairs of samples n²d once and next to nothing afterwards. They are also the larger ones in memory when n > d.
func newSpace(x *mat.Dense, k, restarts int) space {
	const passes = 10 // of a typical run
	s := newSamples(x)
	if s.n <= s.d && s.n <= 2*k*passes*restarts {
		return newGram(s, k)
	}
	return newVectors(s, k)
}

// squaredDistance returns Σ (a - b)².
func squaredDistance(a, b []float64) float64 {
	var s0, s1 float64 // two sums hide the latency of the addition
	j := 0
	for ; j+1 < len(a); j += 2 {
		d0, d1 := a[j]-b[j], a[j+1]-b[j+1]
		s0 += d0 * d0
		s1 += d1 * d1
	}
	if j < len(a) {
		d := a[j] - b[j]
		s0 += d * d
	}
	return s0 + s1
}

func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	j := 0
	for ; j+3 < len(a); j += 4 {
		s0 += a[j] * b[j]
		s1 += a[j+1] * b[j+1]
		s2 += a[j+2] * b[j+2]
		s3 += a[j+3] * b[j+3]
	}
	for ; j < len(a); j++ {
		s0 += a[j] * b[j]
	}
	return (s0 + s1) + (s2 + s3)
}

var infinity = math.Inf(1)
