package workflow

import (
	"math"
	"strings"
	"testing"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/whatif"
	"nmfrepro/reports/result"
)

func cellThatDiffers(method string, rank int, difference float64) result.Cell {
	c := result.Cell{Address: method, At: result.Address{Dataset: "orl", Rank: rank, Method: method, Metric: "acc"}}
	c.Verdict = result.Verdict{Kind: result.KindDiffers, Difference: difference, Tolerance: 0.05}
	return c
}

// Notes and settings explain the cells that they are about, those of the largest differences first; a setting that a note tells of goes
// with it, and what was looked into without finding a cause comes last and explains nothing.
func TestReasons(t *testing.T) {
	a, b, c := cellThatDiffers("a", 5, 0.2), cellThatDiffers("b", 10, -0.1), cellThatDiffers("c", 10, 10)
	fine := cellThatDiffers("d", 5, 0)
	fine.Verdict.Kind = result.KindAgrees
	table := result.Table{Key: "table2", Panels: []result.Panel{{Rows: []result.Row{{Cells: []result.Cell{a, b, c, fine}}}}}}
	paper := &reported.Paper{Notes: []reported.Note{
		{Says: "**All.** Of everything."},
		{About: "table2:method=b|d", Settings: []string{"start"}, Says: "**Start.** It moves b, by Eq. (2). Not by `--choice scale`."},
		{About: "table3 table2:rank=10", Open: true, Says: "**Rank 10** is hard."},
		{About: "fig1", Says: "**Figure.** Other."},
	}}
	other := func(key string, c result.Cell, nearer, low float64) Alternative {
		gap := math.Abs(c.Verdict.Difference)
		return Alternative{key, "the " + key, "v", "w", whatif.Moved{Cell: c, Gap: gap, OtherGap: gap - nearer, Nearer: nearer, Interval: stat.Interval{Low: low, High: 1}}}
	}
	got := reasons(paper, table, []Alternative{
		other("start", b, 0.05, 0.01), other("scale", a, 0.15, 0.01), other("scale", c, -0.5, 0.01), // c is as bad as before
		other("order", a, 0.2, -0.01), // no significant change
		other("sweeps", a, 0.01, 0.001), other("k", fine, 1, 0.5),
	})
	want := []string{
		"With “scale: v” 1 of the 2 cells that were run come significantly nearer, by 21 % of the difference. (1 cell)",
		"Start. It moves b, by Eq. (2). With “start: v” it comes significantly nearer, by 50 % of the difference. (1 cell)",
		"Rank 10 is hard. (2 cells)",
	}
	for i, r := range got {
		if i >= len(want) || r.String() != want[i] {
			t.Errorf("reason %d: %s", i, r)
		}
	}
	if n := result.Unexplained(table.Cells(), got); len(got) != len(want) || n != 1 {
		t.Errorf("%d reasons, %d cells without a cause, want %d and 1", len(got), n, len(want))
	}
}

// An average is of all data sets and ranks; a note on a figure or on another table does not fit.
func TestFits(t *testing.T) {
	average := result.Cell{At: result.Address{Dataset: reported.AverageRow, Method: "a", Metric: "acc"}}
	for about, want := range map[string]bool{
		"": true, "table2": true, "table3": false, "table2:dataset=orl,rank=5": true, "table2:method=b": false, "table3 table2:method=a|b,metric=acc": true, "fig2": false,
	} {
		if got := fits(reported.Note{About: about}, "table2", average); got != want {
			t.Errorf("%q: %t", about, got)
		}
	}
	if fits(reported.Note{About: "table2:rank=5"}, "table2", cellThatDiffers("a", 50, 1)) {
		t.Error("rank 5 fits 50")
	}
}

func TestInShort(t *testing.T) {
	for note, want := range map[string]string{
		"**A b.** First, of Eqs. (1) and\n2.5 things; so. Second.": "A b. First, of Eqs. (1) and 2.5 things; so.",
		"**k-means** moves it, mean ± sd:\n\n| x |\n| --- |":       "k-means moves it, mean ± sd.",
		"no heading": "no heading",
	} {
		if got := inShort(note); got != want {
			t.Errorf("%q: %q, want %q", strings.TrimSpace(note), got, want)
		}
	}
}
