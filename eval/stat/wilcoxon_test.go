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
}

func TestWilcoxonEdges(t *testing.T) {
	for _, d := range [][]float64{nil, {0}, {0, 0, 0}} {
		got := Wilcoxon(d)
		if got.TwoSided != 1 || got.Greater != 1 || got.Less != 1 || got.Zeros != len(d) {
			t.Errorf("%v: %+v", d, got)
		}
	}
	if got := Wilcoxon([]float64{1, 2, 3, 4, 5}); got.TwoSided != 2.0/32 {
		t.Errorf("five above zero: %+v", got) // the smallest p-value of five pairs
	}
	many := make([]float64, 400)
	for i := range many {
		many[i] = 1 // all tied
	}
	if got := Wilcoxon(many); got.Exact || !(got.TwoSided < 1e-60) {
		t.Errorf("400 ones: %+v", got)
	}
}

// The depression scores of Hollander and Wolfe (Nonparametric Statistical Methods, Table 3.1; R's ?wilcox.test).
func TestWilcoxonOnDepression(t *testing.T) {
	x := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	y := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	if got := Wilcoxon(differences(x, y)); got.Positive != 40 || math.Abs(got.Greater-0.01953125) > 1e-12 {
		t.Errorf("%+v, want V = 40, p = 0.01953", got)
	}
}
