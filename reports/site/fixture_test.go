package site

import (
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"nmfrepro/eval/stat"
	"nmfrepro/reports/result"
)

// The site below has every kind of content. The numbers are invented.

func fixture(t testing.TB) Site {
	t.Helper()
	curve := result.Series{Label: "PNMF"}
	for k := range 40 {
		curve.X, curve.Y = append(curve.X, float64(k)), append(curve.Y, math.Exp(-float64(k)/9))
	}
	figure := result.Figure{
		Address: "pnmf/fig2", Key: "fig2", Title: "Figure 2. Relative objectives", Reported: "PNMF falls fastest.", Notes: []string{"5 replicates"},
		Plots: []result.Plot{{X: result.Axis{Label: "Iteration"}, Y: result.Axis{Label: "Objective"}, Series: []result.Series{curve}}},
	}
	s := Site{Lead: "Profile quick: 5 replicates a cell, seed 1.", Version: "v1.2-abc", Cite: "The authors: nmfrepro."}
	for i, name := range []string{"RPR-NMF", "PNMF", "ORNMF", "DSP-NMF", "MCNMF"} {
		p := result.Paper{
			PaperAbout: result.PaperAbout{Key: slug(name), Short: name, Title: "A paper on <" + name + "> & more", Cite: "A. Author, IEEE Trans., 2020",
				Gist: name + " clusters better than NMF."}, Finding: result.Finding{Answer: "in part", Headline: "The order holds on 7 of 9 data sets.", Points: []result.Point{
				{Sign: "comes-out", Says: "It leads on most sets.", Reported: "+4.0", Ours: "+5.0 (4.7 to 5.4)", Readings: "8 of 23"},
				{Sign: "does-not", Says: "Two sets fail.", Rests: []result.Rest{{What: "claim first", Want: "does-not", Got: "undecided", Bears: []string{"open"}}}},
				{Sign: "why", Says: "Another initialisation is why."},
			}}.Filled(),
			Notes:  []result.Note{{Says: "Tested by hand.\n"}, {Says: "**Start.** It is `ours`.\n"}},
			Tables: []result.Table{table(name, "table3", 9, 8), table(name, "table4", 3, 2)},
			Claims: []result.Claim{
				{
					Where: "Section 4.2, p. 7", Says: "At least 10 times faster than NMF on ORL", Own: result.Outcome{ClaimVerdict: result.Holds}, Note: "Read of the training.",
					Ours: result.Outcome{ClaimVerdict: result.Fails, Difference: -0.28, Detail: "only 7 times faster"}, Decides: []string{"fig2", "table3"},
					Ablations: []result.Ablation{{Removes: "the projection; one more factor", Experiment: "pnmf/control", Verdict: "undecided", Detail: "seconds +0.1 over 5 replicates of 2 rows"}},
				},
				{Where: "Abstract", Says: "Best accuracy on all sets", Own: result.Outcome{ClaimVerdict: result.NotTestable, Lack: result.LackNumber, Difference: result.Known(math.NaN())}, Ours: result.Outcome{ClaimVerdict: result.Holds, Difference: 1.2}},
			},
			Protocol: []result.Choice{{Subject: "Initialisation", Value: "uniform on (0, 1)", Status: "inferred", Evidence: "the text says random", Where: "Section 4.1"}},
			Records:  result.Records{First: origin.First, Last: origin.Last, Origins: []result.Origin{origin, origin}},
		}
		p.Says.Rows = append(p.Says.Rows, p.Tables[0].Says.Rows...)
		if i == 1 {
			p.Figures = []result.Figure{figure}
			p.Errata = []result.Erratum{{Severity: "error", Place: "Table III, row Iris", What: "mean 0.91 is printed, the cells give 0.93", Why: "mean of the row"}}
		}
		s.Papers = append(s.Papers, p)
	}
	s.Solvers = []Card{{"pnmf", "Projective NMF", "X ≈ WWᵀX", "Yang and Oja 2010", []Fact{{"cost", "O(mnr)"}, {"options", "stabilise"}}}}
	s.Datasets = []Card{{"orl", "ORL faces", "400 faces of 40 people", "Samaria 1994", []Fact{{"size", "1024 × 400"}, {"sha256", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}}}}
	s.Machine = []Fact{{"CPU", "EPYC, 2 cores"}, {"Go", "1.26"}}
	return s
}

var origin = result.Origin{
	DataSHA256: "0123456789abcdef0123456789abcdef", SolverVersion: 3, Program: "(devel)", Go: "go1.26", CPU: "Xeon of the lab", Kernel: "avx2",
	First: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), Last: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC), FewestSteps: 20, MostSteps: 100,
}

func table(paper, key string, rows, columns int) result.Table {
	t := result.Table{
		Key: key, Address: slug(paper) + "/" + key, Title: "Table " + key + " of " + paper + ". Accuracy (%)", Profile: "quick", Seed: 20100501,
		Notes: []string{"Profile quick: 5 replicates."},
	}
	p := result.Panel{Title: "Euclidean", Corner: "Data set"}
	for k := range columns {
		p.Columns = append(p.Columns, result.Column{Group: []string{"baselines", "the paper's"}[2*k/columns], Label: fmt.Sprint("Method ", k+1)})
	}
	for i := range rows {
		r := result.Row{Label: fmt.Sprint("data set ", i+1)}
		for k := range columns {
			v := 0.60 + float64((i*7+k*5)%37)/100
			kind := result.Kinds[1:][(i+k)%(len(result.Kinds)-1)]
			c := result.Cell{
				Address:  fmt.Sprintf("%s:dataset=d%d,method=m%d", t.Address, i+1, k+1),
				At:       result.Address{Dataset: fmt.Sprint("d", i+1), Method: fmt.Sprint("m", k+1), Metric: "acc", Rank: 3},
				Runs:     result.Sample{Values: []float64{v - 0.01, v, v + 0.01}, Want: 3, Origins: []result.Origin{origin}},
				State:    result.State{Status: result.OK},
				Metric:   result.Metric{Scale: result.Scale{Times: 100, Decimals: 1}},
				Reported: result.Reported{Value: fmt.Sprintf("%.1f", 100*v+0.4), SD: "1.0", Bold: k == 1},
				Verdict: result.Verdict{
					Kind: kind.Kind, Sign: kind.Sign, Difference: -0.004, Low: -0.011, High: 0.003, Tolerance: 0.02, ToleranceReason: "two points of accuracy",
					Reason: "inside the tolerance: -0.4, 90 % interval -1.1 to 0.3, tolerance 2",
				},
			}
			switch kind.Kind {
			case result.KindSubstitute:
				c.State.Substitute = "CMU PIE"
			case result.KindMissing:
				c.Runs.Values, c.State.Status, c.Verdict.Difference = nil, result.MissingData, math.NaN()
			}
			r.Cells = append(r.Cells, c)
		}
		p.Rows = append(p.Rows, r)
	}
	t.Panels, t.Own = []result.Panel{p}, []string{"m2"}
	row := result.Conclusion{Subject: result.Subject{Table: key, Metric: "acc", Method: "m2", Name: paper}, Distance: result.Distance{Unit: result.Points, Difference: -2.1, Low: -4.3, High: 0.1, Tolerance: 2}, Kind: result.KindInconclusive}
	t.Says.Rows = []result.Conclusion{row}
	for k := range columns {
		if k != 1 {
			t.Says.Leads = append(t.Says.Leads, result.Lead{Conclusion: row, Rival: fmt.Sprint("m", k+1), RivalName: fmt.Sprint("Method ", k+1), Best: k == columns-1, Reported: 3, Ours: float64(9 - k), OursLow: 1, OursHigh: 9, Answer: result.LeadInconclusive})
		}
	}
	t.Reasons = []result.Reason{{Key: "k", Says: "Another k-means.", Cells: []string{t.Address + ":dataset=d1,method=m4"}, Size: 2}, {Key: "r", Says: "Rank 10.", Cells: []string{"x"}, Open: true}}
	c := result.Comparison{MethodGroup: result.MethodGroup{Title: "accuracy", Methods: []result.Method{{Key: "a", Name: "A"}, {Key: "b", Name: "B"}}}, Against: -1}
	c.Ours = result.Ranks{Methods: []int{0, 1}, Friedman: stat.Friedman{Ranks: []float64{1, 2}}}
	if key == "table4" {
		c.Ours.Groups = [][]int{{0, 1}}
	}
	if key == "table4" { // of two data sets, against the first method
		score := result.Score{Reported: math.NaN(), Cell: result.Cell{Runs: result.Sample{Values: []float64{0.5, 0.6}}}}
		for i, set := range []string{"d1", "d2"} {
			c.Rows = append(c.Rows, result.Scores{Label: set, Set: set, Cells: []result.Score{score, score}})
			c.Witnesses = append(c.Witnesses, result.Witness{Set: set, Rows: []int{i}})
		}
		over := &result.Pair{B: 1, Difference: stat.Difference{Estimate: stat.Estimate{Value: 0.03}, Interval: stat.Interval{Low: 0.01, High: 0.05}}, On: result.OnTheseRows}
		c.Against, c.Unit = 0, result.Points
		c.Standings = []result.Standing{{Method: 0, Rank: 1, Spread: &stat.RankSpread{Best: 1, Worst: 1}}, {Method: 1, Rank: 2, Spread: &stat.RankSpread{Best: 2, Worst: 2},
			Versus: result.Versus{A: 1, Signed: []float64{-0.02, -0.04}, Within: []float64{0.01, 0.01}}, Over: over, Posterior: &stat.Posterior{Worse: 0.95, Equal: 0.05}}}
	}
	c.PapersErr = errors.New("no ranks")
	c.Agreements = []result.Agreement{{Kendall: stat.Kendall{Tau: 0.4, N: 2, P: 1}}}
	t.Comparisons = []result.Comparison{c}
	return t
}
