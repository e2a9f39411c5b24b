package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// specials are the values on which a maximum, a quotient or a fused sum may go wrong.
var specials = []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), 1e-320, -1e-320, math.MaxFloat64, 1, -1}

// mixed returns n random numbers, a quarter of them special if asked for.
func mixed(rng *rand.Rand, n int, special bool) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
		if special && rng.IntN(4) == 0 {
			x[i] = specials[rng.IntN(len(specials))]
		}
	}
	return x
}

func TestEntrywiseFunctions(t *testing.T) {
	functions := []struct {
		name string
		run  func(dst, x, y []float64, floor float64)
		want func(dst, x, y, floor float64) float64
	}{
		{"Axpy", func(dst, x, _ []float64, a float64) { Axpy(dst, a, x) }, func(dst, x, _, a float64) float64 { return math.FMA(a, x, dst) }},
		{"Ratio", Ratio, func(_, x, model, floor float64) float64 { return x / max(model, floor) }},
		{"Update", Update, func(x, num, den, floor float64) float64 { return x * (num / max(den, floor)) }},
		{"UpdateSqrt", UpdateSqrt, func(x, num, den, floor float64) float64 { return x * math.Sqrt(num/max(den, floor)) }},
	}
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(11, 11))
		for _, f := range functions {
			for n := range 70 {
				for _, floor := range append([]float64{1e-16, 0.5}, specials...) {
					whole := mixed(rng, n+16, true) // 8 entries on either side that must stay
					got := append([]float64(nil), whole...)
					x, y := mixed(rng, n, true), mixed(rng, n, true)
					f.run(got[8:8+n], x, y, floor)
					for i := range got {
						want := whole[i]
						if i >= 8 && i < 8+n {
							want = f.want(whole[i], x[i-8], y[i-8], floor)
						}
						if !same(got[i], want) {
							t.Fatalf("%s of %d entries with %v: entry %d = %v, want %v", f.name, n, floor, i-8, got[i], want)
						}
					}
				}
			}
		}
	})
}

// dotDefinition is the sum in the comment of Dot.
func dotDefinition(x, y []float64) float64 {
	var lane [8]float64
	for i := range (len(x) + 7) / 8 * 8 {
		var p, q float64
		if i < len(x) {
			p, q = x[i], y[i]
		}
		lane[i%8] = math.FMA(p, q, lane[i%8])
	}
	return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]))
}

func TestDot(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(12, 12))
		for n := range 200 {
			for _, special := range []bool{false, n%2 == 0} {
				x, y := mixed(rng, n, special && n < 8), mixed(rng, n, special)
				if got, want := Dot(x, y), dotDefinition(x, y); !same(got, want) {
					t.Fatalf("%d terms: %v, want %v", n, got, want)
				}
			}
		}
		// 1·2 + 2·3 + ... + 10·11 = 440
		if got := Dot([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, []float64{2, 3, 4, 5, 6, 7, 8, 9, 10, 11}); got != 440 {
			t.Errorf("got %v, want 440", got)
		}
	})
}

func TestSampledRows(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(13, 13))
		for round := range 400 {
			r, rows, count := rng.IntN(150), 1+rng.IntN(30), rng.IntN(20)
			stride := r + rng.IntN(3)
			b := mixed(rng, rows*stride+r, round%3 == 0)
			x, vals := mixed(rng, r, false), mixed(rng, count, false)
			cols := make([]int32, count)
			for k := range cols {
				cols[k] = int32(rng.IntN(rows))
			}
			what := fmt.Sprintf("rank %d, stride %d, %d rows of %d", r, stride, count, rows)

			dots := mixed(rng, count+1, false)
			want := append([]float64(nil), dots...)
			sums := mixed(rng, r+1, false)
			wantSums := append([]float64(nil), sums...)
			for k, j := range cols {
				row := b[int(j)*stride : int(j)*stride+r]
				want[k] = dotDefinition(x, row)
				for i, v := range row {
					wantSums[i] = math.FMA(vals[k], v, wantSums[i])
				}
			}
			SampledDots(dots[:count], x, b, stride, cols)
			compare(t, "dots, "+what, dots, want, 1)
			SampledSum(sums[:r], b, stride, cols, vals)
			compare(t, "sums, "+what, sums, wantSums, 1)
		}
	})
}

func TestVectorsOfDifferentLengthPanic(t *testing.T) {
	two, three := make([]float64, 2), make([]float64, 3)
	rows := Entries{Rows: 1, Cols: 2, Stride: 2, F64: two}
	for name, f := range map[string]func(){
		"Dot": func() { Dot(two, three) }, "Axpy": func() { Axpy(two, 1, three) },
		"Ratio": func() { Ratio(two, three, two, 1) }, "Update": func() { Update(two, two, three, 1) },
		"UpdateSqrt": func() { UpdateSqrt(two, three, two, 1) },
		"FollowDot":  func() { rows.FollowDot(0, two, 1, two, three, 1) }, "FollowSum": func() { rows.FollowSum(0, three, two, 1, two, 1, 1) },
		"SampledDots": func() { SampledDots(two, two, two, 2, []int32{0}) }, "SampledSum": func() { SampledSum(two, two, 2, []int32{0}, two) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s did not panic", name)
				}
			}()
			f()
		}()
	}
}
