package site

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"nmfrepro/reports"
	"nmfrepro/reports/figure"
)

// The site below has every kind of content. The numbers are invented.

var verdicts = []Verdict{
	{"MATCH", "=", "our number equals the paper's within the margin"},
	{"DIFFERS", "≠", "our number lies further from the paper's than the margin"},
	{"INCONCLUSIVE", "?", "the replicates so far do not decide"},
	{"ORDER", "<", "only the order of the methods is compared"},
	{"UNVERIFIABLE", "–", "the paper's number cannot decide it, whatever we compute"},
	{"STAND-IN", "*", "computed on stand-in data, no judgement of the paper"},
	{"MISSING", "·", "not computed"},
	{"FAILED", "!", "our runs failed"},
}

func fixture(t testing.TB) Site {
	t.Helper()
	curve := reports.Series{Label: "PNMF"}
	for k := range 40 {
		curve.X, curve.Y = append(curve.X, float64(k)), append(curve.Y, math.Exp(-float64(k)/9))
	}
	var svg bytes.Buffer
	err := figure.Render(&svg, reports.Figure{Address: "pnmf/fig2", Title: "Figure 2. Relative objectives", Plots: []reports.Plot{{
		X: reports.Axis{Label: "Iteration"}, Y: reports.Axis{Label: "Objective"}, Series: []reports.Series{curve}}}}, "svg")
	if err != nil {
		t.Fatal(err)
	}
	s := Site{Title: "Five papers on NMF, run again", Lead: "Profile quick: 5 replicates a cell, seed 1.", Verdicts: verdicts}
	for i, name := range []string{"RPR-NMF", "PNMF", "ORNMF", "DSP-NMF", "MCNMF"} {
		p := Paper{
			Key: slug(name), Name: name, Title: "A paper on <" + name + "> & more", Cite: "A. Author, IEEE Trans., 2020",
			Claim: name + " clusters better than NMF.", Finding: "The order holds on 7 of 9 data sets.",
			Tables: []Table{table(name, "table3", 9, 8), table(name, "table4", 3, 2)},
			Claims: []Claim{
				{Place: "Section 4.2, p. 7", Text: "At least 10 times faster than NMF on ORL", Paper: "holds", Ours: "does not hold", Margin: "7.2 of 10", Detail: "only 7 times faster", Note: "Read of the training.", Controls: []Control{
					{Without: "the projection; one more factor", Outcome: "undecided", Detail: "seconds +0.1 over 5 replicates of 2 rows"},
				}},
				{Place: "Abstract", Text: "Best accuracy on all sets", Paper: "undefined", Ours: "holds", Margin: "+1.2"},
			},
			Protocol: []Choice{{"Initialisation", "uniform on (0, 1)", "inferred", "the text says random", "Section 4.1"}},
		}
		if i == 1 {
			p.Figures = []Figure{{Key: "fig2", Title: "Figure 2. Relative objectives", SVG: svg.String(), Published: "PNMF falls fastest.", Observed: []string{"So it does.", "Within 40 iterations."}, Notes: []string{"5 replicates"}}}
			p.Errata = []Erratum{{"Table III, row Iris", "mean 0.91 is printed, the cells give 0.93", "mean of the row", "warning"}}
		}
		s.Papers = append(s.Papers, p)
	}
	s.Solvers = []Card{{"pnmf", "Projective NMF", "X ≈ WWᵀX", "Yang and Oja 2010", []Fact{{"cost", "O(mnr)"}, {"options", "stabilise"}}}}
	s.Datasets = []Card{{"orl", "ORL faces", "400 faces of 40 people", "Samaria 1994", []Fact{{"size", "1024 × 400"}, {"sha256", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}}}}
	s.Machine = []Fact{{"CPU", "EPYC, 2 cores"}, {"Go", "1.26"}}
	s.Origins = []Card{{Key: "pnmf", Title: "PNMF", Facts: []Fact{{"processor", "Xeon of the lab"}}}}
	return s
}

// diagram is a critical-difference diagram as it is drawn for a table.
var diagram = func() string {
	var svg bytes.Buffer
	ranking := reports.Ranking{Methods: []string{"NMF", "PNMF"}, Ranks: []float64{1.8, 1.2}, Critical: 0.5}
	if err := figure.Render(&svg, reports.Figure{Title: "Mean ranks", Plots: []reports.Plot{{Title: "ours", Ranking: &ranking, Status: reports.OK}}}, "svg"); err != nil {
		panic(err)
	}
	return svg.String()
}()

func table(paper, key string, rows, columns int) Table {
	t := Table{Key: key, Address: slug(paper) + "/" + key, Title: "Table " + key + " of " + paper + ". Accuracy (%)", Notes: []string{"Mean ± deviation over 5 replicates."}}
	p := Panel{Title: "Euclidean", Corner: "Data set"}
	for k := range columns {
		p.Columns = append(p.Columns, Column{Group: []string{"baselines", "the paper's"}[2*k/columns], Label: fmt.Sprint("Method ", k+1)})
	}
	for i := range rows {
		r := Row{Label: fmt.Sprint("data set ", i+1)}
		for k := range columns {
			v := 60 + 30*math.Sin(float64(7*i+3*k))
			c := Cell{
				Address: fmt.Sprintf("%s:dataset=d%d,method=m%d", t.Address, i+1, k+1), Ours: fmt.Sprintf("%.1f ± 1.2", v), Value: v, Count: "5",
				Paper: fmt.Sprintf("%.1f ± 1.0", v+0.4), PaperBold: k == 1, Best: k == 0, Verdict: verdicts[(i+k)%len(verdicts)].Name, Difference: "−0.4",
				Reason:     "inside the margin: -0.4, 90 % interval -1.1 to 0.3, margin 2",
				Provenance: []Fact{{"seeds", "1 to 5"}, {"data", "sha256 0123456789abcdef0123456789abcdef"}}, Command: "nmfrepro explain " + t.Address,
			}
			if c.Verdict == "STAND-IN" {
				c.StandIn = "CMU PIE"
			}
			if c.Verdict == "MISSING" {
				c.State, c.Value, c.Ours = "data missing", math.NaN(), ""
			}
			r.Cells = append(r.Cells, c)
		}
		p.Rows = append(p.Rows, r)
	}
	t.Panels = []Panel{p}
	t.Contests = []Contest{{Title: "accuracy", SVG: diagram, Lines: []string{"Kendall's τ 0.4 between the paper's order and ours"}}}
	return t
}
