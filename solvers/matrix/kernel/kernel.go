// Package kernel forms Gram matrices of samples in a feature space, and chooses the width of the Gaussian one.
//
// A matrix X is m×n with one sample per column, and has to hold every entry: a [matrix.Masked] is the caller's mistake.
package kernel

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Linear returns XᵀX (n×n), symmetric to the last bit.
func Linear(x matrix.Matrix) *mat.Dense {
	demandComplete(x)
	m, n := x.Dims()
	k := mat.NewDense(n, n, nil)
	if d, ok := x.(*matrix.Dense); ok {
		matrix.Gram(k, d.Raw())
		return k
	}
	for i := range m {
		cols, vals := x.Row(i, nil)
		for s, j := range cols {
			row := k.RawRowView(int(j))
			for t, l := range cols {
				row[l] += vals[s] * vals[t]
			}
		}
	}
	return k
}

// RBF returns exp(-d²/(2σ²)) for the squared distances d² (n×n) and σ > 0: the Gaussian kernel.
func RBF(d2 *mat.Dense, sigma float64) *mat.Dense {
	n, _ := d2.Dims()
	k := mat.NewDense(n, n, nil)
	for i := range n {
		out := k.RawRowView(i)
		for j, d := range d2.RawRowView(i) {
			out[j] = math.Exp(-d / (2 * sigma * sigma))
		}
	}
	return k
}

// Distances returns the squared Euclidean distances of all pairs of samples (n×n, zero diagonal, symmetric to the last bit)
// after every feature was given mean 0 and deviation 1 (over n-1); constant features are dropped.
func Distances(x matrix.Matrix) *mat.Dense {
	z := standardised(x)
	_, n := z.Dims()
	d := mat.NewDense(n, n, nil)
	matrix.Gram(d, z)
	square := make([]float64, n)
	for i := range n {
		square[i] = d.At(i, i)
	}
	for i := range n {
		row := d.RawRowView(i)
		for j, v := range row {
			// Equal samples have equal products, so that this is 0 for them; rounding may take it below for close ones.
			row[j] = max(0, (square[i]+square[j])-2*v)
		}
	}
	return d
}

// standardised returns the varying features of X with mean 0 and deviation 1, m'×n. There is one row of zeros where no
// feature varies.
func standardised(x matrix.Matrix) *mat.Dense {
	demandComplete(x)
	m, n := x.Dims()
	z := mat.NewDense(m, n, nil)
	buf := make([]float64, n)
	kept := 0
	for i := range m {
		row := z.RawRowView(kept)
		clear(row)
		cols, vals := x.Row(i, buf)
		if cols == nil {
			copy(row, vals)
		}
		for k, j := range cols {
			row[j] = vals[k]
		}
		if standardise(row) {
			kept++
		}
	}
	if kept == 0 {
		clear(z.RawRowView(0))
		kept = 1
	}
	return z.Slice(0, kept, 0, n).(*mat.Dense)
}

// standardise gives v mean 0 and deviation 1, and reports whether its entries differ by more than rounding.
func standardise(v []float64) bool {
	n := float64(len(v))
	low, high := v[0], v[0]
	var mean, sum float64
	for _, a := range v {
		low, high = min(low, a), max(high, a)
		mean += a / n
	}
	if matrix.Alike(low, high) {
		return false
	}
	for _, a := range v {
		sum += (a - mean) * (a - mean)
	}
	deviation := math.Sqrt(sum / (n - 1))
	for i := range v {
		v[i] = (v[i] - mean) / deviation
	}
	return true
}

func demandComplete(x matrix.Matrix) {
	if _, masked := x.(*matrix.Masked); masked {
		panic("kernel: X has unknown entries")
	}
}
