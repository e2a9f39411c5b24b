package stat

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// oracle is testdata/scipy.json; its README tells where it comes from.
type oracle struct {
	Tool      string
	TCDF      [][3]float64 `json:"t_cdf"`
	TQuantile [][3]float64 `json:"t_quantile"`
	Range     [][3]float64
	Welch     []struct {
		A, B                           []float64
		P, DF, Low, High, Margin, TOST float64
	}
	Paired []struct {
		A, B []float64
		P    float64
	}
	Wilcoxon []struct {
		D             []float64
		Zeros         int
		TwoSided      float64 `json:"two_sided"`
		Greater, Less float64
	}
	Friedman []struct {
		Scores   [][]float64
		Ranks    []float64
		ChiSq, F float64
	}
	Kendall []struct {
		X, Y   []float64
		Tau, P float64
	}
}

func readOracle(t *testing.T) oracle {
	t.Helper()
	data, err := os.ReadFile("testdata/scipy.json")
	if err != nil {
		t.Fatal(err)
	}
	var o oracle
	if err := json.Unmarshal(data, &o); err != nil {
		t.Fatal(err)
	}
	for name, n := range map[string]int{
		"t_cdf": len(o.TCDF), "t_quantile": len(o.TQuantile), "range": len(o.Range), "welch": len(o.Welch), "paired": len(o.Paired),
		"wilcoxon": len(o.Wilcoxon), "friedman": len(o.Friedman), "kendall": len(o.Kendall),
	} {
		if n < 3 {
			t.Fatalf("only %d values of %s", n, name)
		}
	}
	return o
}

func want(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !near(got, want, tol) {
		t.Errorf("%s = %.15g, want %.15g", what, got, want)
	}
}

func TestDistributionsAgainstScipy(t *testing.T) {
	o := readOracle(t)
	for _, v := range o.TCDF {
		want(t, "TCDF", TCDF(v[0], v[1]), v[2], 1e-9)
	}
	for _, v := range o.TQuantile {
		if got := TQuantile(v[0], v[1]); math.Abs(got-v[2]) > 1e-9*max(1e-3, math.Abs(v[2])) {
			t.Errorf("TQuantile(%g, %g) = %.12g, want %.12g", v[0], v[1], got, v[2])
		}
	}
	for _, v := range o.Range {
		want(t, "RangeQuantile", RangeQuantile(v[0], int(v[1])), v[2], 1e-6) // scipy integrates to about as much
	}
}

// welch compares samples without common replicates.
func welch(a, b []float64) Estimate {
	part := func(s Summary) Part { return Part{Variance: s.SD * s.SD / float64(s.N), DF: float64(s.N - 1)} }
	x, y := Summarise(a), Summarise(b)
	return Combine(x.Mean-y.Mean, part(x), part(y))
}

func TestEstimatesAgainstScipy(t *testing.T) {
	o := readOracle(t)
	for _, w := range o.Welch {
		e := welch(w.A, w.B)
		want(t, "p", e.P(0), w.P, 1e-10)
		want(t, "df", e.DF, w.DF, 1e-12)
		in := e.Interval(0.9)
		want(t, "low", in.Low, w.Low, 1e-10)
		want(t, "high", in.High, w.High, 1e-10)
		want(t, "equivalence", e.Equivalence(w.Margin), w.TOST, 1e-10)
	}
	for _, p := range o.Paired {
		want(t, "paired p", Paired(p.A, p.B).P(0), p.P, 1e-10)
	}
}

func TestRankTestsAgainstScipy(t *testing.T) {
	o := readOracle(t)
	for _, w := range o.Wilcoxon {
		got := Wilcoxon(w.D)
		want(t, "two-sided", got.TwoSided, w.TwoSided, 1e-10)
		want(t, "greater", got.Greater, w.Greater, 1e-10)
		want(t, "less", got.Less, w.Less, 1e-10)
		if got.Zeros != w.Zeros {
			t.Errorf("%d zeros, want %d", got.Zeros, w.Zeros)
		}
	}
	for _, f := range o.Friedman {
		got, err := FriedmanTest(f.Scores, false)
		if err != nil {
			t.Fatal(err)
		}
		for j, r := range f.Ranks {
			want(t, "rank", got.Ranks[j], r, 1e-12)
		}
		want(t, "chi²", got.ChiSq, f.ChiSq, 1e-10)
		want(t, "F", got.F, f.F, 1e-9)
	}
	for _, k := range o.Kendall {
		got := KendallTau(k.X, k.Y)
		want(t, "tau", got.Tau, k.Tau, 1e-12)
		tol := 1e-10
		if got.N > exactTied && got.N <= exactUntied && !got.Exact { // scipy's is the limit, ours is drawn
			tol = 0.1
		}
		want(t, "p of tau", got.P, k.P, tol)
	}
}
