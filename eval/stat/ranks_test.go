package stat

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

// The p-values and critical differences of few data sets, against all orders in Python, and the Bayesian test against its definition
// over all pairs (testdata/ranks.py).
func TestRanksAgainstPython(t *testing.T) {
	data, err := os.ReadFile("testdata/ranks.json")
	if err != nil {
		t.Fatal(err)
	}
	var o struct {
		Friedman []struct {
			Scores   [][]float64
			P        float64
			Critical *float64
			Exact    bool
		}
		Posterior []struct {
			D      []float64
			Region float64
			P      []float64
		}
	}
	if err := json.Unmarshal(data, &o); err != nil || len(o.Friedman) < 10 || len(o.Posterior) < 5 {
		t.Fatal(err, len(o.Friedman), len(o.Posterior))
	}
	for _, v := range o.Friedman {
		f, err := FriedmanTest(v.Scores, false)
		if err != nil {
			t.Fatal(err)
		}
		p, critical := 1e-12, 1e-9
		if !v.Exact {
			p, critical = 0.008, 0.03*float64(f.Methods)
		}
		if math.Abs(f.P-v.P) > p || v.Exact && f.By != Exact {
			t.Errorf("%d sets, %d methods: p = %.12g (%s), want %.12g", f.Sets, f.Methods, f.P, f.By, v.P)
		}
		switch cd := f.CriticalDifference(0.05); {
		case v.Critical == nil && !math.IsInf(cd, 1), v.Critical != nil && math.Abs(cd-*v.Critical) > critical:
			t.Errorf("%d sets, %d methods: critical difference %g, want %v", f.Sets, f.Methods, cd, v.Critical)
		}
	}
	for _, v := range o.Posterior {
		got := SignedRankPosterior(v.D, v.Region)
		for i, p := range []float64{got.Worse, got.Equal, got.Better} {
			if math.Abs(p-v.P[i]) > 0.01 {
				t.Errorf("%v, ±%g: %+v, want %v", v.D, v.Region, got, v.P)
			}
		}
	}
}

// Where all sets agree the p-value is (k!)^(1-N), however many orders there are.
func TestFriedmanWhereAllAgree(t *testing.T) {
	for _, v := range []struct{ methods, sets int }{{2, 3}, {2, 6}, {4, 2}, {3, 3}, {4, 3}, {9, 2}, {12, 5}, {5, 30}} {
		scores := make([][]float64, v.sets)
		factorial := 1.0
		for j := range v.methods {
			factorial *= float64(j + 1)
		}
		for i := range scores {
			for j := range v.methods {
				scores[i] = append(scores[i], float64(j))
			}
		}
		f, err := FriedmanTest(scores, false)
		if want := math.Pow(factorial, float64(1-v.sets)); err != nil || math.Abs(f.P/want-1) > 1e-9 || f.By != Exact {
			t.Errorf("%d methods, %d sets: p = %g (%s), want %g; %v", v.methods, v.sets, f.P, f.By, want, err)
		}
	}
}

// Methods that do not differ are called different in at most 5 of 100 tables: by Friedman's test, by the critical difference, and by
// Wilcoxon's with Holm's correction, of 6, 12 and 20 sets; a method that is ahead by one deviation of a set is found.
func TestErrorRatesOfRanks(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for _, sets := range []int{6, 12, 20} {
		const tables, methods = 100, 3
		var friedman, nemenyi, holm, found float64
		for table := range tables {
			scores := make([][]float64, sets)
			d, ahead := make([][]float64, methods-1), make([]float64, sets)
			for i := range scores {
				scores[i] = make([]float64, methods)
				for j := range scores[i] {
					scores[i][j] = rng.NormFloat64()
				}
				for j := range d {
					d[j] = append(d[j], scores[i][j+1]-scores[i][0])
				}
				ahead[i] = 1 + rng.NormFloat64()
			}
			f, err := FriedmanTest(scores, false)
			if err != nil {
				t.Fatal(err)
			}
			if f.P < 0.05 {
				friedman++
			}
			if len(f.Cliques(f.CriticalDifference(0.05))[0]) < methods {
				nemenyi++
			}
			p := make([]float64, len(d))
			for j := range d {
				p[j] = Wilcoxon(d[j]).TwoSided
			}
			for _, q := range Holm(p) {
				if q < 0.05 {
					holm++
					break
				}
			}
			if table < 40 && SignedRankPosterior(ahead, 0.1).Better > 0.95 {
				found++
			}
		}
		limit := 0.05 + 3*math.Sqrt(0.05*0.95/tables)
		if friedman/tables > limit || nemenyi/tables > limit || holm/tables > limit {
			t.Errorf("%d sets: %.3f by Friedman, %.3f by the critical difference, %.3f by Holm, want at most %.3f", sets, friedman/tables,
				nemenyi/tables, holm/tables, limit)
		}
		if found/40 < []float64{0.3, 0.7, 0.9}[min(sets/10, 2)] {
			t.Errorf("%d sets: a method ahead by one deviation is found in %.2f of the tables", sets, found/40)
		}
	}
}

// Ranks that are drawn again: a method that is the best on every set is first in every draw, two that take turns are first in half, and a
// family of many alike sets counts as one draw, not as many.
func TestResampleRanks(t *testing.T) {
	set := func(family string, values ...float64) SetScores {
		s := SetScores{Family: family}
		for _, v := range values {
			s.Values = append(s.Values, []float64{v, v})
		}
		return s
	}
	always := ResampleRanks([]SetScores{set("", 3, 2, 1), set("", 3, 1, 2), set("", 3, 2, 1), set("", 3, 1, 2)}, false)
	if always[0] != (RankSpread{Interval{1, 1}, 1, 1, 1}) || always[1].Best != 2 || always[1].Worst != 3 || always[1].First != 0 {
		t.Errorf("%+v", always)
	}
	lower := ResampleRanks([]SetScores{set("", 3, 2, 1), set("", 3, 1, 2)}, true)
	if lower[0].Rank != (Interval{3, 3}) {
		t.Errorf("%+v", lower)
	}
	// Nine of ten sets speak for the first method, but they are one family: another family alone is drawn in a quarter of the draws.
	sets := []SetScores{set("other", 1, 2)}
	for range 9 {
		sets = append(sets, set("alike", 2, 1))
	}
	of := ResampleRanks(sets, false)
	if math.Abs(of[1].First-0.25) > 0.02 || of[1].Best != 1 {
		t.Errorf("%+v, want the second to be first in a quarter", of)
	}
	for i := range sets {
		sets[i].Family = ""
	}
	if of = ResampleRanks(sets, false); of[1].First > 0.01 {
		t.Errorf("%+v, want ten witnesses where no family is named", of)
	}
	// Seeds are shared: a method that is one ahead of another in each seed stays ahead, however much the seeds scatter.
	paired := []SetScores{{Values: [][]float64{{1, 5, 9}, {2, 6, 10}}}, {Values: [][]float64{{3, 70, 8}, {4, 71, 9}}}}
	if of = ResampleRanks(paired, false); of[1].First != 1 {
		t.Errorf("%+v", of)
	}
}
