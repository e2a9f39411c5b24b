// Package stat summarises replicates (the mean and the standard deviation that tables print) and compares them: intervals,
// tests of difference and of equivalence, tests on pairs and on ranks, effect sizes. What is drawn at
// random here has a fixed seed: the same numbers give the same answer.
package stat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"nmfrepro/solvers/matrix"
)

// Summary describes the values of one cell.
type Summary struct {
	N    int
	Mean float64 // NaN if N is 0
	SD   float64 // with the divisor N-1; NaN if N < 2, for one value has no spread
	Min  float64 // NaN if N is 0
	Max  float64 // NaN if N is 0
}

// Summarise returns the summary of x, in two passes so that a large common offset costs no digits.
func Summarise(x []float64) Summary {
	s := Summary{N: len(x), Mean: Mean(x), SD: SD(x), Min: math.NaN(), Max: math.NaN()}
	for i, v := range x {
		if i == 0 {
			s.Min, s.Max = v, v
		}
		s.Min, s.Max = min(s.Min, v), max(s.Max, v)
	}
	return s
}

// Mean returns the arithmetic mean, NaN for no values. The mean of equal values is that value to the last bit: what
// plain summation loses is added in a second pass.
func Mean(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	n := float64(len(x))
	var sum float64
	for _, v := range x {
		sum += v
	}
	mean := sum / n
	if math.IsInf(mean, 0) { // the sum overflowed, or a value is infinite
		mean = 0
		for _, v := range x {
			mean += v / n
		}
		return mean
	}
	var rest float64
	for _, v := range x {
		rest += v - mean
	}
	return mean + rest/n
}

// SD returns the standard deviation with the divisor n-1, NaN for fewer than two values. That of values which differ by rounding
// is 0: a difference over it would be noise.
func SD(x []float64) float64 {
	if len(x) < 2 {
		return math.NaN()
	}
	if matrix.Alike(slices.Min(x), slices.Max(x)) {
		return 0
	}
	mean := Mean(x)
	var squares, rest float64 // Chan, Golub, LeVeque (1983): the second sum corrects for the rounding of the mean
	for _, v := range x {
		d := v - mean
		squares += d * d
		rest += d
	}
	n := float64(len(x))
	return math.Sqrt(max(0, squares-rest*rest/n) / (n - 1))
}

// SquaredSkewness returns g₁² = m₃²/m₂³ of a sample, with moments about its mean divided by n (Joanes and Gill, The Statistician 47,
// 1998); NaN without spread.
func SquaredSkewness(x []float64) float64 {
	m2, m3 := stat.Moment(2, x, nil), stat.Moment(3, x, nil)
	return m3 * m3 / (m2 * m2 * m2)
}
