// Package matrix holds the data matrices of a factorisation and the products that its algorithms are made of.
//
// X is m×n with one sample per column. The factors are tall: W is m×r and Ht is n×r (the papers' H is Htᵀ), so that one
// function serves both factors by swapping (X, W, Ht) for (Xᵀ, Ht, W).
//
// Three kinds of X: [Dense], [CSR] (an absent entry is zero) and [Masked] (an absent entry is unknown). Products of a
// Masked matrix run over its known entries only.
package matrix

import (
	"iter"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
)

// Matrix is a read-only data matrix. It is safe for concurrent readers.
type Matrix interface {
	mat.Matrix

	// Row returns the entries held in row i: their columns, ascending, and their values. cols == nil means all n
	// columns. buf (length ≥ n) may be used for the values; the result is valid until buf is reused and must not be
	// modified.
	Row(i int, buf []float64) (cols []int32, vals []float64)

	// Trans returns Xᵀ, which shares storage with X. It is built once; later calls cost nothing.
	Trans() Matrix

	// MulTo sets dst = X·b for b n×p and dst m×p; absent entries count as zero. It panics on a shape mismatch.
	MulTo(dst, b *mat.Dense)

	// NNZ returns the number of entries held.
	NNZ() int
}

// Column returns the column of entry k of a row whose columns are cols, as Row returns them.
func Column(cols []int32, k int) int {
	if cols == nil {
		return k
	}
	return int(cols[k])
}

// Entries returns those that X holds, row by row.
func Entries(x Matrix) iter.Seq[Triplet] {
	return func(yield func(Triplet) bool) {
		m, n := x.Dims()
		buf := make([]float64, n)
		for i := range m {
			cols, vals := x.Row(i, buf)
			for k, v := range vals {
				if !yield(Triplet{i, Column(cols, k), v}) {
					return
				}
			}
		}
	}
}

// Rows returns the rows of x that which names, in its order: of the kind of x, with storage of its own.
func Rows(x Matrix, which []int) Matrix {
	_, n := x.Dims()
	if _, dense := x.(*Dense); dense {
		out, buf := mat.NewDense(len(which), n, nil), make([]float64, n)
		for i, from := range which {
			_, row := x.Row(from, buf)
			out.SetRow(i, row)
		}
		return FromDense(out)
	}
	s := gemm.Sampled{Rows: len(which), Cols: n, Ptr: make([]int, 1, len(which)+1)}
	for _, from := range which {
		cols, vals := x.Row(from, nil)
		s.Col, s.Val = append(s.Col, cols...), append(s.Val, vals...)
		s.Ptr = append(s.Ptr, len(s.Val))
	}
	if _, masked := x.(*Masked); masked {
		return &Masked{pattern{x: s}}
	}
	return &CSR{pattern{x: s}}
}

func checkMul(x Matrix, dst, b *mat.Dense) {
	m, n := x.Dims()
	dr, dc := dst.Dims()
	br, bc := b.Dims()
	if dr != m || br != n || dc != bc {
		panic("matrix: MulTo: dimension mismatch")
	}
}

// SumOfSquares returns ‖X‖² over the entries that X holds, summed row by row.
func SumOfSquares(x Matrix) float64 {
	m, n := x.Dims()
	buf := make([]float64, n)
	var sum float64
	for i := range m {
		_, vals := x.Row(i, buf)
		var row float64
		for _, v := range vals {
			row += v * v
		}
		sum += row
	}
	return sum
}
