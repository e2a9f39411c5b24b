package matrix

import "math"

// rounded is the share of a number that two numbers may differ by and still be that number, computed in two ways: 128 units of its
// last place, a few for every step of what comes before a division by a deviation (a sum, a product, a logarithm).
const rounded = 0x1p-45

// Alike tells whether numbers from low to high differ by no more than rounding: what is divided by their spread would be noise.
func Alike(low, high float64) bool {
	size := max(-low, high)
	return high-low <= rounded*size && !math.IsInf(size, 0)
}

// Moments returns the mean and the variance of count values, of which those that are not given are zero. The variance of values that
// are alike (see [Alike]) is 0 and not the square of what rounding left of it.
func Moments(values []float64, count float64) (mean, variance float64) {
	if len(values) == 0 || count == 0 {
		return 0, 0
	}
	low, high := values[0], values[0]
	for _, v := range values {
		low, high = min(low, v), max(high, v)
		mean += v / count
	}
	absent := count - float64(len(values))
	if absent > 0 {
		low, high = min(low, 0), max(high, 0)
	}
	if Alike(low, high) {
		return mean, 0
	}
	rest := 0. // of the mean, which many terms leave inexact
	for _, v := range values {
		d := v - mean
		variance += d * d / count
		rest += d / count
	}
	rest -= absent * mean / count
	variance += absent * mean * mean / count
	return mean, max(0, variance-rest*rest)
}
