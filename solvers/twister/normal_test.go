package twister

import (
	"math"
	"testing"
)

// After set.seed(42), R 4.2 draws rnorm(3), runif(2) and rnorm(2) so.
func TestNormalAsR(t *testing.T) {
	s := Seeded{MT19937, 42, R}.New()
	for i, want := range []float64{1.3709584471466685, -0.56469817139608869, 0.3631284113373392, 0.73658831464126706, 0.13466659723781049,
		0.40426832314099903, -0.10612451609148403} {
		var got float64
		if i == 3 || i == 4 {
			got = s.Float64()
		} else {
			got = s.Normal()
		}
		if math.Abs(got-want) > 4e-16*math.Abs(want) {
			t.Errorf("draw %d: %.17g, want %.17g", i+1, got, want)
		}
	}
	for p, want := range map[float64]float64{0.5: 0, 0.975: 1.959963984540054, 1e-20: -9.262340089798408} { // qnorm of R
		if got := quantile(p); math.Abs(got-want) > 1e-14*math.Abs(want) {
			t.Errorf("quantile of %v: %.16g, want %.16g", p, got, want)
		}
	}
}
