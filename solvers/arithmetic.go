package solvers

import "runtime"

// This file tells how this build of the program rounds; a build that would round otherwise without need is refused.
//
// The Go language lets a compiler compute x*y + z with one rounding in place of two. On amd64 it does so from GOAMD64=v3 on,
// on arm64, ppc64le, riscv64 and s390x always. Last digits change with that, and where a method decides by comparing them,
// tables do: Ncut on noise 0 of ORNMF Table I has 77.03 % accuracy in place of 73.75 %. Conversions float64(x*y) forbid it,
// but only in our own code: of the 312 functions of a v3 build that hold such instructions, beside our kernels, 128 are
// ours, and 142 belong to gonum's BLAS and LAPACK (Dlasr, Dsteqr, Dlassq), package math (log1p, pow, sin) and math/rand/v2
// (NormFloat64), which eigenvalues, divergences and random starts call. So levels v3 and v4 do not compile; v1 and v2 give
// the same bits. The program's own kernels use what the CPU has at any level, in the same order.
//
// Elsewhere nothing can be chosen, but for go build -gcflags=all=-d=fmahash=n, which turns the fusing off; on amd64 v3
// built so gives the bits of v1. Results of a build that fuses are to be marked as such.

// Variables, so that the sum is computed by the instructions of this build and not by the compiler.
var overOne, underOne, one = 1 + 0x1p-30, 1 - 0x1p-30, 1.0

// Fused tells whether this build computes x*y + z with one rounding: (1 + 2⁻³⁰)(1 - 2⁻³⁰) is 1 - 2⁻⁶⁰, which rounds to 1.
func Fused() bool { return overOne*underOne-one != 0 }

// Arithmetic names how the build rounds: the architecture, and whether products and sums are fused. Results of two builds have the same
// bits only if their arithmetic has the same name; "amd64" is that of the published ones.
func Arithmetic() string {
	if Fused() {
		return runtime.GOARCH + ", fused"
	}
	return runtime.GOARCH
}
