package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
)

// The product from Xᵀ has the bits of that from X at every number of columns, on either side of the limits between them, in one
// thread and in several, and where entries are NaN or infinite.
func TestMulBothHasTheBitsOfMul(t *testing.T) {
	defer SetThreads(Threads())
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(3, 1))
		narrow := 0
		for _, s := range [][2]int{{24, 16}, {23, 16}, {24, 15}, {62, 737}, {737, 62}, {300, 256}, {256, 300}, {700, 300}, {90, 600}, {1, 1}} {
			for r := 0; r <= 9; r++ {
				for _, odd := range []float64{0.5, math.NaN(), math.Inf(1)} {
					m, n := s[0], s[1]
					x := Entries{Rows: m, Cols: n, Stride: n, F64: uniform(rng, m*n)}
					x.F64[rng.IntN(m*n)] = odd
					b := blas64.General{Rows: n, Cols: r, Stride: r + 1, Data: uniform(rng, n*(r+1))}
					want := blas64.General{Rows: m, Cols: r, Stride: r + 2, Data: uniform(rng, m*(r+2))}
					got := want
					got.Data = append([]float64{}, want.Data...)
					trans := x.Transposed(nil)
					if x.narrow(r, &trans) {
						narrow++
					}
					SetThreads(1 + r%2)
					x.MulTo(want, b)
					x.MulBothTo(got, b, &trans)
					compare(t, fmt.Sprintf("%d×%d times %d columns, one entry %v", m, n, r, odd), got.Data, want.Data, r+2)
				}
			}
		}
		if narrow < 40 {
			t.Errorf("%d products were made from the transpose: the test compares nothing", narrow)
		}
	})
}

// BenchmarkNarrow tells what X and Xᵀ take for a product of few columns.
func BenchmarkNarrow(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range [][3]int{{62, 2237, 4}, {2237, 62, 4}, {165, 1024, 2}, {500, 500, 3}, {500, 500, 7}, {24, 16, 3}} {
		x := Entries{Rows: s[0], Cols: s[1], Stride: s[1], F64: uniform(rng, s[0]*s[1])}
		trans := x.Transposed(nil)
		with := blas64.General{Rows: s[1], Cols: s[2], Stride: s[2], Data: uniform(rng, s[1]*s[2])}
		dst := blas64.General{Rows: s[0], Cols: s[2], Stride: s[2], Data: uniform(rng, s[0]*s[2])}
		b.Run(fmt.Sprintf("%d×%d×%d from X", s[0], s[1], s[2]), func(b *testing.B) {
			for b.Loop() {
				x.MulTo(dst, with)
			}
		})
		b.Run(fmt.Sprintf("%d×%d×%d from both", s[0], s[1], s[2]), func(b *testing.B) {
			for b.Loop() {
				x.MulBothTo(dst, with, &trans)
			}
		})
	}
}
