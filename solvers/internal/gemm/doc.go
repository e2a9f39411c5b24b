// Package gemm multiplies dense float64 matrices, and does the few vector operations of a factorisation, with the same
// bits on every CPU, at every thread count and for every way of storing the operands.
//
// # The sum
//
// Every entry of C = alpha·op(A)·op(B) + beta·C is computed thus, whatever kernel, shape, transposition or thread count:
//
//	c = beta·c, or 0 if beta = 0 (C is then not read), or c if beta = 1
//	for each block of 256 consecutive k, ascending:
//	    s = 0; for k in the block, ascending: s = fma(op(A)[i,k], op(B)[k,j], s)
//	    c = fma(alpha, s, c), or alpha·s in the first block if beta = 0
//
// With alpha = 0 or without any k only the first line applies, and A and B are not read. Nothing is skipped because a
// factor is zero: NaN and Inf spread as IEEE 754 has it (gonum's own Dgemm skips zeros of A). Which NaN results, its sign
// and payload, is not defined.
//
// The kernels are AVX-512 and AVX2 with FMA in generated assembly and a portable one on math.FMA, chosen at start by what
// the CPU has; the environment variable NMFREPRO_KERNEL = avx512, avx2 or portable, or [Use], overrides the choice.
//
// # What stays gonum's
//
// Ddot, Daxpy, Dgemv and the other routines on vectors are not replaced: they wait for memory, and gonum's are quick enough.
// On amd64 they are SSE2 assembly that does not look at the CPU, so that every amd64 gives the same bits; elsewhere they are
// plain Go, which sums in another order. What a factorisation does in every step goes through this package alone.
//
// C must not overlap A or B. A and B may overlap or be the same.
package gemm

//go:generate go test ./internal/asmgen -generate
