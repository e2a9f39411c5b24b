package classify

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
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

// trainKernel holds K of the training samples in single precision, as LIBSVM does. Training looks at few rows, so a row is
// computed when it is asked for, class by class, and kept for the other machines.
type trainKernel struct {
	x       *mat.Dense // samples, class by class
	start   []int      // first row of each class, and the number of rows
	squares []float64
	gamma   float64
	block   [][][]float32 // block[i][c] is K of row i with the samples of class c, nil until needed
	inner   []float64
}

// newTrainKernel sorts the samples by class; members are those of each class.
func newTrainKernel(x *mat.Dense, members [][]int, gamma float64) *trainKernel {
	n, d := x.Dims()
	k := &trainKernel{x: mat.NewDense(n, d, nil), start: []int{0}, gamma: gamma, block: make([][][]float32, n)}
	row := 0
	for _, samples := range members {
		for _, i := range samples {
			k.x.SetRow(row, x.RawRowView(i))
			row++
		}
		k.start = append(k.start, row)
	}
	k.squares, k.inner = squaredNorms(k.x), make([]float64, n)
	for i, cells := 0, make([][]float32, n*len(members)); i < n; i++ {
		k.block[i] = cells[i*len(members) : (i+1)*len(members)]
	}
	return k
}

// with returns K of row i with every sample of class c.
func (k *trainKernel) with(i, c int) []float32 {
	if k.block[i][c] == nil {
		j0, j1 := k.start[c], k.start[c+1]
		out, inner := make([]float32, j1-j0), k.inner[:j1-j0]
		blas64.Gemv(blas.NoTrans, 1, rows(k.x, j0, j1).RawMatrix(), blas64.Vector{N: len(k.x.RawRowView(i)), Data: k.x.RawRowView(i), Inc: 1},
			0, blas64.Vector{N: len(inner), Data: inner, Inc: 1})
		square := k.squares[i]
		for j, v := range inner {
			out[j] = float32(math.Exp(-k.gamma * (square + k.squares[j0+j] - 2*v)))
		}
		if j := i - j0; j >= 0 && j < len(out) {
			out[j] = 1
		}
		k.block[i][c] = out
	}
	return k.block[i][c]
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
