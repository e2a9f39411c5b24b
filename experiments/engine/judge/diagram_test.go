package judge

import (
	"math"
	"strings"
	"testing"

	"nmfrepro/reports"
	"nmfrepro/reports/result"
)

// A field of three methods over six rows is drawn as two diagrams, ours and the paper's, with the bars of Nemenyi's test.
func TestDiagrams(t *testing.T) {
	f := result.MethodGroup{Panel: "a", Metric: "acc", Methods: []result.Method{{Key: "p", Name: "P"}, {Key: "q", Name: "Q"}, {Key: "r", Name: "R"}}}
	for i := range 6 {
		v := float64(i) / 100
		f.Rows = append(f.Rows, result.Scores{Label: string(rune('a' + i)), Cells: []result.Score{
			{Cell: result.Cell{Runs: result.Sample{Values: []float64{0.9 + v}}}, Reported: 0.9}, {Cell: result.Cell{Runs: result.Sample{Values: []float64{0.5 + v}}}, Reported: math.NaN()}, {Cell: result.Cell{Runs: result.Sample{Values: []float64{0.1 + v}}}, Reported: 0.1},
		}})
	}
	c := result.Comparison{Address: "p/t", MethodGroup: f}
	c.Ours, c.OursErr = ranked(f, ourMean)
	c.Papers, c.PapersErr = ranked(f, reportedScore)
	drawn := reports.Diagrams([]result.Comparison{c})
	if len(drawn.Plots) != 2 {
		t.Fatalf("%d plots, want ours and the paper's", len(drawn.Plots))
	}
	ours, paper := drawn.Plots[0].Ranking, drawn.Plots[1].Ranking
	if strings.Join(ours.Methods, "") != "PQR" || ours.Ranks[0] != 1 || ours.Ranks[2] != 3 || len(ours.Groups) != 2 {
		t.Errorf("ours: %+v, want ranks 1 to 3 and P-Q, Q-R joined", ours)
	}
	if strings.Join(paper.Methods, "") != "PR" {
		t.Errorf("the paper's: %+v, want the two methods that it prints", paper)
	}
	var out strings.Builder
	reports.ComparisonText(c, &out)
	for _, want := range []string{"mean ranks: P 1.00, Q 2.00, R 3.00", "no significant difference between: P, Q\n", "χ² 12.00"} { // 12·6/(3·4)·2
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
