package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The exact p-value, ties included, against going through all signs.
func TestWilcoxonAgainstAllSigns(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := 1; n <= 11; n++ {
		for range 8 {
			d := make([]float64, n)
			for i := range d {
				d[i] = float64(rng.IntN(9) - 3)
			}
			got := Wilcoxon(d)
			var nonzero []float64
			for _, v := range d {
				if v != 0 {
					nonzero = append(nonzero, math.Abs(v))
				}
			}
			ranks := Ranks(nonzero)
			var above, below, all float64
			for signs := range 1 << len(ranks) {
				w := 0.0
				for i, r := range ranks {
					if signs>>i&1 == 1 {
						w += r
					}
				}
				all++
				if w >= got.Positive {
					above++
				}
				if w <= got.Positive {
					below++
				}
			}
			want(t, "greater", got.Greater, above/all, 1e-14)
			want(t, "less", got.Less, below/all, 1e-14)
			want(t, "two-sided", got.TwoSided, min(1, 2*min(above, below)/all), 1e-14)
		}
	}
}

// Darwin's maize, in eighths of an inch (Fisher, The Design of Experiments, ch. III): W⁻ = 24 of 120, and 863 of the 32768
// choices of signs have a sum as far from zero as Fisher counted for the differences themselves; for ranks, R's
// wilcox.test gives V = 96, p = 0.04126.
func TestWilcoxonOnDarwin(t *testing.T) {
	d := []float64{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48}
	got := Wilcoxon(d)
	if got.Positive != 96 || got.Negative != 24 || !got.Exact {
		t.Errorf("%+v", got)
	}
	want(t, "p", got.TwoSided, 0.04126, 1e-4)
	want(t, "effect", got.RankBiserial(), 72.0/120, 1e-15)
}

func TestWilcoxonEdges(t *testing.T) {
	for _, d := range [][]float64{nil, {0}, {0, 0, 0}} {
		got := Wilcoxon(d)
		if got.TwoSided != 1 || got.Greater != 1 || got.Less != 1 || got.RankBiserial() != 0 || got.Zeros != len(d) {
			t.Errorf("%v: %+v", d, got)
		}
	}
	if got := Wilcoxon([]float64{1, 2, 3, 4, 5}); got.TwoSided != 2.0/32 || got.RankBiserial() != 1 {
		t.Errorf("five above zero: %+v", got) // the least p-value of five pairs
	}
	many := make([]float64, 400)
	for i := range many {
		many[i] = 1 // all tied
	}
	if got := Wilcoxon(many); got.Exact || !(got.TwoSided < 1e-60) {
		t.Errorf("400 ones: %+v", got)
	}
}

// The interval is the set of shifts that the exact test does not reject.
func TestHodgesLehmannInvertsTheTest(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{2, 5, 6, 9, 14, 25} {
		d := make([]float64, n)
		for i := range d {
			d[i] = rng.NormFloat64() + 0.3
		}
		centre, in, attained := HodgesLehmann(d, 0.9)
		if n >= 5 && attained < 0.9 {
			t.Errorf("n = %d: coverage %g", n, attained)
		}
		if !in.Contains(centre) {
			t.Errorf("n = %d: centre %g outside %v", n, centre, in)
		}
		for k := range 4001 {
			shift := -2 + float64(k)/1000 + 1e-7
			moved := make([]float64, n)
			for i, v := range d {
				moved[i] = v - shift
			}
			if p := Wilcoxon(moved).TwoSided; (p > 1-attained+1e-12) != in.Contains(shift) {
				t.Fatalf("n = %d: shift %g has p = %g, interval %v with %g", n, shift, p, in, attained)
			}
		}
	}
}

// The depression scores of Hollander and Wolfe (Nonparametric Statistical Methods, Table 3.1; R's ?wilcox.test): estimate
// -0.46, interval -0.786 to -0.010 with 96.1 %.
func TestHodgesLehmannOnDepression(t *testing.T) {
	x := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	y := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	centre, in, attained := HodgesLehmann(differences(y, x), 0.95)
	want(t, "centre", centre, -0.46, 1e-3)
	want(t, "low", in.Low, -0.786, 1e-3)
	want(t, "high", in.High, -0.010, 1e-2)
	want(t, "attained", attained, 0.9609375, 1e-12)
	if got := Wilcoxon(differences(x, y)); got.Positive != 40 || math.Abs(got.Greater-0.01953125) > 1e-12 {
		t.Errorf("%+v, want V = 40, p = 0.01953", got)
	}
	if c, _, a := HodgesLehmann([]float64{4}, 0.95); c != 4 || a != 0 {
		t.Errorf("one value: centre %g, coverage %g", c, a)
	}
	if c, _, _ := HodgesLehmann(nil, 0.95); !math.IsNaN(c) {
		t.Errorf("no value: centre %g", c)
	}
}

// Beyond 25 pairs the interval is normal: its coverage over many samples is what it says.
func TestHodgesLehmannCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	covered := 0
	const trials = 1500
	for range trials {
		d := make([]float64, 30)
		for i := range d {
			d[i] = rng.ExpFloat64() - rng.ExpFloat64()
		}
		if _, in, _ := HodgesLehmann(d, 0.9); in.Contains(0) {
			covered++
		}
	}
	if rate := float64(covered) / trials; rate < 0.875 || rate > 0.93 { // three standard errors: 0.023
		t.Errorf("90 %% intervals hold the centre in %g of the samples", rate)
	}
}
