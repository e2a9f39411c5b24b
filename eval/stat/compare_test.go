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
	for _, v := range []float64{TCDF(nan, 1), TCDF(1, 0), TCDF(1, -2), TQuantile(0.5, 0), TQuantile(-0.1, 3), TQuantile(1.1, 3), TQuantile(nan, 3)} {
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
		{"inside 2", e.Equivalence(2), 1}, {"beyond 1", e.Beyond(1), 0}, {"beyond 3", e.Beyond(3), 1}, {"beyond 2", e.Beyond(2), 1},
		{"half", e.HalfWidth(0.99), 0},
	} {
		want(t, v.what, v.got, v.want, 0)
	}
	if e := Welch(Summarise([]float64{1}), Summarise([]float64{1, 2})); !math.IsNaN(e.SE) || !math.IsNaN(e.DF) || !math.IsNaN(e.P(0)) {
		t.Errorf("one value gives %+v", e)
	}
	if e := Welch(Summarise([]float64{3, 3}), Summarise([]float64{1, 1, 1})); e.Value != 2 || e.SE != 0 || e.P(0) != 0 {
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

// The interval at 90 % lies inside the margin just where two one-sided tests at 5 % say so.
func TestEquivalenceIsTheInterval(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		e := Estimate{Value: rng.NormFloat64(), SE: rng.Float64(), DF: 1 + 20*rng.Float64()}
		margin := 2 * rng.Float64()
		if in, p := e.Interval(0.9).Within(margin), e.Equivalence(margin); in != (p < 0.05) {
			t.Fatalf("%+v inside %g: %t by the interval, p = %g", e, margin, in, p)
		}
		want(t, "beyond 0", e.Beyond(0), e.P(0), 1e-10)
		if e.Beyond(margin) < e.P(0) {
			t.Fatalf("%+v: beyond %g is easier than beyond 0", e, margin)
		}
		want(t, "two sides", e.Greater(0.3)+e.Less(0.3), 1, 1e-12)
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

func TestCohen(t *testing.T) {
	a, b := Summary{N: 3, Mean: 5, SD: 2}, Summary{N: 5, Mean: 4, SD: 1}
	want(t, "d", CohenD(a, b), 1/math.Sqrt((2*4+4*1)/6.0), 1e-15)
	want(t, "no spread", CohenD(Summary{N: 2, Mean: 1}, Summary{N: 2, Mean: 0}), inf, 0)
	want(t, "equal", CohenD(Summary{N: 2, Mean: 1}, Summary{N: 2, Mean: 1}), 0, 0)
	want(t, "one value", CohenD(Summarise([]float64{1}), b), nan, 0)
	want(t, "pairs", CohenDz([]float64{1, 2, 3}), 2, 1e-15)
	want(t, "equal pairs", CohenDz([]float64{0, 0}), 0, 0)
	want(t, "one pair", CohenDz([]float64{1}), nan, 0)
}

// Demšar's Table 5a prints q/√2 at 5 %.
func TestRangeAgainstDemsar(t *testing.T) {
	for i, q := range []float64{1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164} {
		if got := RangeQuantile(0.95, i+2) / math.Sqrt2; math.Abs(got-q) > 1e-3 { // his last digit is not always rounded
			t.Errorf("%d methods: q = %.4f, want %.3f", i+2, got, q)
		}
	}
	for _, q := range []float64{0.1, 1, 3} { // two normal variables differ by one with variance 2
		want(t, "two", RangeCDF(q, 2), 2*NormalCDF(q/math.Sqrt2)-1, 1e-12)
	}
	for _, v := range []float64{RangeQuantile(0.95, 1), RangeQuantile(0, 3), RangeQuantile(1, 3), RangeQuantile(nan, 3)} {
		want(t, "outside", v, nan, 0)
	}
}

// Demšar's own example (section 3.2.2, Table 6): four methods on 14 data sets, mean ranks 3.143, 2.000, 2.893, 1.964;
// χ² = 9.28, F = 3.69, CD at 5 % is 1.25.
func TestFriedmanOnDemsar(t *testing.T) {
	scores := [][]float64{
		{.763, .768, .771, .798}, {.599, .591, .590, .569}, {.954, .971, .968, .967}, {.628, .661, .654, .657},
		{.882, .888, .886, .898}, {.936, .931, .916, .931}, {.661, .668, .609, .685}, {.583, .583, .563, .625},
		{.775, .838, .866, .875}, {1.000, 1.000, 1.000, 1.000}, {.940, .962, .965, .962}, {.619, .666, .614, .669},
		{.972, .981, .9751, .975}, {.957, .978, .946, .970},
	}
	f, err := FriedmanTest(scores, false)
	if err != nil {
		t.Fatal(err)
	}
	for j, r := range []float64{3.143, 2.000, 2.893, 1.964} {
		if math.Abs(f.Ranks[j]-r) > 6e-4 {
			t.Errorf("mean rank %d is %.4f, want %.3f", j+1, f.Ranks[j], r)
		}
	}
	if cd := f.CriticalDifference(0.05); math.Abs(cd-1.25) > 0.01 {
		t.Errorf("critical difference %g, want 1.25", cd)
	}
	// Without his correction for ties, which he leaves out, χ² is 9.28.
	var ties float64
	for _, row := range scores {
		for _, k := range tieSizes(row) {
			ties += float64(k*k*k - k)
		}
	}
	if plain := f.ChiSq * (1 - ties/(14*4*15)); math.Abs(plain-9.28) > 0.01 {
		t.Errorf("χ² = %g without the correction, want 9.28", plain)
	}
	negated := make([][]float64, len(scores))
	for i, row := range scores {
		for _, v := range row {
			negated[i] = append(negated[i], -v)
		}
	}
	lower, err := FriedmanTest(negated, true)
	if err != nil || !slices.Equal(lower.Ranks, f.Ranks) {
		t.Errorf("ranks of the negated scores %v, %v", lower.Ranks, err)
	}
}

func TestFriedmanEdges(t *testing.T) {
	agree, err := FriedmanTest([][]float64{{1, 2, 3}, {4, 5, 6}}, true)
	if err != nil || agree.F != inf || agree.PF != 0 || !slices.Equal(agree.Ranks, []float64{1, 2, 3}) {
		t.Errorf("full agreement: %+v, %v", agree, err)
	}
	tied, err := FriedmanTest([][]float64{{1, 1}, {2, 2}}, true)
	if err != nil || !math.IsNaN(tied.P) || !math.IsNaN(tied.PF) {
		t.Errorf("ties everywhere: %+v, %v", tied, err)
	}
	for _, bad := range [][][]float64{nil, {{1, 2}}, {{1}, {2}}, {{1, 2}, {1}}, {{1, 2}, {nan, 3}}} {
		if _, err := FriedmanTest(bad, false); err == nil {
			t.Errorf("%v is taken", bad)
		}
	}
}

func TestCliques(t *testing.T) {
	f := Friedman{Ranks: []float64{3.1, 1, 2.9, 1.4, 5}}
	for _, v := range []struct {
		cd   float64
		want [][]int
	}{
		{0.1, nil}, {0.5, [][]int{{1, 3}, {2, 0}}}, {1.8, [][]int{{1, 3}, {3, 2, 0}}}, {2, [][]int{{1, 3, 2}, {3, 2, 0}, {0, 4}}}, {9, [][]int{{1, 3, 2, 0, 4}}},
	} {
		if got := f.Cliques(v.cd); !slices.EqualFunc(got, v.want, slices.Equal) {
			t.Errorf("cd %g: %v, want %v", v.cd, got, v.want)
		}
	}
}

func TestKendallEdges(t *testing.T) {
	same := KendallTau([]float64{1, 2, 3, 4}, []float64{10, 20, 30, 40})
	if same.Tau != 1 || math.Abs(same.P-2.0/24) > 1e-15 || !same.Exact {
		t.Errorf("same order: %+v", same) // two of the 24 orders are as far from chance
	}
	if back := KendallTau([]float64{1, 2, 3}, []float64{3, 2, 1}); back.Tau != -1 || math.Abs(back.P-2.0/6) > 1e-15 {
		t.Errorf("opposite order: %+v", back)
	}
	for _, y := range [][]float64{{1, 1, 1}, {}, {5}} {
		if k := KendallTau(y, y); !math.IsNaN(k.Tau) || !math.IsNaN(k.P) {
			t.Errorf("%v: %+v", y, k)
		}
	}
	// The recurrence and going through all orders agree.
	x, y := []float64{1, 2, 3, 4, 5, 6}, []float64{2, 1, 4, 3, 6, 5}
	s := concordance(x, y)
	want(t, "two ways", inversionsP(6, s), permutationsP(x, y, s), 1e-13)
}
