package eigen

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// SmallestInverted returns the k smallest eigenvalues, in rising order, of a positive semi-definite matrix, as the largest of
// (A + σI)⁻¹ with a tiny σ. However close to 0 they lie, a few dozen products with the inverse suffice, each at the price of
// two triangular solves; residuals are of A. Conjugate gradients in place of the factorisation would need about √cond(A)
// products each, and cond(A) is 10⁸ and more where this function is called for.
//
// Cost: n³/3 once and 2n² a product; 8n² bytes, 585 MB for n = 8555.
func SmallestInverted(a matrix.Matrix, k int, o Options, rng *rand.Rand) (Pairs, error) {
	direct := Of(a)
	n := direct.N
	if err := check(n, k, o); err != nil {
		return Pairs{}, err
	}
	if o.denseFor(n, k) {
		return Smallest(direct, k, o, rng)
	}
	factor, sigma, err := cholesky(a)
	if err != nil {
		return Pairs{}, err
	}
	inverse := Operator{N: n, Mul: func(dst, x []float64) {
		copy(dst, x)
		solve(factor, dst)
	}}
	p, err := extreme(inverse, k, o, rng, true)
	if err != nil {
		return Pairs{}, err
	}
	pairs := make([]found, k)
	for c := range pairs {
		vector := make([]float64, n)
		blas64.Copy(blas64.Vector{N: n, Data: p.Vectors.RawMatrix().Data[c:], Inc: k}, blas64.Vector{N: n, Data: vector, Inc: 1})
		pairs[c] = found{value: 1/p.Values[c] - sigma, vector: vector}
	}
	return result(direct, pairs), nil
}

// cholesky returns U with UᵀU = A + σI, upper triangular, and σ: the smallest shift, from a trace of rounding upwards, that
// makes the matrix definite.
func cholesky(a matrix.Matrix) (blas64.Triangular, float64, error) {
	n, _ := a.Dims()
	u := blas64.Symmetric{N: n, Stride: n, Data: make([]float64, n*n), Uplo: blas.Upper}
	size := maximumNorm(a)
	buf := make([]float64, n)
	for _, share := range []float64{1e-8, 1e-7, 1e-6} {
		sigma := share * size
		clear(u.Data)
		for i := range n {
			cols, vals := a.Row(i, buf)
			row := u.Data[i*n : (i+1)*n]
			for t, v := range vals {
				if j := matrix.Column(cols, t); j >= i {
					row[j] = v
				}
			}
			row[i] += sigma
		}
		if t, ok := lapack64.Potrf(u); ok {
			return t, sigma, nil
		}
	}
	return blas64.Triangular{}, 0, fmt.Errorf("eigen: the matrix of order %d and norm %.3g is not positive semi-definite", n, size)
}

// solve sets x to (UᵀU)⁻¹x, reading rows of U only. gonum's Trsv does the same at half the speed.
func solve(u blas64.Triangular, x []float64) {
	for i := range x {
		row := u.Data[i*u.Stride : i*u.Stride+u.N]
		x[i] /= row[i]
		gemm.Axpy(x[i+1:], -x[i], row[i+1:])
	}
	for i := len(x) - 1; i >= 0; i-- {
		row := u.Data[i*u.Stride : i*u.Stride+u.N]
		x[i] = (x[i] - gemm.Dot(row[i+1:], x[i+1:])) / row[i]
	}
}

// maximumNorm returns the largest row sum of moduli, an upper bound of the spectrum.
func maximumNorm(a matrix.Matrix) float64 {
	n, _ := a.Dims()
	buf := make([]float64, n)
	var most float64
	for i := range n {
		_, vals := a.Row(i, buf)
		var sum float64
		for _, v := range vals {
			sum += math.Abs(v)
		}
		most = max(most, sum)
	}
	return most
}
