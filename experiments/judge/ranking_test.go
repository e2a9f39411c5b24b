package judge

import (
	"math"
	"strconv"
	"testing"

	"nmfrepro/reports"
)

// table has three methods over four rows: b is the best everywhere but in the last row; the printed order differs in one.
func table() reports.Table {
	scores := map[string][][]float64{
		"r1": {{0.5, 0.6, 0.7, 0.6, 0.5}, {0.7, 0.7, 0.8, 0.7, 0.6}, {0.4, 0.4, 0.4, 0.4, 0.5}},
		"r2": {{0.50, 0.51, 0.52, 0.53, 0.54}, {0.60, 0.61, 0.62, 0.63, 0.64}, {0.1, 0.2, 0.1, 0.2, 0.1}},
		"r3": {{0.5, 0.5, 0.5, 0.5, 0.5}, {0.9, 0.9, 0.9, 0.9, 0.9}, {0.7, 0.7, 0.7, 0.7}},
		"r4": {{0.9, 0.8, 0.9, 0.8, 0.9}, {0.5, 0.6, 0.5, 0.6, 0.5}, {0.4, 0.3, 0.4, 0.3, 0.4}},
	}
	printed := map[string][]string{"r1": {"0.60", "0.70", "0.40"}, "r2": {"0.52", "0.62", "0.60"}, "r3": {"", "0.9", "0.7"}, "r4": {"0.9", "0.5", "0.4"}}
	b := reports.Panel{Key: "acc", Title: "accuracy", Columns: []reports.Column{{Label: "A"}, {Label: "B"}, {Label: "C"}}}
	for _, label := range []string{"r1", "r2", "r3", "r4"} {
		row := reports.Row{Label: label}
		for k, values := range scores[label] {
			row.Cells = append(row.Cells, reports.Cell{
				Dataset: label, Method: []string{"a", "b", "c"}[k], Metric: "acc", Values: values, Want: 5, Published: reports.Published{Value: printed[label][k]},
			})
		}
		b.Rows = append(b.Rows, row)
	}
	avg := reports.Row{Label: "Avg."}
	for range 3 {
		avg.Cells = append(avg.Cells, reports.Cell{Dataset: "avg", Method: "a", Metric: "acc"})
	}
	b.Rows = append(b.Rows, avg)
	return reports.Table{Address: "p/t", Panels: []reports.Panel{b}}
}

func TestAgainst(t *testing.T) {
	fields := Fields(table())
	if len(fields) != 1 || len(fields[0].Rows) != 4 || len(fields[0].Methods) != 3 {
		t.Fatalf("fields %+v, want one of three methods and four rows, without the average", fields)
	}
	f := fields[0]
	pairs := f.Against(f.Find("B"))
	if len(pairs) != 4*2+2 {
		t.Fatalf("%d comparisons, want two in each of four rows and two over the rows", len(pairs))
	}
	// r2: B - A is 0.1 in all five pairs, so that all signs agree: p = 2/2⁵.
	p := pairs[2]
	if p.Row != "r2" || p.B != 0 || !p.Paired || p.N != 5 || math.Abs(p.Estimate.Value-0.1) > 1e-12 || p.P != 0.0625 || p.Effect != 1 || !f.Better(p) {
		t.Errorf("r2, B against A: %+v", p)
	}
	if p.P != LeastP(5) {
		t.Errorf("the least p of 5 pairs is %v, want %v", LeastP(5), p.P)
	}
	if p.Holm != 0.125 { // twice the smaller of two equal p-values
		t.Errorf("adjusted %v, want 0.125", p.Holm)
	}
	// r3: a replicate of C is missing, so that nothing pairs up.
	if p := pairs[5]; p.Row != "r3" || p.B != 2 || p.Paired || p.N != 4 {
		t.Errorf("r3, B against C: %+v", p)
	}
	// Over the rows B beats C in all four: p = 2/2⁴.
	if p := pairs[9]; p.Row != "" || p.N != 4 || p.P != 0.125 || !p.Paired {
		t.Errorf("over the rows, B against C: %+v", p)
	}
}

func TestRanks(t *testing.T) {
	f := Fields(table())[0]
	ours, err := f.Ours()
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
	paper, err := f.Papers()
	if err != nil {
		t.Fatal(err)
	}
	if len(paper.Rows) != 3 || len(paper.Left) != 1 || paper.Left[0] != "r3" {
		t.Errorf("the paper prints no A in r3: rows %v, left %v", paper.Rows, paper.Left)
	}
	got := f.Agreements()
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
	b := reports.Panel{Key: "all"}
	row := reports.Row{Label: "x"}
	add := func(group, label, method, metric, measure string) {
		b.Columns = append(b.Columns, reports.Column{Group: group, Label: label})
		row.Cells = append(row.Cells, reports.Cell{Dataset: "x", Method: method, Metric: metric, Measure: measure, Want: 1, Values: []float64{1}})
	}
	for i, m := range []string{"P", "Q"} {
		key := strconv.Itoa(i)
		add(m, "mean", key, "acc", "")
		add(m, "max", key, "acc", "")
		add(m, "Euclidean", key, "msl", "euclidean")
		add(m, "Divergence", key+"d", "md", "divergence")
	}
	b.Rows = []reports.Row{row}
	want := []string{"acc mean", "acc max", "msl euclidean", "md divergence"}
	fields := Fields(reports.Table{Panels: []reports.Panel{b}})
	if len(fields) != len(want) {
		t.Fatalf("%d fields, want %d", len(fields), len(want))
	}
	for i, f := range fields {
		if f.Metric+" "+f.Measure != want[i] || len(f.Methods) != 2 || f.Methods[0].Name != "P" || f.Methods[1].Name != "Q" {
			t.Errorf("field %d: %+v, want %s", i, f, want[i])
		}
	}
}
