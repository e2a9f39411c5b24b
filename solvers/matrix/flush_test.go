package matrix

import (
	"math"
	"testing"
)

// Flush keeps what is ordinary to the last bit, wherever it stands, and makes 0 of the rest.
func TestFlush(t *testing.T) {
	values := []float64{0, math.SmallestNonzeroFloat64, 1e-310, math.Nextafter(Negligible, 0), Negligible, 1e-300, 1, 1e150, math.Inf(1)}
	for n := range 12 {
		for at := range n {
			for _, v := range values {
				x := make([]float64, n)
				for k := range x {
					x[k] = float64(k + 1)
				}
				x[at] = v
				Flush(x)
				for k, got := range x {
					want := float64(k + 1)
					if k == at {
						if want = v; v < Negligible {
							want = 0
						}
					}
					if got != want {
						t.Fatalf("%d entries, %v at %d: entry %d is %v, want %v", n, v, at, k, got, want)
					}
				}
			}
		}
	}
	nan := []float64{1, 2, math.NaN(), 1e-320}
	if Flush(nan); !math.IsNaN(nan[2]) || nan[3] != 0 {
		t.Errorf("NaN beside what is flushed: %v", nan)
	}
}
