package solvers

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// topEigenvalue finds the largest eigenvalue of a symmetric r×r matrix without allocating. Power iteration would stall on
// a small gap, which is what two equally large clusters give.
type topEigenvalue struct {
	a      blas64.Symmetric
	values []float64
	work   []float64
}

func newTopEigenvalue(r int) *topEigenvalue {
	e := &topEigenvalue{
		a:      blas64.Symmetric{N: r, Stride: r, Data: make([]float64, r*r), Uplo: blas.Upper},
		values: make([]float64, r),
	}
	size := make([]float64, 1)
	lapack64.Syev(lapack.EVNone, e.a, e.values, size, -1)
	e.work = make([]float64, int(size[0]))
	return e
}

// of returns the largest eigenvalue of s, NaN if s is not finite.
func (e *topEigenvalue) of(s *mat.Dense) float64 {
	for i := range e.a.N {
		row := s.RawRowView(i)
		for _, v := range row {
			if !finite(v) {
				return math.NaN()
			}
		}
		copy(e.a.Data[i*e.a.Stride:], row)
	}
	if !lapack64.Syev(lapack.EVNone, e.a, e.values, e.work, len(e.work)) {
		return math.NaN()
	}
	return e.values[e.a.N-1]
}
