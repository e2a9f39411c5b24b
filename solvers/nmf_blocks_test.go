package solvers

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// A long factor is updated block by block, with the bits of an update of all rows, and without allocating.
func TestFrobeniusHalfByBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 304))
	const p, n, r = 2203, 30, 40
	x := matrix.FromDense(RandomFactor(p, n, rng))
	b, a := RandomFactor(n, r, rng), RandomFactor(p, r, rng)
	for _, g := range []Guards{{}, {NumeratorFloor: 1e-9, DenominatorShift: 1e-9}} {
		whole, blocks := newFrobeniusHalf(x, mat.DenseCopyOf(a), b, g), newFrobeniusHalf(x, mat.DenseCopyOf(a), b, g)
		if blocks.blockRows() == 0 {
			t.Fatal("not updated by blocks")
		}
		for range 3 {
			whole.ratio()
			whole.Guards.update(whole.a, whole.num, whole.den)
			blocks.step()
		}
		if !mat.Equal(whole.a, blocks.a) {
			t.Errorf("guards %+v: other bits than of all rows at once", g)
		}
		if n := testing.AllocsPerRun(3, blocks.step); n != 0 {
			t.Errorf("%v allocations a step", n)
		}
	}
}
