package matrix

import (
	"gonum.org/v1/gonum/blas/blas64"

	"nmfrepro/solvers/matrix/gemm"
)

// Every product of gonum's mat and blas64 runs on our kernels, whose results have the same bits on every CPU and at any
// number of threads. This is the one package-level side effect of the program.
func init() { blas64.Use(gemm.Float64{}) }
