package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A mixture of one estimate is that estimate; of several, the probability beyond a quantile is the one asked for.
func TestMixture(t *testing.T) {
	e := Estimate{Value: 1.3, SE: 0.7, DF: 6}
	one := Sure(e)
	for _, p := range []float64{0.5, 0.2, 0.05, 0.001} {
		if far := one.Above(p); math.Abs(far+TQuantile(p, 6)*0.7) > 1e-9 {
			t.Errorf("%g above: %g", p, far)
		}
		m := Mixture{{Estimate{0, 0.2, 4}, 0.5}, {Estimate{0, 3, 9}, 0.3}, {Estimate{0, 1, math.Inf(1)}, 0.2}}
		if far := m.Above(p); p < 0.5 && math.Abs(m.At(far).P(0)/(2*p)-1) > 1e-6 || p == 0.5 && far != 0 {
			t.Errorf("%g of the mixture lie %g above", p, far)
		}
	}
	if math.Abs(one.P(0)-e.P(0)) > 1e-12 || one.Equivalence(2) != e.Equivalence(2) || math.Abs(one.HalfWidth(0.9)-e.HalfWidth(0.9)) > 1e-12 {
		t.Error("a mixture of one estimate is another one")
	}
}

// The mean of the p-values over variances that are drawn as the two samples leave them open is what the sum over their ratio has.
func TestExcess(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 14))
	chi2 := func(df int) (sum float64) {
		for range df {
			sum += math.Pow(rng.NormFloat64(), 2)
		}
		return sum
	}
	for _, c := range []struct {
		n, m       int
		s2, t2, at float64
	}{{4, 4, 5, 1, 6}, {19, 19, 2, 2, 3}, {19, 4, 2, 0.5, 4}, {9, 30, 1, 3, 2}} {
		const draws = 100_000
		sum := 0.0
		for range draws {
			x, y := c.s2*float64(c.n)/chi2(c.n), c.t2*float64(c.m)/chi2(c.m)
			sum += 2 * NormalCDF(-c.at/math.Sqrt(1.2*max(x, y)-0.6*y)) / draws
		}
		got := Excess(c.at, 1.2, Part{c.s2, float64(c.n)}, 0.6, Part{c.t2, float64(c.m)}, Part{0, math.Inf(1)}).P(0)
		if t.Logf("%+v: %.5f, drawn %.5f", c, got, sum); math.Abs(got/sum-1) > 0.03 {
			t.Errorf("%+v: p = %.5f, of variances that are drawn %.5f", c, got, sum)
		}
	}
	whole := Combine(2, Part{1.2, 5})
	if got := Excess(2, 1.2, Part{1, 5}, 0.6, Part{}, Part{}).P(0); math.Abs(got-whole.P(0)) > 1e-12 {
		t.Errorf("of a variance that nothing tells: %g, want %g", got, whole.P(0))
	}
}
