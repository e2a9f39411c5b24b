package judge

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/reports/result"
)

// panelOf is a table with one panel of a metric: its rows and methods as they first come, and nothing where a row lacks a method.
func panelOf(metric string, cells []result.Cell) result.Table {
	b := result.Panel{Key: metric}
	methods := list.AppendUnique(nil, list.Map(cells, func(c result.Cell) string { return c.At.Method })...)
	b.Columns = list.Map(methods, func(m string) result.Column { return result.Column{Label: m} })
	for _, label := range list.AppendUnique(nil, list.Map(cells, func(c result.Cell) string { return c.At.Row })...) {
		row := result.Row{Label: label}
		for _, m := range methods {
			c, _ := list.First(cells, func(c result.Cell) bool { return c.At.Row == label && c.At.Method == m })
			c.At.Method, c.At.Column, c.At.Metric = m, m, metric
			row.Cells = append(row.Cells, c)
		}
		b.Rows = append(b.Rows, row)
	}
	return result.Table{Address: "p/t", Paper: "p", Key: "t", Base: "p/t", Panels: []result.Panel{b}}
}

// scatter draws numbers of mean 0 and deviation 1 for the methods of a row in one replicate, of which a share of the variance is
// that of a draw they have in common.
func scatter(rng *rand.Rand, shape string, methods int, shared float64) []float64 {
	common := shapes[shape](rng)
	x := make([]float64, methods)
	for i := range x {
		x[i] = math.Sqrt(shared)*common + math.Sqrt(1-shared)*shapes[shape](rng)
	}
	return x
}

// drawTable draws a paper of three methods on some rows, and its replication, of equal truths.
func drawTable(rng *rand.Rand, shape string, rows, n, runs int, shared float64) result.Table {
	const methods, sd = 3, 0.05
	var cells []result.Cell
	for row := range rows {
		reported := make([]float64, methods)
		for range runs {
			for i, v := range scatter(rng, shape, methods, shared) {
				reported[i] += (0.7 + sd*v) / float64(runs)
			}
		}
		values := make([][]float64, methods)
		for range n {
			for i, v := range scatter(rng, shape, methods, shared) {
				values[i] = append(values[i], 0.7+sd*v)
			}
		}
		for i := range methods {
			c := result.Cell{
				Address:  fmt.Sprint("p/t:", row, i),
				At:       result.Address{Row: fmt.Sprint(row), Column: fmt.Sprint("m", i), Method: fmt.Sprint("m", i), Metric: "acc", Dataset: "d"},
				Runs:     result.Sample{Draw: fmt.Sprint(row), Values: values[i]},
				Reported: result.Reported{Value: fmt.Sprintf("%.2f", 100*reported[i]), Unit: 0.01},
				Metric:   result.Metric{Scale: result.Scale{Times: 100}},
				Verdict:  result.Verdict{Kind: Inconclusive, Runs: runs, Tolerance: 0.05},
			}
			for r := range n {
				c.Runs.Replicates = append(c.Runs.Replicates, r)
			}
			cells = append(cells, c)
		}
	}
	return panelOf("acc", cells)
}

// Rows, panels and leads of equal truths are called different in at most 5 %, whatever the runs on either side, their shape, and
// what the methods share; one tolerance apart they are shown to be equal in at most 5 %; and gaps of five points are found where
// twenty runs or more are behind a number. What methods share cancels in leads.
func TestErrorRatesOfRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 11))
	tables := trials / 4
	allowed := Level + 3*math.Sqrt(Level*(1-Level)/float64(tables))
	kinds, gaps := []string{"row", "panel", "lead"}, []float64{0, 1, 2, 5}
	for _, runs := range []int{1, 5, 20, 100} {
		for _, n := range []int{5, 20} {
			for _, shared := range []float64{0, 0.7} {
				for _, shape := range []string{"normal", "lognormal"} {
					what := fmt.Sprintf("R %d, n %d, shared %g, %s", runs, n, shared, shape)
					differs, agrees := map[string][]float64{}, map[string][]float64{}
					for _, kind := range kinds {
						differs[kind], agrees[kind] = make([]float64, len(gaps)), make([]float64, len(gaps))
					}
					for range tables {
						x := drawTable(rng, shape, 5, n, runs, shared)
						rows := rowsOf(x)
						panel := sum{terms: list.FlatMap(rows, func(s *sum) []term { return s.terms })}
						for i, s := range []*sum{rows[0], &panel, leadsOf("m0", x)[0]} {
							s.measure()
							for k, gap := range gaps { // a gap moves the estimate alone
								e := s.contrast.Gap
								e.Value += gap
								if e.P(0) < Level {
									differs[kinds[i]][k] += 1 / float64(tables)
								}
								if e.Equivalence(s.Tolerance) < Level {
									agrees[kinds[i]][k] += 1 / float64(tables)
								}
							}
						}
					}
					for _, kind := range kinds {
						t.Logf("%s, %s: of gaps of 0, 1, 2, 5 points are called different %.3f, equal %.3f", what, kind, differs[kind], agrees[kind])
						switch {
						case differs[kind][0] > allowed:
							t.Errorf("%s: %.3f of %ss of equal truths are called different", what, differs[kind][0], kind)
						case agrees[kind][3] > allowed+map[string]float64{"lognormal": 0.05}[shape]:
							t.Errorf("%s: %.3f of %ss one tolerance apart are called equal", what, agrees[kind][3], kind)
						case n == 20 && runs >= 20 && differs[kind][3] < 0.8:
							t.Errorf("%s: only %.3f of %ss of five points are found", what, differs[kind][3], kind)
						}
					}
					if shared > 0 && differs["lead"][3] < differs["row"][3]-0.05 {
						t.Errorf("%s: %.3f of leads are found and %.3f of rows, although the methods share their draws", what, differs["lead"][3], differs["row"][3])
					}
				}
			}
		}
	}
}

// Rows and leads of committed cells as numpy and scipy have them (testdata/conclusions.py).
func TestConclusionsAgainstScipy(t *testing.T) {
	data, err := os.ReadFile("testdata/conclusions.json")
	if err != nil {
		t.Fatal(err)
	}
	var oracle struct {
		Tables []struct {
			Paper, Table, Metric, Measure, Own string
			Cells                              []struct {
				Row, Method, Draw, Reported, SD string
				Values                          []float64
				Runs                            int
				Margin                          float64
			}
			Rows, Leads []struct {
				Method, Rival                         string
				Difference, Low, High, Reported, Ours float64
				OursLow                               float64 `json:"ours_low"`
				OursHigh                              float64 `json:"ours_high"`
			}
		}
	}
	if err := json.Unmarshal(data, &oracle); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, o := range oracle.Tables {
		var cells []result.Cell
		for _, c := range o.Cells {
			scale := result.Scale{Times: 100}
			if o.Metric == "msl" {
				scale.Times = 1
			}
			x := result.Cell{
				Address:  c.Row + c.Method,
				At:       result.Address{Row: c.Row, Method: c.Method, Column: c.Method, Metric: o.Metric, Dataset: c.Row},
				Runs:     result.Sample{Draw: c.Draw, Values: c.Values},
				Metric:   result.Metric{Lower: o.Metric == "msl", Scale: scale},
				Reported: result.Reported{Value: c.Reported, SD: c.SD, Unit: 0.01},
				Verdict:  result.Verdict{Kind: Inconclusive, Runs: c.Runs, Tolerance: c.Margin},
			}
			for r := range c.Values {
				x.Runs.Replicates = append(x.Runs.Replicates, r)
			}
			cells = append(cells, x)
		}
		got := Conclude(o.Own, []result.Table{panelOf(o.Metric, cells)})
		near := func(what string, got, want float64) {
			if compared++; !(math.Abs(got-want) < 2e-3*math.Max(1, math.Abs(want))) {
				t.Errorf("%s/%s, %s, %s: %.5f, want %.5f", o.Paper, o.Table, o.Metric, what, got, want)
			}
		}
		for _, want := range o.Rows {
			row, _ := list.First(got.Rows, func(c result.Conclusion) bool { return c.Method == want.Method })
			near("difference of "+want.Method, row.Difference, want.Difference)
			near("low of "+want.Method, row.Low, want.Low)
			near("high of "+want.Method, row.High, want.High)
		}
		for _, want := range o.Leads {
			lead, _ := list.First(got.Leads, func(l result.Lead) bool { return l.Rival == want.Rival })
			for what, x := range map[string][2]float64{
				"reported": {lead.Reported, want.Reported}, "ours": {lead.Ours, want.Ours}, "ours low": {lead.OursLow, want.OursLow}, "ours high": {lead.OursHigh, want.OursHigh},
				"difference": {lead.Difference, want.Difference}, "low": {lead.Low, want.Low}, "high": {lead.High, want.High},
			} {
				near(what+" of the lead over "+want.Rival, x[0], x[1])
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d numbers were compared", compared)
	}
}

// The answers to a lead of three points: as reported, smaller, larger, turned.
func TestAnswers(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 12))
	for i, want := range []string{result.AsReported, result.LeadSmaller, result.LeadLarger, result.LeadTurned} {
		more := []float64{0, -0.03, 0.04, -0.08}[i]
		x := drawTable(rng, "normal", 8, 40, 100, 0.9)
		for _, r := range x.Panels[0].Rows { // the paper's method is three points ahead in print
			for k := range r.Cells {
				r.Cells[k].Reported.Value = fmt.Sprintf("%.2f", 100*stat.Mean(r.Cells[k].Runs.Values)+map[bool]float64{true: 3}[k == 0])
			}
			for i := range r.Cells[0].Runs.Values {
				r.Cells[0].Runs.Values[i] += 0.03 + more
			}
		}
		c := Conclude("m0", []result.Table{x})
		if len(c.Leads) != 2 || c.Leads[0].Answer != want {
			t.Errorf("%+g: %d leads, %s: %s, want %s", more, len(c.Leads), c.Leads[0].Answer, c.Leads[0].Text(), want)
		}
	}
}

// Averages, sizes and unjudged cells are in no row; fitted cells are left out of one, and a row of fitted cells alone is shown apart.
func TestWhatARowHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 13))
	x := drawTable(rng, "normal", 4, 5, 5, 0)
	rows := x.Panels[0].Rows
	rows[0].Cells[0].Verdict.Fitted = "k-means"
	for i := range rows {
		rows[i].Cells[1].Verdict.Fitted = "scale"
	}
	rows[1].Cells[2].Verdict.Kind = Substitute
	rows[2].Cells[2].At.Dataset = "avg"
	c := Conclude("m0", []result.Table{x})
	var got []string
	for _, r := range c.Rows {
		got = append(got, fmt.Sprintf("%s %d %d %t", r.Method, len(r.Cells), r.LeftOut, r.Fitted))
	}
	if text := strings.Join(got, "; "); text != "m0 3 1 false; m1 4 0 true; m2 2 0 false" {
		t.Errorf("rows are %s", text)
	}
	if len(c.Panels) != 1 || len(c.Panels[0].Cells) != 5 || c.Beyond == nil || c.Beyond.Scores != 10 {
		t.Errorf("panels %+v, beyond %+v, want five cells and ten scores", c.Panels, c.Beyond)
	}
}
