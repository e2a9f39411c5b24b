package reports

import (
	"errors"
	"strings"
	"testing"

	"nmfrepro/eval/stat"
	"nmfrepro/reports/result"
)

// compared is a comparison of methods over six data sets, with the places between which each may lie.
func compared(metric string, against int, keys []string, best []int, posterior []*stat.Posterior) result.Comparison {
	c := result.Comparison{Against: against, MethodGroup: result.MethodGroup{Panel: metric, Metric: metric, Unit: result.Points}}
	c.Ours.Rows, c.Ours.Friedman.Sets = make([]string, 6), 6
	for i, key := range keys {
		c.Methods = append(c.Methods, result.Method{Key: key, Name: strings.ToUpper(key)})
		c.Standings = append(c.Standings, result.Standing{Method: i, Rank: float64(i) + 1.25, Spread: &stat.RankSpread{Best: best[i], Worst: len(keys)}, Posterior: posterior[i], Versus: result.Versus{Signed: make([]float64, 6)}})
	}
	return c
}

// The first line names the methods that may be the best, metrics with the same ones together; the second says where the reference stands against
// the baselines, with a probability only where it is decided.
func TestComparisonAnswer(t *testing.T) {
	keys := []string{"umap", "mine", "nmf", "k-means"}
	p := []*stat.Posterior{{Worse: 0, Better: 1}, nil, {Worse: 0.91, Better: 0.05}, {Worse: 0.5, Better: 0.3}}
	all := []result.Comparison{compared("acc", 1, keys, []int{1, 2, 2, 3}, p), compared("purity", 1, keys, []int{1, 2, 2, 3}, p), compared("entropy", 1, keys, []int{1, 1, 2, 2}, p)}
	want := []string{"Use UMAP by accuracy and purity; UMAP or MINE by entropy. Any other method is first in at most 2.5 % of redraws of these 6 data sets.",
		"MINE: mean rank 2.2 of 4 by accuracy; on further data sets better than NMF with probability 0.91; against K-MEANS undecided."}
	if got := ComparisonAnswer(all); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%q\nwant %q", got, want)
	}
	// Without baselines the best other method is named; nobody who may be worse is called better.
	c := compared("acc", 1, []string{"a", "b", "c"}, []int{1, 1, 1}, []*stat.Posterior{{Equal: 0.95}, nil, {Worse: 0.89}})
	if got := ComparisonAnswer([]result.Comparison{c}); len(got) != 2 || !strings.HasSuffix(got[1], "practically equal to A with probability 0.95.") || got[0] != "Which to use is undecided: by accuracy 3 of 3 methods may be the best." {
		t.Errorf("%q", got)
	}
	// Nothing is said of what is neither good nor bad.
	c.Neutral, c.OursErr = true, errors.New("neutral")
	if got := ComparisonAnswer([]result.Comparison{c}); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

// One data set: those that are the best of every row, or not significantly behind, and what is significant of the reference.
func TestAnswerOfOneDataSet(t *testing.T) {
	cell := func(column string, mean float64, p map[string]float64) result.Score {
		return result.Score{Cell: result.Cell{At: result.Address{Column: column, Metric: "acc"}, Against: p, Metric: result.Metric{Scale: result.Scale{Decimals: 2}},
			Runs: result.Sample{Values: []float64{mean - 0.01, mean + 0.01}}}}
	}
	row := result.Scores{Label: "r", Cells: []result.Score{cell("a", 0.9, map[string]float64{"b": 0.4, "c": 0.001}), cell("b", 0.89, map[string]float64{"a": 0.4, "c": 0.01}),
		cell("c", 0.5, map[string]float64{"a": 0.001, "b": 0.01})}}
	c := result.Comparison{Against: 0, OursErr: errors.New("one row"), MethodGroup: result.MethodGroup{Metric: "acc", Unit: result.Points, Methods: []result.Method{{Name: "A"}, {Name: "B"}, {Name: "C"}},
		Rows: []result.Scores{row}}}
	pair := func(b int, d, holm float64) result.Pair {
		return result.Pair{A: 0, B: b, On: result.OnTheseRows, Holm: holm, Difference: stat.Difference{Estimate: stat.Estimate{Value: d}}}
	}
	c.Pairs = []result.Pair{pair(1, 0.01, 0.4), pair(2, 0.4, 0.002)}
	want := "Use A or B by accuracy. In some row each other one is significantly behind the best.\nA by accuracy, on these rows: significantly better than C; not significantly different from B."
	if got := strings.Join(ComparisonAnswer([]result.Comparison{c}), "\n"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// A comparison says how many runs ended at the limit on iterations that a tolerance could have ended, and by which methods most did.
func TestRunsAtTheLimit(t *testing.T) {
	for _, tt := range []struct {
		limit [2][2]int // runs at the limit by row and method, of ten
		want  string
	}{
		{[2][2]int{{0, 0}, {0, 0}}, ""},
		{[2][2]int{{1, 0}, {0, 0}}, "1 of 40 runs ended at the limit on iterations, not by the tolerance."},
		{[2][2]int{{5, 0}, {5, 0}}, "10 of 40 runs ended at the limit on iterations, not by the tolerance."}, // half is not most
		{[2][2]int{{5, 0}, {6, 10}}, "21 of 40 runs ended at the limit on iterations, not by the tolerance, most of A."},
		{[2][2]int{{10, 10}, {10, 10}}, "40 of 40 runs ended at the limit on iterations, not by the tolerance, most of A, B."},
	} {
		c := result.Comparison{OursErr: errors.New("two rows"), MethodGroup: result.MethodGroup{Metric: "acc", Methods: []result.Method{{Name: "A"}, {Name: "B"}}}}
		for i, row := range tt.limit {
			scores := result.Scores{Label: "row " + string(rune('1'+i))}
			for _, at := range row {
				scores.Cells = append(scores.Cells, result.Score{Cell: result.Cell{Runs: result.Sample{Values: make([]float64, 10), AtLimit: at}}})
			}
			c.Rows = append(c.Rows, scores)
		}
		got := ""
		for _, note := range comparisonNotes(c) {
			if strings.Contains(note, "limit") {
				got += note
			}
		}
		if got != tt.want {
			t.Errorf("%v: %q, want %q", tt.limit, got, tt.want)
		}
	}
}
