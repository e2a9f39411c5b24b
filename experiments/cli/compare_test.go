package cli

import (
	"math"
	"strings"
	"testing"

	"nmfrepro/experiments/judge"
)

// A field of three methods over six rows is drawn as two diagrams, ours and the paper's, with the bars of Nemenyi's test.
func TestDiagrams(t *testing.T) {
	f := judge.Field{Panel: "a", Metric: "acc", Methods: []judge.Method{{Key: "p", Name: "P"}, {Key: "q", Name: "Q"}, {Key: "r", Name: "R"}}}
	for i := range 6 {
		v := float64(i) / 100
		f.Rows = append(f.Rows, judge.Row{Label: string(rune('a' + i)), Cells: []judge.Score{
			{Values: []float64{0.9 + v}, Published: 0.9}, {Values: []float64{0.5 + v}, Published: math.NaN()}, {Values: []float64{0.1 + v}, Published: 0.1},
		}})
	}
	c := contest{address: "p/t", Field: f}
	c.ours, c.oursErr = f.Ours()
	c.papers, c.papersErr = f.Papers()
	drawn := diagrams([]contest{c})
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
	c.text(&out)
	for _, want := range []string{"mean ranks: P 1.00, Q 2.00, R 3.00", "not told apart: P, Q\n", "χ² 12.00"} { // 12·6/(3·4)·2
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}
