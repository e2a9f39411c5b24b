package matrix

import (
	"math"
	"testing"
)

// A constant has no variance, whatever its digits, its length, its scale or how it was computed; a small variation has one.
func TestMomentsOfConstants(t *testing.T) {
	for _, v := range []float64{0.1, 0.3, 1, 3, 1e6 + 0.1, 1e-70, 1e150, 1 / 3., -0.7} {
		for _, n := range []int{1, 2, 3, 12, 50, 1000, 100_003} {
			values := make([]float64, n)
			for i := range values {
				values[i] = v
				if i%3 == 1 {
					values[i] = v * (1 + 4*0x1p-52)
				}
			}
			mean, variance := Moments(values, float64(n))
			if variance != 0 || math.Abs(mean-v) > 1e-10*math.Abs(v) {
				t.Errorf("%d times %v: mean %v, variance %v", n, v, mean, variance)
			}
			for i := range values {
				values[i] = v * (1 + 1e-9*float64(i%2))
			}
			_, variance = Moments(values, float64(n))
			share := float64(n/2) / float64(n)
			if want := 1e-18 * v * v * share * (1 - share); math.Abs(variance-want) > 1e-4*want {
				t.Errorf("%d times %v, with 1e-9 of it: variance %v, want %v", n, v, variance, want)
			}
		}
	}
	if _, variance := Moments([]float64{2, 2}, 4); math.Abs(variance-1) > 1e-15 {
		t.Errorf("variance %v of 2, 2, 0, 0", variance)
	}
	if mean, variance := Moments(nil, 4); mean != 0 || variance != 0 {
		t.Error("zeros vary")
	}
}
