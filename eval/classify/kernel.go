package classify

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Gamma is the width of the kernel exp(-gamma ‖x - z‖²): a positive number, or a rule that takes it from the data.
type Gamma string

// The rules, named as in scikit-learn.
const (
	Scale Gamma = "scale" // 1 / (d · variance of all entries of X); 1 if that is 0
	Auto  Gamma = "auto"  // 1 / d
)

func (g Gamma) validate() error {
	if g == Scale || g == Auto {
		return nil
	}
	if v, err := strconv.ParseFloat(string(g), 64); err != nil || !(v > 0) || math.IsInf(v, 0) {
		return fmt.Errorf("classify: svc: gamma = %q, want %q, %q or a positive number", string(g), Scale, Auto)
	}
	return nil
}

// value returns gamma for the training samples x.
func (g Gamma) value(x *mat.Dense) float64 {
	_, d := x.Dims()
	switch g {
	case Auto:
		return 1 / float64(d)
	case Scale:
		if v := variance(x); v > 0 {
			return 1 / (float64(d) * v)
		}
		return 1
	}
	v, err := strconv.ParseFloat(string(g), 64)
	if err != nil {
		panic(err) // Fit has validated it
	}
	return v
}

// variance is that of all entries, divided by their number.
func variance(x *mat.Dense) float64 {
	n, d := x.Dims()
	total := float64(n) * float64(d)
	var mean, squares float64
	for i := range n {
		for _, v := range x.RawRowView(i) {
			mean += v / total
		}
	}
	for i := range n {
		for _, v := range x.RawRowView(i) {
			squares += (v - mean) * (v - mean)
		}
	}
	return squares / total
}

// trainKernel returns K of all pairs of samples in single precision, n² · 4 bytes.
func trainKernel(x *mat.Dense, gamma float64) [][]float32 {
	n, _ := x.Dims()
	squares := squaredNorms(x)
	k := make([][]float32, n)
	inner := mat.NewDense(min(n, blockRows), n, nil)
	for i0 := 0; i0 < n; i0 += blockRows {
		i1 := min(i0+blockRows, n)
		block := inner.Slice(0, i1-i0, 0, i1).(*mat.Dense)
		matrix.MulNT(block, rows(x, i0, i1), rows(x, 0, i1))
		for i := i0; i < i1; i++ {
			k[i] = make([]float32, n)
			for j, v := range block.RawRowView(i - i0)[:i] {
				k[i][j] = float32(math.Exp(-gamma * (squares[i] + squares[j] - 2*v)))
				k[j][i] = k[i][j]
			}
			k[i][i] = 1
		}
	}
	return k
}

// kernelRows sets row i of dst to K of row i of x with every row of z.
func kernelRows(dst, x, z *mat.Dense, squares []float64, gamma float64) {
	matrix.MulNT(dst, x, z)
	n, _ := x.Dims()
	for i := range n {
		var square float64
		for _, v := range x.RawRowView(i) {
			square += v * v
		}
		row := dst.RawRowView(i)
		for j, v := range row {
			row[j] = math.Exp(-gamma * max(0, square+squares[j]-2*v))
		}
	}
}
