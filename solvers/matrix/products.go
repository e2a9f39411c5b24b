package matrix

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Mul sets dst = a·b without allocating. dst must not share storage with a or b.
func Mul(dst, a, b *mat.Dense) {
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, a.RawMatrix(), b.RawMatrix(), 0, dst.RawMatrix())
}

// MulTN sets dst = aᵀ·b without allocating.
func MulTN(dst, a, b *mat.Dense) {
	blas64.Gemm(blas.Trans, blas.NoTrans, 1, a.RawMatrix(), b.RawMatrix(), 0, dst.RawMatrix())
}

// MulNT sets dst = a·bᵀ without allocating.
func MulNT(dst, a, b *mat.Dense) {
	blas64.Gemm(blas.NoTrans, blas.Trans, 1, a.RawMatrix(), b.RawMatrix(), 0, dst.RawMatrix())
}

// Gram sets dst = aᵀ·a, r×r and symmetric to the last bit, for a tall p×r.
func Gram(dst, a *mat.Dense) {
	d := dst.RawMatrix()
	blas64.Syrk(blas.Trans, 1, a.RawMatrix(), 0, blas64.Symmetric{Uplo: blas.Upper, N: d.Rows, Data: d.Data, Stride: d.Stride})
	for i := range d.Rows {
		for j := range i {
			d.Data[i*d.Stride+j] = d.Data[j*d.Stride+i]
		}
	}
}

// Inner returns ⟨a, b⟩, the sum of the elementwise product of two matrices of one shape.
func Inner(a, b *mat.Dense) float64 {
	m, _ := a.Dims()
	var sum float64
	for i := range m {
		sum += dot(a.RawRowView(i), b.RawRowView(i))
	}
	return sum
}

// SumRows sets dst (length r) to the column sums of a p×r.
func SumRows(dst []float64, a *mat.Dense) {
	clear(dst)
	p, _ := a.Dims()
	for i := range p {
		for j, v := range a.RawRowView(i) {
			dst[j] += v
		}
	}
}

// Update is the multiplicative step x ← x .* num ./ max(den, floor), in one pass.
func Update(x, num, den *mat.Dense, floor float64) {
	m, _ := x.Dims()
	for i := range m {
		xr, nr, dr := x.RawRowView(i), num.RawRowView(i), den.RawRowView(i)
		for j := range xr {
			xr[j] *= nr[j] / max(dr[j], floor)
		}
	}
}

// UpdateSqrt is x ← x .* sqrt(num ./ max(den, floor)).
func UpdateSqrt(x, num, den *mat.Dense, floor float64) {
	m, _ := x.Dims()
	for i := range m {
		xr, nr, dr := x.RawRowView(i), num.RawRowView(i), den.RawRowView(i)
		for j := range xr {
			xr[j] *= math.Sqrt(nr[j] / max(dr[j], floor))
		}
	}
}

func dot(x, y []float64) float64 {
	var s float64
	for i, v := range x {
		s = math.FMA(v, y[i], s)
	}
	return s
}

func axpy(dst []float64, a float64, x []float64) {
	for i, v := range x {
		dst[i] = math.FMA(a, v, dst[i])
	}
}
