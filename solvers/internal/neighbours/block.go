package neighbours

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

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
