package matrix

import (
	"gonum.org/v1/gonum/blas/blas64"

	"nmfrepro/solvers/matrix/gemm"
)

// gonum's mat multiplies with our kernels wherever this package is linked.
//
//nolint:gochecknoinits // gonum has no other place to be told of kernels
func init() { blas64.Use(gemm.Float64{}) }
