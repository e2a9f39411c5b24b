package solvers

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// symmetricEigen decomposes a symmetric matrix without allocating.
type symmetricEigen struct {
	job     lapack.EVJob // whether vectors are wanted
	vectors *mat.Dense   // the matrix; after solve, its eigenvectors as columns
	values  []float64    // ascending
	work    []float64
}

func newSymmetricEigen(n int, job lapack.EVJob) *symmetricEigen {
	e := &symmetricEigen{job: job, vectors: mat.NewDense(n, n, nil), values: make([]float64, n)}
	size := make([]float64, 1)
	lapack64.Syev(job, e.symmetric(), e.values, size, -1)
	e.work = make([]float64, int(size[0]))
	return e
}

func (e *symmetricEigen) symmetric() blas64.Symmetric {
	raw := e.vectors.RawMatrix()
	return blas64.Symmetric{N: raw.Rows, Stride: raw.Stride, Data: raw.Data, Uplo: blas.Upper}
}

// solve overwrites the matrix by its eigenvectors, by NaN where they are not found.
func (e *symmetricEigen) solve() (found bool) {
	if found = lapack64.Syev(e.job, e.symmetric(), e.values, e.work, len(e.work)); !found {
		fill(e.vectors.RawMatrix().Data, math.NaN())
	}
	return found
}

// largest returns the largest eigenvalue of s, NaN if s is not finite. Power iteration would stall on a small gap, which is what two
// equally large clusters give.
func (e *symmetricEigen) largest(s *mat.Dense) float64 {
	for i := range e.values {
		row := s.RawRowView(i)
		for _, v := range row {
			if !finite(v) {
				return math.NaN()
			}
		}
		copy(e.vectors.RawRowView(i), row)
	}
	if !e.solve() {
		return math.NaN()
	}
	return e.values[len(e.values)-1]
}
