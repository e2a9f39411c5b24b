package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var nan, inf = math.NaN(), math.Inf(1)

// Student's t by hand: 1 degree of freedom is Cauchy's distribution, 2 has t/√(2+t²).
func TestTClosedForms(t *testing.T) {
	for _, x := range []float64{-1e8, -40, -3, -0.5, -1e-9, 0, 1e-6, 0.2, 1, 12, 500} {
		want(t, "Cauchy", TCDF(x, 1), math.Atan2(1, -x)/math.Pi, 1e-12)
		want(t, "df 2", TCDF(-math.Abs(x), 2), 1/math.Sqrt(2+x*x)/(math.Sqrt(2+x*x)+math.Abs(x)), 1e-11)
	}
	for _, p := range []float64{1e-12, 1e-3, 0.4} {
		want(t, "quantile", TQuantile(p, 1), -1/math.Tan(math.Pi*p), 1e-10)
	}
	for _, df := range []float64{0.3, 1, 5, 77.7, inf} {
		for _, p := range []float64{1e-9, 0.01, 0.25, 0.9, 0.999} {
			want(t, "round trip", TCDF(TQuantile(p, df), df), p, 1e-9)
		}
		want(t, "median", TQuantile(0.5, df), 0, 0)
	}
	want(t, "normal 97.5 %", TQuantile(0.975, inf), 1.959963984540054, 1e-14) // standard table
	want(t, "0 %", TQuantile(0, 3), -inf, 0)
	want(t, "100 %", TQuantile(1, 3), inf, 0)
	for _, v := range []float64{TCDF(nan, 1), TCDF(1, 0), TCDF(1, -2), TQuantile(0.5, 0), TQuantile(-0.1, 3), TQuantile(1.1, 3),
		TQuantile(nan, 3)} {
		want(t, "outside", v, nan, 0)
	}
}

func TestEstimateWithoutError(t *testing.T) {
	e := Estimate{Value: 2, SE: 0, DF: inf}
	for _, v := range []struct {
		what      string
		got, want float64
	}{
		{"p of 0", e.P(0), 0}, {"p of 2", e.P(2), 1}, {"inside 3", e.Equivalence(3), 0}, {"inside 1", e.Equivalence(1), 1},
		{"inside 2", e.Equivalence(2), 1},
		{"half", e.HalfWidth(0.99), 0},
	} {
		want(t, v.what, v.got, v.want, 0)
	}
	if e := welch([]float64{1}, []float64{1, 2}); !math.IsNaN(e.SE) || !math.IsNaN(e.DF) || !math.IsNaN(e.P(0)) {
		t.Errorf("one value gives %+v", e)
	}
	if e := welch([]float64{3, 3}, []float64{1, 1, 1}); e.Value != 2 || e.SE != 0 || e.P(0) != 0 {
		t.Errorf("no spread gives %+v, p = %g", e, e.P(0))
	}
}

// A part that is known counts with infinite degrees of freedom; one part alone keeps its own.
func TestCombine(t *testing.T) {
	want(t, "alone", Combine(0, Part{4, 7}).DF, 7, 1e-15)
	want(t, "known", Combine(0, Part{4, inf}, Part{5, inf}).DF, inf, 0)
	want(t, "se", Combine(0, Part{4, 7}, Part{5, inf}).SE, 3, 1e-15)
	want(t, "df", Combine(0, Part{4, 7}, Part{4, inf}).DF, 28, 1e-14) // 8²/(4²/7)
	want(t, "tiny", Combine(0, Part{1e-300, 3}, Part{1e-300, 3}).DF, 6, 1e-14)
	want(t, "nothing", Combine(0, Part{0, 3}).DF, inf, 0)
}

// The interval at 90 % lies inside the tolerance just where two one-sided tests at 5 % say so.
func TestEquivalenceIsTheInterval(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		e := Estimate{Value: rng.NormFloat64(), SE: rng.Float64(), DF: 1 + 20*rng.Float64()}
		tolerance := 2 * rng.Float64()
		i, p := e.Interval(0.9), e.Equivalence(tolerance)
		if in := i.Low > -tolerance && i.High < tolerance; in != (p < 0.05) {
			t.Fatalf("%+v inside %g: %t by the interval, p = %g", e, tolerance, in, p)
		}
		want(t, "two sides", e.above(0.3)+e.below(0.3), 1, 1e-12)
	}
}

func TestRanks(t *testing.T) {
	if got := Ranks([]float64{3, 1, 3, 2, 3}); !slices.Equal(got, []float64{4, 1, 4, 2, 4}) {
		t.Errorf("ranks %v", got)
	}
	if got := Ranks(nil); len(got) != 0 {
		t.Errorf("ranks of nothing: %v", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("NaN has a rank")
		}
	}()
	Ranks([]float64{1, nan})
}

// Holm by hand: 4·0.01, 3·0.02, then 2·0.03 = 0.06 again, 1·0.9.
func TestHolm(t *testing.T) {
	got := Holm([]float64{0.9, 0.02, nan, 0.01, 0.03})
	for i, w := range []float64{0.9, 0.06, nan, 0.04, 0.06} {
		want(t, "adjusted", got[i], w, 1e-15)
	}
	if got := Holm([]float64{0.7, 0.6, 0.8}); got[0] != 1 || got[1] != 1 || got[2] != 1 {
		t.Errorf("large p-values: %v", got)
	}
	if got := Holm(nil); len(got) != 0 {
		t.Errorf("no p-values: %v", got)
	}
}

// Benjamini and Hochberg by hand: 4/4·0.9, 4/3·0.03 = 0.04, 4/2·0.02 = 0.04, 4/1·0.01 = 0.04.
func TestBenjaminiHochberg(t *testing.T) {
	got := BenjaminiHochberg([]float64{0.9, 0.02, nan, 0.01, 0.03})
	for i, v := range []float64{0.9, 0.04, nan, 0.04, 0.04} {
		want(t, "adjusted", got[i], v, 1e-15)
	}
	// R: p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.5), "BH")
	got = BenjaminiHochberg([]float64{0.01, 0.04, 0.03, 0.005, 0.5})
	for i, v := range []float64{0.025, 0.05, 0.05, 0.025, 0.5} {
		want(t, "as R", got[i], v, 1e-15)
	}
	if got := BenjaminiHochberg(nil); len(got) != 0 {
		t.Errorf("nothing gives %v", got)
	}
}

// Seen from the other side all signs turn.
func TestTurned(t *testing.T) {
	d := Difference{Estimate: Estimate{Value: 4. / 3}, Interval: Interval{-1, 3}, Ranks: SignedRank{Positive: 2, Negative: 1, Greater: 0.2, Less: 0.9},
		Effect: 0.5}
	want := Difference{Estimate: Estimate{Value: -4. / 3}, Interval: Interval{-3, 1}, Ranks: SignedRank{Positive: 1, Negative: 2, Greater: 0.9, Less: 0.2},
		Effect: -0.5}
	if got := d.Turned(); got != want || got.Turned() != d {
		t.Errorf("%+v, want %+v", got, want)
	}
}
