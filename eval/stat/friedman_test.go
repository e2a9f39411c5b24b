package stat

import (
	"math"
	"slices"
	"testing"
)

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
	if cd := f.CriticalDifference(0.05); math.Abs(cd-1.25) > 0.05 { // his is the limit, without ties
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
	if err != nil || agree.F != inf || math.Abs(agree.P-1.0/6) > 1e-15 || agree.By != Exact || !slices.Equal(agree.Ranks, []float64{1, 2, 3}) {
		t.Errorf("full agreement: %+v, %v", agree, err)
	}
	tied, err := FriedmanTest([][]float64{{1, 1}, {2, 2}}, true)
	if err != nil || !math.IsNaN(tied.P) || !math.IsNaN(tied.F) {
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
		{0.1, nil}, {0.5, [][]int{{1, 3}, {2, 0}}}, {1.8, [][]int{{1, 3}, {3, 2, 0}}}, {2, [][]int{{1, 3, 2}, {3, 2, 0}, {0, 4}}},
		{9, [][]int{{1, 3, 2, 0, 4}}},
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
