package gemm

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
)

// gonumDot is the sum that gonum's SSE2 assembly makes: term i goes to lane i mod 4, the last one to three terms to lane 0,
// every product rounded before it is added.
func gonumDot(x, y []float64) float64 {
	var lane [4]float64
	whole := len(x) &^ 3
	for i := range x {
		l := i & 3
		if i >= whole {
			l = 0
		}
		product := x[i] * y[i]
		lane[l] += float64(product)
	}
	return (lane[0] + lane[2]) + (lane[1] + lane[3])
}

// The routines that stay gonum's have the same bits on every amd64: whatever kernel is in use and however the operands are
// aligned, sums run in the order written down here. Dgemv is compared with itself only.
func TestVectorRoutinesOfGonum(t *testing.T) {
	aligned := make([]float64, 402)
	shifted := make([]float64, 403)[1:]
	rng := rand.New(rand.NewPCG(41, 41))
	for i := range aligned {
		aligned[i] = rng.NormFloat64()
	}
	copy(shifted, aligned)
	const rows, cols = 13, 17
	products := map[blas.Transpose][]float64{}
	eachKernel(t, func(t *testing.T) {
		f := Float64{}
		for n := range 60 {
			want := gonumDot(aligned[:n], aligned[100:100+n])
			for what, got := range map[string]float64{
				"both aligned": f.Ddot(n, aligned, 1, aligned[100:], 1),
				"both shifted": f.Ddot(n, shifted, 1, shifted[100:], 1),
				"one shifted":  f.Ddot(n, aligned, 1, shifted[100:], 1),
			} {
				if !same(got, want) {
					t.Fatalf("Ddot of %d, %s: %v, want %v", n, what, got, want)
				}
			}
			for what, x := range map[string][]float64{"aligned": aligned, "shifted": shifted} {
				for offset := range 2 {
					y := make([]float64, 62)[offset:]
					copy(y, aligned[200:260])
					f.Daxpy(n, -0.3, x, 1, y, 1)
					for i := range n {
						scaled := -0.3 * x[i]
						if want := float64(scaled) + aligned[200+i]; !same(y[i], want) {
							t.Fatalf("Daxpy of %d, x %s, y offset %d: entry %d = %v, want %v", n, what, offset, i, y[i], want)
						}
					}
				}
			}
		}
		for _, trans := range sides {
			for _, a := range [][]float64{aligned, shifted} {
				y := make([]float64, cols)
				f.Dgemv(trans, rows, cols, 0.7, a, cols, a[250:], 1, 0, y, 1)
				if products[trans] == nil {
					products[trans] = y
				}
				compare(t, fmt.Sprintf("Dgemv %c", trans), y, products[trans], 1)
			}
		}
	})
}
