package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
)

// scattered holds about a share of the entries of an m×n matrix; its first row holds none and its last, all.
func scattered(rng *rand.Rand, m, n int, share float64) *Sampled {
	x := &Sampled{Rows: m, Cols: n, Ptr: make([]int, m+1)}
	for i := range m {
		for j := range n {
			if i == m-1 || i > 0 && rng.Float64() < share {
				x.Col, x.Val = append(x.Col, int32(j)), append(x.Val, float64(rng.IntN(6)))
			}
		}
		x.Ptr[i+1] = len(x.Col)
	}
	return x
}

// factors are those of a model A·Bᵀ.
type factors struct {
	r    int
	a, b blas64.General
}

// row is row i of a product: Σ weight(x, model)·(row of B) over the entries that X holds.
func (s factors) row(x *Sampled, i int, weight func(x, model float64) float64) []float64 {
	row := make([]float64, s.r)
	for at := x.Ptr[i]; at < x.Ptr[i+1]; at++ {
		b := line(s.b, int(x.Col[at]))
		w := weight(x.Val[at], dotDefinition(line(s.a, i), b))
		for k, v := range b {
			row[k] = math.FMA(w, v, row[k])
		}
	}
	return row
}

// Every product with a sampled matrix is its definition to the bit, at every thread count, and leaves alone what pads rows.
func TestSampledProducts(t *testing.T) {
	const floor = 0.25
	var (
		entry = func(x, _ float64) float64 { return x }
		model = func(_, q float64) float64 { return q }
		ratio = func(x, q float64) float64 { return x / max(q, floor) }
		one   = func(_, _ float64) float64 { return 1 }
	)
	t.Cleanup(func() { SetThreads(1) })
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(31, 31))
		for round, size := range [][3]int{{1, 1, 1}, {9, 33, 3}, {40, 20, 4}, {7, 5, 0}, {3, 0, 4}, {31, 90, 68}, {30, 150, 100}, {20, 70, 105}, {8, 40, 230}, {300, 420, 50}, {12, 60, 13}, {5, 2100, 20}, {15, 50, 32}} {
			m, n, r := size[0], size[1], size[2]
			SetThreads(1 + round%3)
			x := scattered(rng, m, n, 0.4)
			s := factors{r: r, a: general(rng, m, r, 1), b: general(rng, n, r, round%2)}
			num, den := general(rng, m, r, 2), general(rng, m, r, 1)
			for _, p := range []struct {
				name         string
				run          func()
				ofNum, ofDen func(x, q float64) float64
			}{
				{"MulTo", func() { x.MulTo(num, s.b) }, entry, nil},
				{"ModelMulTo", func() { x.ModelMulTo(num, s.a, s.b) }, model, nil},
				{"RatioMulTo", func() { x.RatioMulTo(num, s.a, s.b, floor) }, ratio, nil},
				{"FitMulTo", func() { x.FitMulTo(num, den, s.a, s.b) }, entry, model},
				{"RatioFitMulTo", func() { x.RatioFitMulTo(num, den, s.a, s.b, floor) }, ratio, one},
			} {
				wantNum, wantDen := append([]float64(nil), num.Data...), append([]float64(nil), den.Data...)
				for i := range m {
					copy(wantNum[i*num.Stride:], s.row(x, i, p.ofNum))
					if p.ofDen != nil {
						copy(wantDen[i*den.Stride:], s.row(x, i, p.ofDen))
					}
				}
				p.run()
				compare(t, fmt.Sprint(p.name, size, " num"), num.Data, wantNum, num.Stride)
				compare(t, fmt.Sprint(p.name, size, " den"), den.Data, wantDen, den.Stride)
			}
			losses, wantLosses := make([]float64, m), make([]float64, m)
			wantNum := append([]float64(nil), num.Data...)
			for i := range m {
				copy(wantNum[i*num.Stride:], s.row(x, i, ratio))
				s.row(x, i, func(v, q float64) float64 {
					d := []float64{q}
					if r > 0 {
						Divergences(d, []float64{v}, d, floor)
						wantLosses[i] += d[0]
					}
					return 0
				})
			}
			x.RatioLossMulTo(num, s.a, s.b, floor, losses)
			compare(t, fmt.Sprint("RatioLossMulTo", size, " dst"), num.Data, wantNum, num.Stride)
			compare(t, fmt.Sprint("RatioLossMulTo", size, " losses"), losses, wantLosses, 1)
		}
	})
}
