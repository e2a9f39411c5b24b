package matrix

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
)

// kernels multiply whatever BLAS gonum was told to use: the bits of a factorisation are those of this module.
var kernels gemm.Float64

// Gemm does [blas64.Gemm], c ← α·op(a)·op(b) + β·c, with the kernels of this module.
func Gemm(tA, tB blas.Transpose, alpha float64, a, b blas64.General, beta float64, c blas64.General) {
	m, n, k := a.Rows, b.Cols, a.Cols
	if tA != blas.NoTrans {
		m, k = a.Cols, a.Rows
	}
	if tB != blas.NoTrans {
		n = b.Rows
	}
	kernels.Dgemm(tA, tB, m, n, k, alpha, a.Data, a.Stride, b.Data, b.Stride, beta, c.Data, c.Stride)
}

// Syrk does [blas64.Syrk], c ← α·op(a)·op(a)ᵀ + β·c in the triangle that c names, with the kernels of this module.
func Syrk(t blas.Transpose, alpha float64, a blas64.General, beta float64, c blas64.Symmetric) {
	k := a.Cols
	if t != blas.NoTrans {
		k = a.Rows
	}
	kernels.Dsyrk(c.Uplo, t, c.N, k, alpha, a.Data, a.Stride, beta, c.Data, c.Stride)
}

// Mul sets dst = a·b without allocating. dst must not share storage with a or b.
func Mul(dst, a, b *mat.Dense) {
	Gemm(blas.NoTrans, blas.NoTrans, 1, a.RawMatrix(), b.RawMatrix(), 0, dst.RawMatrix())
}

// AddMul adds a·b to dst without allocating. dst must not share storage with a or b. Up to 256 terms give the bits of Mul
// followed by an addition.
func AddMul(dst, a, b *mat.Dense) {
	Gemm(blas.NoTrans, blas.NoTrans, 1, a.RawMatrix(), b.RawMatrix(), 1, dst.RawMatrix())
}

// MulTN sets dst = aᵀ·b without allocating.
func MulTN(dst, a, b *mat.Dense) {
	Gemm(blas.Trans, blas.NoTrans, 1, a.RawMatrix(), b.RawMatrix(), 0, dst.RawMatrix())
}

// MulNT sets dst = a·bᵀ without allocating.
func MulNT(dst, a, b *mat.Dense) {
	Gemm(blas.NoTrans, blas.Trans, 1, a.RawMatrix(), b.RawMatrix(), 0, dst.RawMatrix())
}

// Gram sets dst = aᵀ·a, r×r and symmetric to the last bit, for a tall p×r.
func Gram(dst, a *mat.Dense) {
	d := dst.RawMatrix()
	Syrk(blas.Trans, 1, a.RawMatrix(), 0, blas64.Symmetric{Uplo: blas.Upper, N: d.Rows, Data: d.Data, Stride: d.Stride})
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
		sum += gemm.Dot(a.RawRowView(i), b.RawRowView(i))
	}
	return sum
}

// SumRows sets dst (length r) to the column sums of a p×r, added row after row.
func SumRows(dst []float64, a *mat.Dense) {
	clear(dst)
	p, _ := a.Dims()
	for i := range p {
		gemm.Axpy(dst, 1, a.RawRowView(i))
	}
}

// Update makes the multiplicative step x ← x .* num ./ max(den, floor), in one pass, and [Flush].
func Update(x, num, den *mat.Dense, floor float64) { update(gemm.Update, x, num, den, floor) }

// UpdateSqrt makes the step x ← x .* sqrt(num ./ max(den, floor)), and [Flush].
func UpdateSqrt(x, num, den *mat.Dense, floor float64) { update(gemm.UpdateSqrt, x, num, den, floor) }

// update calls f row by row, or for more where the rows follow on each other: a row may be as short as the rank, and a part
// that is flushed should still lie in the first-level cache.
func update(f func(x, num, den []float64, floor float64), x, num, den *mat.Dense, floor float64) {
	a, b, c := x.RawMatrix(), num.RawMatrix(), den.RawMatrix()
	if a.Rows != b.Rows || a.Rows != c.Rows || a.Cols != b.Cols || a.Cols != c.Cols {
		panic("matrix: Update: dimension mismatch")
	}
	if a.Stride == a.Cols && b.Stride == a.Cols && c.Stride == a.Cols {
		for from, end := 0, a.Rows*a.Cols; from < end; from += flushed {
			to := min(from+flushed, end)
			f(a.Data[from:to], b.Data[from:to], c.Data[from:to], floor)
			Flush(a.Data[from:to])
		}
		return
	}
	for i := range a.Rows {
		row := a.Data[i*a.Stride : i*a.Stride+a.Cols]
		f(row, b.Data[i*b.Stride:i*b.Stride+a.Cols], c.Data[i*c.Stride:i*c.Stride+a.Cols], floor)
		Flush(row)
	}
}

// flushed is how many entries are updated before they are flushed.
const flushed = 1024

// Sweep does exact coordinate descent over the components of every row of a (p×r), the other factor b fixed, for
// xb = X·b (p×r) and gram = bᵀb (r×r):
//
//	a_k ← max(0, a_k + (xb_k - a·gram_k) / gram_kk)    k = 0, 1, ...
//
// Components with gram_kk ≤ floor stay as they are. It does not allocate.
func Sweep(a, xb, gram *mat.Dense, floor float64) {
	gemm.Sweep(a.RawMatrix(), xb.RawMatrix(), gram.RawMatrix(), floor)
}

// DotRows returns the inner product of row i of a and row j of b, with the bits of mat.Dot and without views that would be allocated.
func DotRows(a *mat.Dense, i int, b *mat.Dense, j int) float64 {
	x, y := a.RawRowView(i), b.RawRowView(j)
	return blas64.Dot(blas64.Vector{N: len(x), Data: x, Inc: 1}, blas64.Vector{N: len(y), Data: y, Inc: 1})
}
