package judge

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
)

// table has three methods over four rows: b is the best everywhere but in the last row; the reported order differs in one.
func table() result.Table {
	scores := map[string][][]float64{
		"r1": {{0.5, 0.6, 0.7, 0.6, 0.5}, {0.7, 0.7, 0.8, 0.7, 0.6}, {0.4, 0.4, 0.4, 0.4, 0.5}},
		"r2": {{0.50, 0.51, 0.52, 0.53, 0.54}, {0.60, 0.61, 0.62, 0.63, 0.64}, {0.1, 0.2, 0.1, 0.2, 0.1}},
		"r3": {{0.5, 0.5, 0.5, 0.5, 0.5}, {0.9, 0.9, 0.9, 0.9, 0.9}, {0.7, 0.7, 0.7, 0.7}},
		"r4": {{0.9, 0.8, 0.9, 0.8, 0.9}, {0.5, 0.6, 0.5, 0.6, 0.5}, {0.4, 0.3, 0.4, 0.3, 0.4}},
	}
	reported := map[string][]string{"r1": {"0.60", "0.70", "0.40"}, "r2": {"0.52", "0.62", "0.60"}, "r3": {"", "0.9", "0.7"}, "r4": {"0.9", "0.5", "0.4"}}
	b := result.Panel{Key: "acc", Title: "accuracy", Columns: []result.Column{{Label: "A"}, {Label: "B"}, {Label: "C"}}}
	for _, label := range []string{"r1", "r2", "r3", "r4"} {
		row := result.Row{Label: label}
		for k, values := range scores[label] {
			row.Cells = append(row.Cells, result.Cell{
				At:       result.Address{Dataset: label, Method: []string{"a", "b", "c"}[k], Metric: "acc"},
				Runs:     result.Sample{Values: values, Want: 5},
				Reported: result.Reported{Value: reported[label][k]},
			})
		}
		b.Rows = append(b.Rows, row)
	}
	avg := result.Row{Label: "Avg."}
	for range 3 {
		avg.Cells = append(avg.Cells, result.Cell{At: result.Address{Dataset: "avg", Method: "a", Metric: "acc"}})
	}
	b.Rows = append(b.Rows, avg)
	return result.Table{Address: "p/t", Panels: []result.Panel{b}}
}

func TestAgainst(t *testing.T) {
	all := fields(table())
	if len(all) != 1 || len(all[0].Rows) != 4 || len(all[0].Methods) != 3 {
		t.Fatalf("fields %+v, want one of three methods and four rows, without the average", all)
	}
	f := all[0]
	pairs := against(f, f.Find("B"))
	if len(pairs) != 4*2+2 {
		t.Fatalf("%d comparisons, want two in each of four rows and two over the rows", len(pairs))
	}
	// r1: B - A is 0.2, 0.1, 0.1, 0.1, 0.1 by replicate: mean 0.12, deviation 0.1/√5, t = 6 with 4 degrees of freedom. B - C:
	// 0.3, 0.3, 0.4, 0.3, 0.1, t = 0.28/√(0.048/20) = 5.7. The signs agree in all five: p = 2/2⁵.
	p := pairs[0]
	if p.Row != "r1" || p.A != 1 || p.B != 0 || !p.Paired || p.N != 5 || math.Abs(p.Estimate.Value-0.12) > 1e-12 || !f.Better(p) {
		t.Errorf("r1, B against A: %+v", p)
	}
	if want := 2 * stat.TCDF(-6, 4); math.Abs(p.P-want) > 1e-12 || p.Ranks.TwoSided != 0.0625 || math.Abs(p.Effect-6/math.Sqrt(5)) > 1e-9 {
		t.Errorf("p = %v, want %v; signed ranks %v", p.P, want, p.Ranks.TwoSided)
	}
	if p.Holm < p.P || p.Holm > 2*p.P {
		t.Errorf("adjusted %v, want that of one of the two pairs of B in the row, %v alone", p.Holm, p.P)
	}
	// r3: a replicate of C is missing: nothing says which, so that nothing pairs up.
	if p := pairs[5]; p.Row != "r3" || p.B != 2 || p.Paired || p.N != 4 {
		t.Errorf("r3, B against C: %+v", p)
	}
	// Over the rows B - C is 0.28, 0.48, 0.2 and 0.18. Four rows are too few for a sample of rows like these.
	if p := pairs[9]; p.Row != "" || p.N != 4 || p.On != "on these rows" || math.Abs(p.Estimate.Value-0.285) > 1e-12 {
		t.Errorf("over the rows, B against C: %+v", p)
	}
}

func TestRanks(t *testing.T) {
	f := fields(table())[0]
	ours, err := ranked(f, ourMean)
	if err != nil {
		t.Fatal(err)
	}
	// Ranks of A: 2, 2, 3, 1; of B: 1, 1, 1, 2; of C: 3, 3, 2, 3.
	for i, want := range []float64{2, 1.25, 2.75} {
		if ours.Friedman.Ranks[i] != want {
			t.Errorf("mean rank of %s is %v, want %v", f.Methods[i].Name, ours.Friedman.Ranks[i], want)
		}
	}
	if len(ours.Rows) != 4 || len(ours.Groups) != 1 || ours.Critical != 1.75 { // of the 6³ orders of the other rows 14 differ by as much: 0.065 would be too many at 1.5
		t.Errorf("%d rows, groups %v, critical %v", len(ours.Rows), ours.Groups, ours.Critical)
	}
	paper, err := ranked(f, reportedScore)
	if err != nil {
		t.Fatal(err)
	}
	if len(paper.Rows) != 3 || len(paper.Left) != 1 || paper.Left[0] != "r3" {
		t.Errorf("the paper prints no A in r3: rows %v, left %v", paper.Rows, paper.Left)
	}
	got := agreements(f)
	want := []struct {
		row string
		tau float64
	}{{"r1", 1}, {"r2", 1.0 / 3}, {"r3", 1}, {"r4", 1}}
	for i, w := range want {
		if got[i].Row != w.row || math.Abs(got[i].Kendall.Tau-w.tau) > 1e-12 {
			t.Errorf("%s: τ = %v, want %v", got[i].Row, got[i].Kendall.Tau, w.tau)
		}
	}
	if last := got[len(got)-1]; last.Row != "" {
		t.Errorf("no agreement over the rows: %+v", got)
	}
}

// Columns that show one method twice are told apart by the label under the method's heading, columns of two measures by
// the measure.
func TestSplit(t *testing.T) {
	b := result.Panel{Key: "all"}
	row := result.Row{Label: "x"}
	add := func(group, label, method, metric, measure string) {
		b.Columns = append(b.Columns, result.Column{Group: group, Label: label})
		row.Cells = append(row.Cells, result.Cell{
			At:   result.Address{Dataset: "x", Method: method, Metric: metric, Measure: measure},
			Runs: result.Sample{Want: 1, Values: []float64{1}},
		})
	}
	for i, m := range []string{"P", "Q"} {
		key := strconv.Itoa(i)
		add(m, "mean", key, "acc", "")
		add(m, "max", key, "acc", "")
		add(m, "Euclidean", key, "msl", "euclidean")
		add(m, "Divergence", key+"d", "md", "divergence")
	}
	b.Rows = []result.Row{row}
	want := []string{"acc mean", "acc max", "msl euclidean", "md divergence"}
	all := fields(result.Table{Panels: []result.Panel{b}})
	if len(all) != len(want) {
		t.Fatalf("%d fields, want %d", len(all), len(want))
	}
	// Where the group of a column names the metric, its label is the method's.
	b = result.Panel{Key: "ablation"}
	row.Cells = nil
	for _, metric := range []string{"msl", "acc"} {
		add(metric, "P", "0", metric, "euclidean")
		add(metric, "Q", "1", metric, "euclidean")
	}
	b.Rows = []result.Row{row}
	want = append(want, "msl euclidean", "acc euclidean")
	all = append(all, fields(result.Table{Panels: []result.Panel{b}})...)
	for i, f := range all {
		if f.Metric+" "+f.Measure != want[i] || len(f.Methods) != 2 || f.Methods[0].Name != "P" || f.Methods[1].Name != "Q" {
			t.Errorf("field %d: %+v, want %s", i, f, want[i])
		}
	}
}

// A quantity of which neither more nor less is better ranks no methods, and its differences are called more and less.
func TestNeutralComparison(t *testing.T) {
	for metric, neutral := range map[string]bool{"acc": false, "clusters-found": true, "iterations": true} {
		tab := table()
		for _, r := range tab.Panels[0].Rows {
			for k := range r.Cells {
				r.Cells[k].At.Metric, r.Cells[k].Metric.Neutral = metric, metric == "clusters-found"
			}
		}
		c := Comparisons(tab, Comparing{Rival: "B"})[0]
		if c.Neutral != neutral || (c.OursErr != nil) != neutral || len(reports.Diagrams([]result.Comparison{c}).Plots) > 0 == neutral || len(c.Agreements) > 0 == neutral {
			t.Errorf("%s: neutral %t, ranks %v, %d agreements", metric, c.Neutral, c.OursErr, len(c.Agreements))
		}
		var out strings.Builder
		reports.ComparisonText(c, &out)
		if strings.Contains(out.String(), "better") == neutral && !strings.Contains(out.String(), "neither more nor less is better") || strings.Contains(out.String(), "mean ranks") == neutral {
			t.Errorf("%s:\n%s", metric, out.String())
		}
	}
}

// compare returns the comparison of a table whose tolerance is 0.05.
func compare(tab result.Table, rival string) result.Comparison {
	c := Comparisons(tab, Comparing{Rival: rival, Tolerance: func(result.Cell) float64 { return 0.05 }})[0]
	c.Standings = Standings(c)
	return c
}

func standing(t *testing.T, c result.Comparison, name string) result.Standing {
	t.Helper()
	for _, s := range c.Standings {
		if c.Methods[s.Method].Name == name {
			return s
		}
	}
	t.Fatalf("%s has no standing among %+v", name, c.Standings)
	return result.Standing{}
}

// Against B over four data sets: A is behind by 0.12, 0.10 and 0.40, and 0.32 ahead on r4; C is behind everywhere.
func TestStandings(t *testing.T) {
	c := compare(table(), "B")
	a, b := standing(t, c, "A"), standing(t, c, "B")
	if a.Wins != 1 || a.Ties != 0 || a.Losses != 3 || math.Abs(a.Mean+0.075) > 1e-12 || a.Wilcoxon.TwoSided != 0.625 {
		t.Errorf("A against B: %+v", a)
	}
	if s := standing(t, c, "C"); s.Losses != 4 || s.Wilcoxon.TwoSided != 0.125 || s.Holm != 0.25 || s.Posterior.Worse < 0.95 {
		t.Errorf("C against B: %+v, %+v", s, s.Posterior)
	}
	if b.Rank != 1.25 || b.Over != nil || b.Posterior != nil || b.Spread.Best != 1 || c.Methods[c.Standings[0].Method].Name != "B" {
		t.Errorf("B: %+v", b)
	}
	if a.Over == nil || a.Over.On != "on these rows" || math.Abs(a.Over.Estimate.Value+0.075) > 1e-12 {
		t.Errorf("A against B: %+v", a.Over)
	}
	if len(c.Matrix) != 3 {
		t.Errorf("%d pairs of three methods", len(c.Matrix))
	}
	// The matrix does not move when a method goes.
	less := table()
	less.Panels[0] = less.Panels[0].Part([]int{0, 1})
	if got := compare(less, "B").Matrix[0]; got.Mean != c.Matrix[0].Mean || got.Wilcoxon != c.Matrix[0].Wilcoxon {
		t.Errorf("%+v, want %+v", got, c.Matrix[0])
	}
	// Lower is better: what was behind is ahead.
	lower := table()
	for _, r := range lower.Panels[0].Rows {
		for k := range r.Cells {
			r.Cells[k].Metric.Lower = true
		}
	}
	if got := standing(t, compare(lower, "B"), "A"); got.Wins != 3 || got.Losses != 1 || math.Abs(got.Mean-0.075) > 1e-12 || got.Posterior.Better < a.Posterior.Worse-1e-9 {
		t.Errorf("lower is better: %+v", got)
	}
}

// Rows of one data set are one witness, whatever they are called: as ranks of it, by two keys, or as a set and its part.
func TestDependentRows(t *testing.T) {
	tab := table()
	for i := range 4 {
		tab.Panels[0].Rows[i].Set = "orl"
	}
	one := compare(tab, "B")
	if !one.Ours.OneSet || !math.IsNaN(one.Ours.Friedman.P) || one.Ours.Friedman.Ranks[1] != 1.25 || len(one.Ours.Groups) > 0 {
		t.Errorf("one set: %+v", one.Ours)
	}
	for _, s := range one.Standings {
		if s.Spread != nil || s.Posterior != nil || !math.IsNaN(s.Holm) || s.Tested {
			t.Errorf("one set: %+v", s)
		}
	}
	if s := standing(t, one, "A"); s.Wins+s.Ties+s.Losses != 4 {
		t.Errorf("rows of one set: %+v", s)
	}
	tab.Panels[0].Rows[3].Set = "yale"
	two := compare(tab, "B")
	if len(two.Witnesses) != 2 || two.Ours.Friedman.Sets != 2 || len(two.Ours.Rows) != 4 {
		t.Errorf("two sets: %+v, %+v", two.Witnesses, two.Ours)
	}
	if s := standing(t, two, "A"); s.Wins != 1 || s.Losses != 1 || math.Abs(s.Mean-(0.32-0.62/3)/2) > 1e-12 { // each set once
		t.Errorf("two sets: %+v", s)
	}
	for _, c := range []result.Comparison{one, two} {
		var out strings.Builder
		reports.ComparisonScreen([]result.Comparison{c}, "", &out)
		if !strings.Contains(out.String(), "no independent witnesses") {
			t.Errorf("nothing is said of dependent rows:\n%s", out.String())
		}
	}
}

// Five ranks of each of two sets are two data sets, too few for an interval on rows like these; five sets of two ranks are five.
func TestRowsLikeTheseAreSets(t *testing.T) {
	of := func(sets int) result.Table {
		tab := table()
		var rows []result.Row
		for i := range 10 {
			r := tab.Panels[0].Rows[i%4]
			r.Label, r.Set = "r"+strconv.Itoa(i), "set"+strconv.Itoa(i%sets)
			rows = append(rows, r)
		}
		tab.Panels[0].Rows = rows
		return tab
	}
	for sets, n := range map[int]int{2: 0, 5: 5, 10: 10} {
		got := 0
		for _, p := range compare(of(sets), "B").Pairs {
			if p.On == "on rows like these" && p.B == 0 {
				got = p.N
			}
		}
		if got != n {
			t.Errorf("%d sets: an interval of %d values, want %d", sets, got, n)
		}
	}
}

// A method whose runs fail on a row is last there, and the failed runs score as a random partition; it is told.
func TestFailedIsLast(t *testing.T) {
	tab := table()
	b := &tab.Panels[0].Rows[1].Cells[1] // B is the best of r2
	b.Runs.Values, b.Runs.Failed, b.Runs.Chance, b.State.Status = nil, []int{0, 1, 2, 3, 4}, 0.3, result.Failed
	c := compare(tab, "A")
	if len(c.Ours.Left) > 0 || c.Ours.Friedman.Ranks[1] != (1+3+1+2)/4. {
		t.Errorf("B failed on r2: ranks %v, left out %v", c.Ours.Friedman.Ranks, c.Ours.Left)
	}
	if s := standing(t, c, "B"); math.Abs(s.Signed[1]-(0.3-0.52)) > 1e-12 || s.Losses != 2 {
		t.Errorf("B against A: %+v", s)
	}
	var out strings.Builder
	reports.ComparisonScreen([]result.Comparison{c}, "", &out)
	if !strings.Contains(out.String(), "B failed in 5 runs on r2") || !strings.Contains(out.String(), "B !") {
		t.Errorf("nothing is said of failed runs:\n%s", out.String())
	}
	// Without a score of chance it is the worst run of the row; a part of the runs moves the mean.
	b.Runs.Chance, b.Runs.Values, b.Runs.Replicates, b.Runs.Failed = math.NaN(), []float64{0.6, 0.6, 0.6, 0.6}, []int{0, 1, 2, 3}, []int{4}
	if s := standing(t, compare(tab, "A"), "B"); math.Abs(s.Signed[1]-((4*0.6+0.1)/5-0.52)) > 1e-12 {
		t.Errorf("one of five failed: %+v", s)
	}
}

// A method that was tuned stands with its honest numbers everywhere, in ranks as in differences, and the word is beside them.
func TestHonestNumbersStand(t *testing.T) {
	tab := table()
	b := &tab.Panels[0].Rows[0].Cells[1] // 0.7 on the runs that chose, 0.45 honestly
	b.Runs.Replicates = []int{0, 1, 2, 3, 4}
	b.Runs.Tuned = &result.Tuned{Honest: []float64{0.45, 0.45, 0.45, 0.45, 0.45}, HonestOf: []int{0, 1, 2, 3, 4}}
	c := compare(tab, "A")
	if s := standing(t, c, "B"); math.Abs(s.Signed[0]-(0.45-0.58)) > 1e-12 || s.Rank != (2+1+1+2)/4. {
		t.Errorf("B against A: %+v", s)
	}
	var out strings.Builder
	reports.ComparisonScreen([]result.Comparison{c}, "", &out)
	if !strings.Contains(out.String(), "Honest numbers, at options that other runs chose, not those of the table: B.") {
		t.Errorf("nothing is said of honest numbers:\n%s", out.String())
	}
}

// The screen has at most 40 lines of 110 columns, whatever the number of methods, data sets and panels.
func TestScreenFits(t *testing.T) {
	for _, size := range []struct{ methods, rows, panels int }{{2, 1, 1}, {28, 12, 2}, {20, 12, 1}, {60, 3, 1}, {4, 3, 14}, {3, 2, 60}} {
		var tab result.Table
		tab.Address = "p/t"
		for p := range size.panels {
			b := result.Panel{Key: "panel-with-a-name-" + strconv.Itoa(p)}
			for m := range size.methods {
				b.Columns = append(b.Columns, result.Column{Label: "a method with a rather long name, variant " + strconv.Itoa(m)})
			}
			for r := range size.rows {
				row := result.Row{Label: "set" + strconv.Itoa(r), Set: "set" + strconv.Itoa(r)}
				for m := range size.methods {
					v := math.Mod(float64((m+1)*(r+3)*(p+7))*0.618, 1)
					row.Cells = append(row.Cells, result.Cell{At: result.Address{Dataset: row.Label, Method: "m" + strconv.Itoa(m), Metric: "acc"},
						Runs: result.Sample{Values: []float64{v, v + 0.01, v - 0.02}, Failed: []int{3}, Chance: 0.1}})
				}
				b.Rows = append(b.Rows, row)
			}
			tab.Panels = append(tab.Panels, b)
		}
		all := Comparisons(tab, Comparing{Tolerance: func(result.Cell) float64 { return 0.05 }, Methods: 99})
		for i := range all[:min(3, len(all))] {
			all[i].Standings = Standings(all[i])
		}
		var out strings.Builder
		reports.ComparisonScreen(all, "", &out)
		lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		if len(lines) > 40 {
			t.Errorf("%+v: %d lines", size, len(lines))
		}
		for _, l := range lines {
			if w := len([]rune(l)); w > 110 {
				t.Errorf("%+v: %d columns: %s", size, w, l)
			}
		}
	}
}

// Each cell of a row knows the paired p-value of its difference from the others of its metric, and of no other metric.
func TestBesideEachOther(t *testing.T) {
	cell := func(column, metric string, values ...float64) result.Cell {
		return result.Cell{At: result.Address{Method: column, Column: column, Metric: metric, Dataset: "d"},
			Runs: result.Sample{Values: values, Replicates: list.Upto(len(values)), Draw: "d", Chance: math.NaN()}}
	}
	x, y := []float64{0.9, 0.8, 0.7, 0.95}, []float64{0.7, 0.75, 0.6, 0.8}
	table := result.Table{Panels: []result.Panel{{Rows: []result.Row{{Label: "d", Cells: []result.Cell{cell("a", "acc", x...), cell("b", "acc", y...),
		cell("c", "nmi", x...), cell("e", "acc", 0.5)}}}}}}
	BesideEachOther(&table)
	cells := table.Panels[0].Rows[0].Cells
	const scipy = 0.03046629166 // scipy.stats.ttest_rel(x, y)
	if p := cells[0].Against["b"]; math.Abs(p-scipy) > 1e-10 || p != cells[1].Against["a"] || len(cells[0].Against) != 1 || cells[2].Against != nil {
		t.Errorf("%v, %v, %v", cells[0].Against, cells[1].Against, cells[2].Against)
	}
}
