package kernel

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Entropy returns -Σ_{s≠t} K_st ln K_st of the Gaussian kernel of width σ > 0 on the squared distances d² (n×n). A narrow
// kernel has entries near 0, a wide one near 1, and both little entropy.
func Entropy(d2 *mat.Dense, sigma float64) float64 {
	n, _ := d2.Dims()
	scale := 1 / (2 * sigma * sigma)
	var total float64
	for i := range n {
		var row float64
		for _, d := range d2.RawRowView(i)[:i] {
			t := d * scale // -ln K
			row += t * math.Exp(-t)
		}
		total += row
	}
	return 2 * total
}

// EntropyPeak returns the width σ of the Gaussian kernel on the standardised samples of X at which its entropy is largest,
// and that entropy (Yang and Oja 2010, section IV-C; the definition is the one that gives their three widths).
func EntropyPeak(x matrix.Matrix) (sigma, value float64, err error) { return PeakOf(Distances(x)) }

// PeakOf returns EntropyPeak for squared distances that are at hand.
//
// One pair's entropy t·exp(-t), t = d²/(2σ²), is largest at σ = d/√2 and falls slowly on both sides, so that a grid of
// steps of 0.25 in ln σ between the extreme distances cannot step over the peak of their sum.
func PeakOf(d2 *mat.Dense) (sigma, value float64, err error) {
	low, high := extremes(d2)
	if high == 0 {
		return 0, 0, errors.New("kernel: no two samples differ in a varying feature, and so no width of the Gaussian kernel stands out")
	}
	const step = 0.25
	at := func(s float64) float64 { return Entropy(d2, math.Exp(s)) }
	from, to := math.Log(low/2)/2, math.Log(high/2)/2
	best, value := from, at(from)
	for i := 1; from+float64(i-1)*step < to; i++ {
		s := from + float64(i)*step
		if v := at(s); v > value {
			best, value = s, v
		}
	}
	s, value := maximise(at, best-step, best+step)
	return math.Exp(s), value, nil
}

// extremes returns the smallest squared distance above 0 and the largest.
func extremes(d2 *mat.Dense) (low, high float64) {
	n, _ := d2.Dims()
	low = math.Inf(1)
	for i := range n {
		for _, d := range d2.RawRowView(i)[:i] {
			if d > 0 {
				low, high = min(low, d), max(high, d)
			}
		}
	}
	return low, high
}

// maximise finds a maximum of f between a and b by golden sections, to about 1e-8: below that f is flat.
func maximise(f func(float64) float64, a, b float64) (at, value float64) {
	golden := (math.Sqrt(5) - 1) / 2
	c, d := b-golden*(b-a), a+golden*(b-a)
	fc, fd := f(c), f(d)
	for b-a > 1e-8 {
		if fc > fd {
			b, d, fd = d, c, fc
			c = b - golden*(b-a)
			fc = f(c)
		} else {
			a, c, fc = c, d, fd
			d = a + golden*(b-a)
			fd = f(d)
		}
	}
	if fc > fd {
		return c, fc
	}
	return d, fd
}
