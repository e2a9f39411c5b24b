package gemm

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Entries of the losses are those of package math, to the last bit, for whatever x and the model hold.
func TestLosses(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 8))
		for n := range 70 {
			for _, special := range []bool{false, true} {
				for range 20 {
					x, model := mixed(rng, n, special), mixed(rng, n, special)
					checkLosses(t, x, model)
					for i := range x { // counts beside a positive model of any magnitude, as in a factorisation
						x[i] = float64(rng.IntN(4)) * math.Abs(x[i])
						model[i] = math.Abs(model[i]) * math.Exp(40*rng.NormFloat64())
					}
					checkLosses(t, x, model)
				}
			}
		}
	})
}

// The reduced argument of the logarithm changes branch at √½.
func TestLossesNearTheBranch(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		var x, model []float64
		for _, q := range []float64{math.Sqrt2 / 2, math.Sqrt2, 1, 0.5, 2, 0x1p-1022, math.MaxFloat64, 0x1p-1023, 5e-324} {
			for _, near := range []float64{q, math.Nextafter(q, 0), math.Nextafter(q, 9)} {
				x, model = append(x, near), append(model, 1)
			}
		}
		checkLosses(t, x, model)
	})
}

func checkLosses(t *testing.T, x, model []float64) {
	t.Helper()
	for _, floor := range []float64{1e-150, 1e-16, 0.5} {
		whole := append(append(make([]float64, 8), model...), make([]float64, 8)...)
		Divergences(whole[8:8+len(x)], x, whole[8:8+len(x)], floor)
		for i, v := range x {
			var want float64
			if v != 0 {
				want = float64(v*math.Log(v/max(model[i], floor))) - v // not fused, on any CPU
			}
			if got := whole[8+i]; !same(got, want) {
				t.Fatalf("divergence of x = %v, model = %v, floor %v (entry %d of %d): %v, want %v", v, model[i], floor, i, len(x), got, want)
			}
		}
		checkMargins(t, whole, len(x))
		if len(x) > 0 {
			sum, want := 3.0, 3.0
			for i, v := range x {
				want += whole[8+i]
				whole[8+i] = v / max(model[i], floor)
			}
			if active.Load().divergenceSums(whole[8:8+len(x)], x, &sum); !same(sum, want) {
				t.Fatalf("sum of the divergences of x = %v, model = %v, floor %v: %v, want %v", x, model, floor, sum, want)
			}
			checkMargins(t, whole, len(x))
		}
	}
	whole := append(append(make([]float64, 8), model...), make([]float64, 8)...)
	Squares(x, whole[8:8+len(x)])
	for i, v := range x {
		if want := (v - model[i]) * (v - model[i]); !same(whole[8+i], want) {
			t.Fatalf("square of x = %v, model = %v: %v, want %v", v, model[i], whole[8+i], want)
		}
	}
	checkMargins(t, whole, len(x))
}

// Powers are those of package math, to the last bit, whatever x holds, and where the result would leave the range of numbers.
func TestPowers(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(6, 8))
		for n := range 70 {
			for _, e := range []float64{-1.0 / 1001, -0.25, 0.9, -0.9, 0, 3, math.NaN()} {
				for _, special := range []bool{false, true} {
					x := mixed(rng, n, special)
					for i := range x {
						if x[i] = math.Abs(x[i]) * math.Exp(60*rng.NormFloat64()); rng.IntN(5) == 0 {
							x[i] = 0
						}
					}
					checkPowers(t, x, e)
				}
			}
		}
		var edges []float64
		for _, v := range []float64{math.Sqrt2 / 2, math.Sqrt2, 1, 0.5, 2, 0x1p-1022, math.MaxFloat64, 0x1p-1023, 5e-324, math.Inf(1)} {
			edges = append(edges, v, math.Nextafter(v, 0), math.Nextafter(v, 9))
		}
		for _, e := range []float64{-1.0 / 1001, 0.9, -0.9} {
			checkPowers(t, edges, e)
		}
	})
}

func checkPowers(t *testing.T, x []float64, e float64) {
	t.Helper()
	whole := append(append(make([]float64, 8), x...), make([]float64, 8)...)
	Powers(whole[8:8+len(x)], whole[8:8+len(x)], e)
	for i, v := range x {
		var want float64
		if v != 0 {
			want = v * math.Exp(e*math.Log(v))
		}
		if got := whole[8+i]; !same(got, want) {
			t.Fatalf("%v^(1%+v) (entry %d of %d): %v, want %v", v, e, i, len(x), got, want)
		}
	}
	checkMargins(t, whole, len(x))
}

func checkMargins(t *testing.T, whole []float64, n int) {
	t.Helper()
	for i := range 8 {
		if whole[i] != 0 || whole[8+n+i] != 0 {
			t.Fatalf("%d entries: written outside of them", n)
		}
	}
}
