package stat

import (
	"math"
	"testing"
)

func TestSummarise(t *testing.T) {
	tests := []struct {
		name string
		x    []float64
		want Summary
	}{
		{"none", nil, Summary{0, math.NaN(), math.NaN(), math.NaN(), math.NaN()}},
		{"one value has no spread", []float64{3}, Summary{1, 3, math.NaN(), 3, 3}},
		// By hand: mean 5, squares 9+1+1+1+0+0+4+16 = 32, 32/7.
		{"eight", []float64{2, 4, 4, 4, 5, 5, 7, 9}, Summary{8, 5, math.Sqrt(32.0 / 7), 2, 9}},
		// NIST StRD "NumAcc4" in small: the offset 1e7 must not cost the spread of 0.1.
		{"offset", []float64{10000000.2, 10000000.1, 10000000.3}, Summary{3, 10000000.2, 0.1, 10000000.1, 10000000.3}},
		{"equal values", []float64{0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, Summary{6, 0.1, 0, 0.1, 0.1}},
		{"infinite", []float64{1, math.Inf(1)}, Summary{2, math.Inf(1), math.NaN(), 1, math.Inf(1)}},
	}
	for _, tt := range tests {
		got := Summarise(tt.x)
		if got.N != tt.want.N {
			t.Errorf("%s: n = %d, want %d", tt.name, got.N, tt.want.N)
		}
		for _, pair := range [][2]float64{{got.Mean, tt.want.Mean}, {got.SD, tt.want.SD}, {got.Min, tt.want.Min}, {got.Max, tt.want.Max}} {
			if !near(pair[0], pair[1], 1e-8) {
				t.Errorf("%s: got %+v, want %+v", tt.name, got, tt.want)
			}
		}
	}
}

func TestMeanOfEqualValuesIsExact(t *testing.T) {
	for _, v := range []float64{0.1, 1.0 / 3, 1e-300, 1e17 + 2, -7.7} {
		for n := 1; n < 2000; n += 37 {
			x := make([]float64, n)
			for i := range x {
				x[i] = v
			}
			if got := Mean(x); got != v {
				t.Fatalf("mean of %d times %g is %g", n, v, got)
			}
		}
	}
}

func TestMeanDoesNotOverflow(t *testing.T) {
	if got := Mean([]float64{1.5e308, 1.5e308, 1.5e308}); !near(got, 1.5e308, 1e-15) {
		t.Errorf("got %g", got)
	}
}

func near(a, b, tol float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= tol*math.Abs(b)
}
