package judge

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/experiments/judge/claims"
	"nmfrepro/experiments/published/publishedtest"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// A claim of a small gap narrows the margin of its cells; a wider one than the metric's does not widen it.
func TestNarrowerMargin(t *testing.T) {
	const half = "half the gap to b that the claim k is about"
	for _, test := range []struct {
		class, gap, want float64
		relative         bool
	}{{0.05, 0.01, 0.01, false}, {0.05, 0.2, 0.05, false}, {0.05, 0.03, 0.03, true}, {0.05, 0.05, 0.05, true}} {
		cells := []Compared{
			{Cell: reports.Cell{Address: "a", Published: reports.Published{Value: "0.8"}}, Margin: spec.Margin{Value: test.class, Relative: test.relative}}, {Cell: reports.Cell{Address: "other"}},
		}
		narrow(cells, map[string]spec.Margin{"a": {Value: test.gap, Reason: half}})
		took := cells[0].Margin.Reason == half
		if cells[0].Margin.Value != test.want || took != (test.gap < test.class && !(test.relative && test.gap >= 0.04)) || cells[0].Claimed != took || cells[1].Claimed {
			t.Errorf("%+v: %+v", test, cells[0])
		}
	}
}

// The margin of both cells of a claimed pair is half its smallest gap; pairs that no claim names, and gaps within the noise of
// the print, give none.
func TestGaps(t *testing.T) {
	paper := publishedtest.Parse(t, "p.yaml", []byte(publishedtest.OneTable+`
      acc: {better: higher, range: [0, 1], columns: [A, B, C, D], rows: {x: ["0.90", "0.80", "0.89", "0.60"]}}
claims: [{key: k, says: s, where: w, best-in: [{of: [t/acc/*/A], among: [A, B, C]}, {of: [t/acc/*/B], among: [B, D], most: 1}]}, {key: refuted, says: s, where: w, best-in: [{of: [t/acc/*/B], among: [B, C, D]}]}]
`))
	want := map[claims.Pair]string{{Better: "t/acc/x/A", Worse: "t/acc/x/B"}: "k", {Better: "t/acc/x/A", Worse: "t/acc/x/C"}: "k"}
	if diff := cmp.Diff(want, claims.Pairs(paper)); diff != "" {
		t.Errorf("pairs (-want +got):\n%s", diff)
	}
	row := reports.Row{Label: "x"}
	for i, value := range []string{"0.90", "0.80", "0.89", "0.60"} {
		name := string(rune('A' + i))
		c := reports.Cell{Address: name, Column: name, Dataset: "x", Method: name, Metric: "acc", Published: reports.Published{Value: value, Unit: 0.01}}
		c.Values = []float64{0.7, 0.71, 0.74, 0.7, 0.72 + 0.01*float64(i)}
		row.Cells = append(row.Cells, c)
	}
	var cells []*reports.Cell
	for i := range row.Cells {
		cells = append(cells, &row.Cells[i])
	}
	s := &spec.Experiment{Address: "p/t", Panels: []spec.Panel{{Key: "acc"}}}
	for _, c := range row.Cells {
		s.Panels[0].Columns = append(s.Panels[0].Columns, spec.Column{Method: c.Method})
	}
	table := reports.Table{Panels: []reports.Panel{{Key: "acc", Rows: []reports.Row{row}}}}
	got := gaps(paper, PublishedRefs(s, table), publishedContrasts(cells, 1))
	if len(got) != 2 || math.Abs(got["A"].Value-0.05) > 1e-12 || math.Abs(got["B"].Value-0.05) > 1e-12 {
		t.Errorf("%+v, want half of 0.1 for A and B: C is within the noise, and what is claimed of D the print refutes", got)
	}
}

func TestSmokeIsNotJudged(t *testing.T) {
	c := reports.Cell{Metric: "acc", Values: []float64{0.8, 0.8, 0.8, 0.8, 0.8}, Published: reports.Published{Value: "0.80"}}
	for profile, want := range map[string]bool{"smoke": true, "quick": false} {
		if got := compared(&run.Plan{Spec: &spec.Experiment{}, Profile: profile}, c); got.Smoke != want {
			t.Errorf("%s: %t, want %t", profile, got.Smoke, want)
		}
	}
}
