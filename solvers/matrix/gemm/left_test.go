package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// LeftMul is its definition to the last bit, however X is held.
func TestLeftMul(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(61, 61))
		for round := range 150 {
			m, n := rng.IntN(80), rng.IntN(90)
			w := mixed(rng, m, round%5 == 0)
			for k, x := range heldEvery(rng, m, n) {
				dst, want := mixed(rng, n+8, true), make([]float64, n+8)
				copy(want[n:], dst[n:])
				for j := range n {
					for i, v := range w {
						want[j] = math.FMA(v, x.At(i, j), want[j])
					}
				}
				x.LeftMul(dst[:n], w)
				compare(t, fmt.Sprintf("%d×%d of kind %d", m, n, k), dst, want, 1)
			}
		}
	})
}
