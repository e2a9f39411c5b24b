package judge

import (
	"math"
	"math/rand/v2"
	"testing"

	"nmfrepro/reports/result"
)

// rivals is a row of cells of one metric with reported numbers and our values.
func rivals(reported []string, values ...[]float64) []*result.Cell {
	var row []*result.Cell
	for i, p := range reported {
		c := &result.Cell{
			At:       result.Address{Column: string(rune('a' + i)), Dataset: "d", Method: string(rune('a' + i)), Metric: "acc"},
			Reported: result.Reported{Value: p, Unit: 1},
		}
		c.Runs.Values = values[i]
		for k := range c.Runs.Values {
			c.Runs.Replicates = append(c.Runs.Replicates, k)
		}
		row = append(row, c)
	}
	return row
}

// around are n values close to a number, each sample with a scatter of its own.
func around(rng *rand.Rand, n int, mean, sd float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = mean + sd*rng.NormFloat64()
	}
	return x
}

func outcomes(c *result.Cell) (s string) {
	for _, x := range c.Verdict.Against {
		s += x.With + " " + x.Outcome + ", "
	}
	return s
}

func TestContrasts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	row := rivals([]string{"90", "80", "80", "illegible", "70"}, around(rng, 10, 88, 1), around(rng, 10, 70, 1), around(rng, 10, 60, 1),
		around(rng, 10, 50, 1), around(rng, 10, 88, 1))
	contrasts(reportedContrasts(row, 10))
	for i, want := range []string{"b holds, c holds, e no significant difference, ", "e reversed, ", "e reversed, ", "", ""} {
		if got := outcomes(row[i]); got != want {
			t.Errorf("%s: %s, want %s", row[i].At.Column, got, want)
		}
	}
	if got := row[0].Verdict.Contrasts; got != (result.Contrasts{Hold: 2, Open: 1}) {
		t.Errorf("%+v", got)
	}
	d := row[0].Verdict.Against[0]
	if d.Gap != 10 || math.Abs(d.Estimate.Value-18) > 1 || !(d.Interval.Low > 0) || !(d.Effect > 5) || !d.Paired || d.N != 10 {
		t.Errorf("a against b: %+v", d)
	}
}

// Where lower is better, the same numbers claim the opposite; of a loss the ratio is told too.
func TestContrastsOfLosses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	row := rivals([]string{"90", "80"}, around(rng, 10, 88, 1), around(rng, 10, 70, 1))
	for _, c := range row {
		c.Metric.Lower, c.At.Metric = true, "msl"
	}
	contrasts(reportedContrasts(row, 10))
	if outcomes(row[0]) != "" || outcomes(row[1]) != "a holds, " {
		t.Fatalf("a: %s, b: %s", outcomes(row[0]), outcomes(row[1]))
	}
	if c := row[1].Verdict.Against[0]; c.Gap != -10 || !(c.Estimate.Value < -15) || math.Abs(c.Ratio-70.0/88) > 0.01 {
		t.Errorf("%+v", c)
	}
}

// Stand-ins, proxies, failures, parts and fewer than five replicates say nothing of the paper's contrast.
func TestNoContrast(t *testing.T) {
	for name, spoil := range map[string]func(*result.Cell){
		"stand-in": func(c *result.Cell) { c.State.Substitute = "PIE" }, "proxy": func(c *result.Cell) { c.State.Proxy = "a guess" },
		"part": func(c *result.Cell) { c.State.Partial = "over rank 3" }, "failed": func(c *result.Cell) { c.Verdict.Kind = Failed },
		"four":              func(c *result.Cell) { c.Runs.Values = c.Runs.Values[:4]; c.Runs.Replicates = c.Runs.Replicates[:4] },
		"neither is better": func(c *result.Cell) { c.Metric.Neutral = true },
	} {
		rng := rand.New(rand.NewPCG(1, 3))
		row := rivals([]string{"90", "80"}, around(rng, 10, 90, 1), around(rng, 10, 80, 1))
		spoil(row[1])
		contrasts(reportedContrasts(row, 10))
		if got := outcomes(row[0]); got != "" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Numbers that differ by no more than the paper's own noise are no claim: rounding, the reported deviation, and where there is
// none the deviation of our pairs over the reported runs.
func TestNoiseOfThePaper(t *testing.T) {
	tests := []struct {
		name      string
		published [2]result.Reported
		runs      int
		claimed   bool
	}{
		{"rounding", [2]result.Reported{{Value: "81", Unit: 1}, {Value: "80", Unit: 1}}, 1000, false},
		{"beyond rounding", [2]result.Reported{{Value: "82", Unit: 1}, {Value: "80", Unit: 1}}, 1000, true},
		{"deviation", [2]result.Reported{{Value: "82", SD: "4", Unit: 1}, {Value: "80", SD: "4", Unit: 1}}, 20, false},     // 1 < 2.02·√(32/20)
		{"less deviation", [2]result.Reported{{Value: "82", SD: "1", Unit: 1}, {Value: "80", SD: "1", Unit: 1}}, 20, true}, // 1 > 2.02·√(2/20)
		{"one run", [2]result.Reported{{Value: "83", Unit: 1}, {Value: "80", Unit: 1}}, 1, false},                          // 2 < 2.26·1.27
		{"a hundred runs", [2]result.Reported{{Value: "83", Unit: 1}, {Value: "80", Unit: 1}}, 100, true},
	}
	for _, tt := range tests {
		rng := rand.New(rand.NewPCG(1, 4))
		row := rivals([]string{"", ""}, around(rng, 10, 90, 1), around(rng, 10, 80, 1)) // deviation of the pairs: 1.27
		row[0].Reported, row[1].Reported = tt.published[0], tt.published[1]
		if contrasts(reportedContrasts(row, tt.runs)); (outcomes(row[0]) == "b holds, ") != tt.claimed {
			t.Errorf("%s: %q, want claimed %t: %+v", tt.name, outcomes(row[0]), tt.claimed, row[0].Verdict.Against)
		}
	}
}

// Shared replicates see a small difference under a large common spread.
func TestContrastsArePaired(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	var x, y []float64
	for range 12 {
		level := 50 + 10*rng.NormFloat64()
		x, y = append(x, level+2+0.3*rng.NormFloat64()), append(y, level+0.3*rng.NormFloat64())
	}
	row := rivals([]string{"55", "50"}, x, y)
	contrasts(reportedContrasts(row, 10))
	if outcomes(row[0]) != "b holds, " || !row[0].Verdict.Against[0].Paired || !row[0].Verdict.Against[0].Interval.Contains(2) {
		t.Errorf("%+v", row[0].Verdict.Against)
	}
	for k := range row[1].Runs.Replicates {
		row[1].Runs.Replicates[k] += 100 // others
	}
	row[0].Verdict.Against = nil
	row[0].Reported, row[1].Reported = result.Reported{Value: "95", Unit: 1}, result.Reported{Value: "50", Unit: 1}
	contrasts(reportedContrasts(row, 10))
	if outcomes(row[0]) != "b no significant difference, " || row[0].Verdict.Against[0].Paired {
		t.Errorf("%+v", row[0].Verdict.Against)
	}
}

// What the verdicts say of two cells is what the comparison of the methods says of them, but for the number of pairs that it is corrected for.
func TestContrastsAgreeWithComparisons(t *testing.T) {
	t1 := table()
	field := fields(t1)[0]
	checked := 0
	for r := range t1.Panels[0].Rows[:4] {
		row := &t1.Panels[0].Rows[r]
		for k := range row.Cells {
			row.Cells[k].At.Column = field.Methods[k].Name
		}
		contrasts(reportedContrasts([]*result.Cell{&row.Cells[0], &row.Cells[1], &row.Cells[2]}, 1000))
		for a := range row.Cells {
			for _, c := range row.Cells[a].Verdict.Against {
				for _, p := range against(field, a) {
					if p.Row == row.Label && field.Methods[p.B].Name == c.With {
						checked++
						if p.P != c.P || p.Holm > c.Holm || p.Estimate != c.Estimate { // which is corrected for more pairs
							t.Errorf("%s, %s against %s: %v and %v", row.Label, field.Methods[a].Name, c.With, p, c)
						}
					}
				}
			}
		}
	}
	if checked < 4 {
		t.Errorf("%d contrasts were compared", checked)
	}
}
