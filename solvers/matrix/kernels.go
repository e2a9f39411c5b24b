package matrix

import "nmfrepro/solvers/internal/gemm"

// BLAS multiplies float64 matrices as the products of this package do. Nothing installs it: a program that wants gonum's
// own decompositions to have the same bits on every CPU calls blas64.Use(matrix.BLAS{}).
type BLAS = gemm.Float64

// SetThreads lets large products run on up to n goroutines; the default is one. Results have the same bits for every n.
// It panics unless n is positive.
func SetThreads(n int) { gemm.SetThreads(n) }

// Kernel names the kernels in use: avx512, avx2 or portable. Results do not depend on it.
func Kernel() string { return gemm.Kernel() }
