package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

func general(rng *rand.Rand, rows, cols, pad int) blas64.General {
	g := blas64.General{Rows: rows, Cols: cols, Stride: max(1, cols+pad), Data: padded(rng, rows, cols, max(1, cols+pad))}
	for i, v := range g.Data {
		g.Data[i] = math.Abs(v)
	}
	return g
}

// greys returns one matrix of integers from 0 to 255 in each of the three types.
func greys(rng *rand.Rand, m, n, pad int) []Entries {
	stride := max(1, n+pad)
	f64, f32, u8 := make([]float64, m*stride), make([]float32, m*stride), make([]uint8, m*stride)
	for i := range f64 {
		u8[i] = uint8(rng.IntN(256))
		f64[i], f32[i] = float64(u8[i]), float32(u8[i])
	}
	x := Entries{Rows: m, Cols: n, Stride: stride}
	a, b, c := x, x, x
	a.F64, b.F32, c.U8 = f64, f32, u8
	return []Entries{a, b, c}
}

// The fused product is, to the bit, the model and the product of the definition, however X is held.
func TestRatioMul(t *testing.T) {
	t.Cleanup(func() { SetThreads(1) })
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(21, 21))
		for round, size := range [][3]int{{1, 1, 1}, {9, 33, 3}, {8, 256, 8}, {20, 257, 24}, {31, 600, 68}, {5, 40, 100}, {13, 300, 257}, {64, 530, 520}, {150, 255, 40}, {300, 513, 20}, {7, 5, 0}, {3, 0, 4}} {
			m, n, r := size[0], size[1], size[2]
			SetThreads(1 + round%3)
			a, b, dst := general(rng, m, r, round%2), general(rng, n, r, 1), general(rng, m, r, 2)
			const floor = 0.25
			model := make([]float64, m*n)
			definition(blas.NoTrans, blas.Trans, m, n, r, 1, a.Data, a.Stride, b.Data, b.Stride, 0, model, max(1, n))
			wantModel := append([]float64(nil), dst.Data...)
			definition(blas.NoTrans, blas.NoTrans, m, r, n, 1, model, max(1, n), b.Data, b.Stride, 0, wantModel, dst.Stride)
			got := dst
			got.Data = append([]float64(nil), dst.Data...)
			ModelMul(got, a, b)
			compare(t, fmt.Sprint("model ", size), got.Data, wantModel, dst.Stride)

			for held, x := range greys(rng, m, n, round%3) {
				ratio := make([]float64, m*n)
				for i := range m {
					for j, v := range x.Row(i, make([]float64, n)) {
						ratio[i*n+j] = v / max(model[i*n+j], floor)
					}
				}
				want := append([]float64(nil), dst.Data...)
				definition(blas.NoTrans, blas.NoTrans, m, r, n, 1, ratio, max(1, n), b.Data, b.Stride, 0, want, dst.Stride)
				got.Data = append([]float64(nil), dst.Data...)
				RatioMul(got, x, a, b, floor)
				compare(t, fmt.Sprint("ratio ", size, " held as ", held), got.Data, want, dst.Stride)
			}
		}
	})
}

func TestEntriesMulTo(t *testing.T) {
	t.Cleanup(func() { SetThreads(1) })
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(22, 22))
		for round, size := range [][3]int{{1, 1, 1}, {9, 33, 3}, {65, 300, 68}, {150, 513, 241}, {200, 700, 20}, {3, 0, 4}} {
			SetThreads(1 + round%3)
			m, n, p := size[0], size[1], size[2]
			b, dst := general(rng, n, p, 1), general(rng, m, p, 1)
			x := greys(rng, m, n, round%2)
			want := append([]float64(nil), dst.Data...)
			definition(blas.NoTrans, blas.NoTrans, m, p, n, 1, x[0].F64, x[0].Stride, b.Data, b.Stride, 0, want, dst.Stride)
			for held := range x {
				got := dst
				got.Data = append([]float64(nil), dst.Data...)
				x[held].MulTo(got, b)
				compare(t, fmt.Sprint(size, " held as ", held), got.Data, want, dst.Stride)
			}
		}
	})
}

// The sweep is its definition, row by row and component by component.
func TestSweep(t *testing.T) {
	t.Cleanup(func() { SetThreads(1) })
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(23, 23))
		for _, size := range [][2]int{{1, 1}, {3, 5}, {31, 4}, {32, 7}, {33, 12}, {100, 68}, {65, 101}, {40, 300}, {331, 60}} {
			for _, special := range []bool{false, true} {
				m, r := size[0], size[1]
				SetThreads(1 + m%3)
				a, xb, gram := general(rng, m, r, 1), general(rng, m, r, 2), general(rng, r, r, 1)
				if special {
					gram.Data[(r-1)*gram.Stride+r-1] = 0
					copy(xb.Data, mixed(rng, r, true))
				}
				want := append([]float64(nil), a.Data...)
				for i := range m {
					row := want[i*a.Stride : i*a.Stride+r]
					for k := range row {
						g := gram.Data[k*gram.Stride : k*gram.Stride+r]
						if g[k] <= 1e-16 {
							continue
						}
						var s float64
						for l, v := range row {
							s = math.FMA(g[l], v, s)
						}
						row[k] = max(0, row[k]+(xb.Data[i*xb.Stride+k]-s)/g[k])
					}
				}
				Sweep(a, xb, gram, 1e-16)
				compare(t, fmt.Sprint(size), a.Data, want, a.Stride)
			}
		}
	})
}

func TestFusedAllocatesNothing(t *testing.T) {
	t.Cleanup(func() { SetThreads(1) })
	rng := rand.New(rand.NewPCG(24, 24))
	a, b, dst, gram := general(rng, 300, 68, 0), general(rng, 600, 68, 0), general(rng, 300, 68, 0), general(rng, 68, 68, 0)
	den := general(rng, 300, 68, 0)
	x := greys(rng, 300, 600, 0)
	some := scattered(rng, 300, 600, 0.5)
	for _, threads := range []int{1, 2} {
		SetThreads(threads)
		if allocs := testing.AllocsPerRun(20, func() {
			RatioMul(dst, x[2], a, b, 1e-16)
			ModelMul(dst, a, b)
			x[1].MulTo(dst, b)
			Sweep(dst, a, gram, 1e-16)
			some.MulTo(dst, b)
			some.FitMulTo(dst, den, a, b)
		}); allocs != 0 {
			t.Errorf("%d threads: %v allocations, want none", threads, allocs)
		}
	}
}
