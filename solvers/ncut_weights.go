package solvers

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// squaredDistances returns ‖x_i - x_j‖² of all pairs of samples, with zeros on the diagonal.
func squaredDistances(x matrix.Matrix) *mat.Dense {
	d := kernel.Linear(x)
	n, _ := d.Dims()
	square := make([]float64, n)
	for i := range n {
		square[i] = d.At(i, i)
	}
	for i := range n {
		row := d.RawRowView(i)
		for j, v := range row {
			// Rounding may take a small difference below 0.
			row[j] = max(0, (square[i]+square[j])-2*v)
		}
		row[i] = 0
	}
	return d
}

// gaussian replaces squared distances by exp(-d²/(2σ²)); for σ = 0 by 1 where they are 0 and 0 elsewhere.
func gaussian(d *mat.Dense, sigma float64) {
	n, _ := d.Dims()
	for i := range n {
		row := d.RawRowView(i)
		for j, v := range row {
			switch {
			case v == 0:
				row[j] = 1
			case sigma == 0:
				row[j] = 0
			default:
				row[j] = math.Exp(-v / (2 * sigma * sigma))
			}
		}
	}
}

// medianDistance is the median of √d² over all entries, the diagonal included; of an even number, the mean of the middle two.
func medianDistance(d2 *mat.Dense) float64 {
	n, _ := d2.Dims()
	upper := math.Sqrt(orderStatistic(d2, n*n/2))
	if n%2 == 1 {
		return upper
	}
	return (math.Sqrt(orderStatistic(d2, n*n/2-1)) + upper) / 2
}

// orderStatistic returns the entry of rank k (0-based) of a matrix without negative entries. It finds the bits of the entry
// from the top, digitBits at a time, by counting: entries that are not negative are in the order of their bits, and no
// copy is needed of a matrix that may fill the memory.
func orderStatistic(a *mat.Dense, k int) float64 {
	const digitBits = 16
	var found uint64
	count := make([]int, 1<<digitBits)
	for shift := 64 - digitBits; shift >= 0; shift -= digitBits {
		clear(count)
		n, _ := a.Dims()
		for i := range n {
			for _, v := range a.RawRowView(i) {
				bits := math.Float64bits(v)
				if shift == 64-digitBits || bits>>(shift+digitBits) == found {
					count[bits>>shift&(1<<digitBits-1)]++
				}
			}
		}
		digit := 0
		for k >= count[digit] {
			k -= count[digit]
			digit++
		}
		found = found<<digitBits | uint64(digit)
	}
	return math.Float64frombits(found)
}
