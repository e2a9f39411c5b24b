package solvers

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Descent along components never increases ‖X - abᵀ‖², and ends where the gradient is zero or the entry is, at numbers of rows
// that are no multiple of those that go together.
func TestHALSDescends(t *testing.T) {
	const m, n, rank = 51, 30, 6
	rng := rand.New(rand.NewPCG(10, 10))
	x := matrix.FromDense(RandomFactor(m, n, rng))
	a, b := RandomFactor(m, rank, rng), RandomFactor(n, rank, rng)
	half, e := newHALSHalf(x, a, b, sizePenalty{}), matrix.NewEntrywise(x)
	last := e.Sum(a, b, matrix.Squared)
	for range 500 {
		half.step()
		now := e.Sum(a, b, matrix.Squared)
		if now > last*(1+1e-14) {
			t.Fatalf("objective rose from %v to %v", last, now)
		}
		last = now
	}
	gradient := mat.NewDense(m, rank, nil)
	matrix.Mul(gradient, a, half.btb)
	gradient.Sub(gradient, half.xb)
	for i := range m {
		for k := range rank {
			if r := math.Abs(min(a.At(i, k), gradient.At(i, k))); r > 1e-9 {
				t.Errorf("KKT residual %v at (%d, %d)", r, i, k)
			}
		}
	}
}
