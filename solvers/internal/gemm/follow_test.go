package gemm

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// heldEvery returns a matrix of small whole numbers held in each of the three ways, with a stride above its columns.
func heldEvery(rng *rand.Rand, rows, cols int) []Entries {
	x := Entries{Rows: rows, Cols: cols, Stride: cols + 3, F64: make([]float64, rows*(cols+3))}
	for i := range x.F64 {
		x.F64[i] = float64(rng.IntN(256))
	}
	held := []Entries{x, x, x}
	held[1].F64, held[2].F64 = nil, nil
	for _, v := range x.F64 {
		held[1].F32, held[2].U8 = append(held[1].F32, float32(v)), append(held[2].U8, uint8(v))
	}
	return held
}

// FollowDot and FollowSum are Axpy, Ratio and a Dot or an Axpy, to the last bit.
func TestFollow(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(21, 21))
		for n := range 70 {
			for k, x := range heldEvery(rng, 3, n) {
				for _, floor := range []float64{1e-16, 0.5, 0, -1, specials[2]} {
					special := floor == 0.5 && n%3 == 0
					model, d, h, ratio := mixed(rng, n, special), mixed(rng, n, special), mixed(rng, n, special), make([]float64, n)
					sum, a, b, i := mixed(rng, n, special), rng.NormFloat64(), rng.NormFloat64(), rng.IntN(3)
					what := fmt.Sprintf("%d entries of kind %d above %v", n, k, floor)

					want, wantSum := slices.Clone(model), slices.Clone(sum)
					Axpy(want, a, d)
					Ratio(ratio, x.Row(i, make([]float64, n)), want, floor)
					Axpy(wantSum, b, ratio)

					got := slices.Clone(model)
					if dot, wantDot := x.FollowDot(i, got, a, d, h, floor), Dot(ratio, h); !same(dot, wantDot) {
						t.Fatalf("%s: dot = %v, want %v", what, dot, wantDot)
					}
					compare(t, "model after FollowDot, "+what, got, want, 1)
					got = slices.Clone(model)
					x.FollowSum(i, sum, got, a, d, floor, b)
					compare(t, "model after FollowSum, "+what, got, want, 1)
					compare(t, "sum, "+what, sum, wantSum, 1)
				}
			}
		}
	})
}
