package sets

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// simulateNMF(200, 80, k = 5, noise = 3, seed = 42) of RcppML has these entries and this sum (R 4.2).
func TestSimulatedAsR(t *testing.T) {
	d, err := (&simulatedNMF{Features: 200, Samples: 80, Rank: 5, Noise: 3, Seed: 42}).Load(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []struct {
		i, j int
		want float64
	}{{0, 0, 0.0021479653186250456}, {1, 0, 0.0}, {0, 1, 0.0024272110179104234}, {57, 13, 0.0}, {120, 44, 0.0008432717374179263},
		{199, 79, 0.002112503186293357}, {3, 77, 0.0014248965324651654}} {
		if got := d.X.At(e.i, e.j); math.Abs(got-e.want) > 1e-15 {
			t.Errorf("entry %d, %d is %.17g, want %.17g", e.i, e.j, got, e.want)
		}
	}
	if got, want := mat.Sum(d.X), 9.412833862067824; math.Abs(got-want) > 1e-12*want {
		t.Errorf("the sum is %.15g, want %.15g", got, want)
	}
	if got, want := d.Basis.At(199, 4), 0.02196938939708736; math.Abs(got-want) > 1e-15 {
		t.Errorf("the last entry of W is %.17g, want %.17g", got, want)
	}
}
