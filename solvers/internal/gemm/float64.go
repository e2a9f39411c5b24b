package gemm

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// Float64 is gonum's BLAS with the matrix products replaced by this package's. Register it with
// blas64.Use(gemm.Float64{}), and mat uses it everywhere.
type Float64 struct{ gonum.Implementation }

var _ blas.Float64 = Float64{}

// Dgemm computes C = alpha·op(A)·op(B) + beta·C, with op(A) m×k, op(B) k×n and C m×n, all row-major. It panics, with
// gonum's messages, on shapes that do not fit. C must not overlap A or B.
func (Float64) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64,
	c []float64, ldc int) {
	aTrans, bTrans := transposed(tA), transposed(tB)
	nonNegative(m, "blas: m < 0")
	nonNegative(n, "blas: n < 0")
	nonNegative(k, "blas: k < 0")
	aRows, aCols := oriented(m, k, aTrans)
	bRows, bCols := oriented(k, n, bTrans)
	leading(lda, aCols, "blas: bad leading dimension of A")
	leading(ldb, bCols, "blas: bad leading dimension of B")
	leading(ldc, n, "blas: bad leading dimension of C")
	if m == 0 || n == 0 {
		return
	}
	long(a, aRows, aCols, lda, "blas: insufficient length of a")
	long(b, bRows, bCols, ldb, "blas: insufficient length of b")
	long(c, m, n, ldc, "blas: insufficient length of c")
	p := product{
		m: m, n: n, k: k, from: 0, to: m,
		alpha: alpha, beta: beta,
		a: newOperand(a, lda, aTrans), b: newOperand(b, ldb, bTrans),
		c: c, ldc: ldc,
	}
	p.run()
}

// Dsyrk computes one triangle of C = alpha·A·Aᵀ + beta·C (A n×k) or, for blas.Trans, of alpha·Aᵀ·A + beta·C (A k×n),
// with the bits that Dgemm gives those entries. The other triangle is neither read nor written. It panics, with gonum's
// messages, on shapes that do not fit. C must not overlap A.
func (Float64) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	triangle := upper
	switch ul {
	case blas.Upper:
	case blas.Lower:
		triangle = lower
	default:
		panic("blas: illegal triangle")
	}
	trans := transposed(tA)
	nonNegative(n, "blas: n < 0")
	nonNegative(k, "blas: k < 0")
	rows, cols := oriented(n, k, trans)
	leading(lda, cols, "blas: bad leading dimension of A")
	leading(ldc, n, "blas: bad leading dimension of C")
	if n == 0 {
		return
	}
	long(a, rows, cols, lda, "blas: insufficient length of a")
	long(c, n, n, ldc, "blas: insufficient length of c")
	p := product{
		m: n, n: n, k: k, from: 0, to: n,
		alpha: alpha, beta: beta,
		a: newOperand(a, lda, trans), b: newOperand(a, lda, !trans),
		c: c, ldc: ldc, part: triangle,
	}
	p.run()
}

func transposed(t blas.Transpose) bool {
	switch t {
	case blas.NoTrans:
		return false
	case blas.Trans, blas.ConjTrans:
		return true
	}
	panic("blas: illegal transpose")
}

// oriented returns the stored shape of an operand that is rows×cols in the product.
func oriented(rows, cols int, trans bool) (int, int) {
	if trans {
		return cols, rows
	}
	return rows, cols
}

func nonNegative(n int, message string) {
	if n < 0 {
		panic(message)
	}
}

func leading(ld, cols int, message string) {
	if ld < max(1, cols) {
		panic(message)
	}
}

// long checks the length of rows×cols storage; a matrix without columns still owes its leading dimensions, as in gonum.
func long(data []float64, rows, cols, ld int, message string) {
	if len(data) < (rows-1)*ld+cols {
		panic(message)
	}
}
