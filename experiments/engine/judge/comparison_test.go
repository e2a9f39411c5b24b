package judge

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/reports"
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
	if p.Holm < 2*p.P || p.Holm > 3*p.P {
		t.Errorf("adjusted %v, want that of one of three pairs in the row, %v alone", p.Holm, p.P)
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
	if len(ours.Rows) != 4 || len(ours.Groups) != 1 || math.Abs(ours.Critical-1.6572) > 1e-3 { // 2.343701·√(12/24), Demšar's table 5
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
		c := Comparisons(tab, "", "B")[0]
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
