package gemm

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
)

// A triangle has the bits of the whole product, and the other triangle keeps what it held.
func TestSyrkIsOneTriangleOfGemm(t *testing.T) {
	t.Cleanup(func() { SetThreads(1) })
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 7))
		for round := range 600 {
			SetThreads(1 + round%3)
			n, k := edges[rng.IntN(len(edges))], rng.IntN(300)
			if round%20 == 0 {
				n = 200 + rng.IntN(100)
			}
			tA := sides[round%2]
			s := instance{tA: tA, tB: blas.Trans, m: n, n: n, k: k, alpha: alphas[rng.IntN(4)], beta: betas[rng.IntN(3)], pad: rng.IntN(2)}
			if tA == blas.Trans {
				s.tB = blas.NoTrans
			}
			a, _, c, lda, _, ldc := s.data(rng)
			full := append([]float64(nil), c...)
			definition(s.tA, s.tB, n, n, k, s.alpha, a, lda, a, lda, s.beta, full, ldc)
			for _, uplo := range []blas.Uplo{blas.Upper, blas.Lower} {
				got, want := append([]float64(nil), c...), append([]float64(nil), c...)
				for i := range n {
					for j := range n {
						if uplo == blas.Upper && j >= i || uplo == blas.Lower && j <= i {
							want[i*ldc+j] = full[i*ldc+j]
						}
					}
				}
				Float64{}.Dsyrk(uplo, tA, n, k, s.alpha, a, lda, s.beta, got, ldc)
				compare(t, s.String(), got, want, ldc)
			}
		}
	})
}
