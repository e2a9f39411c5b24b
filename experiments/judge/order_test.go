package judge

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func row(published []string, means []float64, sd float64, n int) []Compared {
	var cells []Compared
	for i, p := range published {
		cells = append(cells, Compared{Address: string(rune('a' + i)), Group: "row", Mean: means[i], SD: sd, N: n, Published: p, Runs: 10, Margin: OldMargin{Value: 1}})
	}
	return cells
}

func outcomes(v Verdict) string {
	var s []string
	for _, c := range v.Orders {
		s = append(s, c.With+" "+string(c.Outcome))
	}
	return strings.Join(s, ", ")
}

func TestOrders(t *testing.T) {
	cells := row([]string{"90", "80", "80", "illegible", "70"}, []float64{88, 70, 60, 50, 88.1}, 1, 10)
	v := Judge(cells)
	for i, want := range []string{
		"b holds, c holds, d unclaimed, e undecided", "a holds, c unclaimed, d unclaimed, e reversed",
		"a holds, b unclaimed, d unclaimed, e reversed", "a unclaimed, b unclaimed, c unclaimed, e unclaimed",
		"a undecided, b reversed, c reversed, d unclaimed",
	} {
		if got := outcomes(v[i]); got != want {
			t.Errorf("%s: %s, want %s", cells[i].Address, got, want)
		}
	}
	if !v[0].Orders[0].Better || v[1].Orders[0].Better {
		t.Error("a is the better one of a and b")
	}
	if d := v[0].Orders[0]; d.Difference.Value != 18 || d.Interval.Low <= 0 || d.Effect != 18 || d.Paired {
		t.Errorf("a against b: %+v", d)
	}
	if d := v[1].Orders[0]; d.Difference.Value != -18 || d.Interval.High >= 0 || d.Effect != -18 {
		t.Errorf("b against a: %+v", d)
	}
}

// Where lower is better, the same numbers claim the opposite, and hold as well.
func TestOrdersLower(t *testing.T) {
	cells := row([]string{"90", "80"}, []float64{88, 70}, 1, 10)
	for i := range cells {
		cells[i].Lower = true
		cells[i].OrderOnly = true
	}
	v := Judge(cells)
	if outcomes(v[0]) != "b holds" || v[0].Orders[0].Better || v[0].Kind != Order || v[0].Reason != "1 of 1 orders hold, 0 reversed, 0 undecided" {
		t.Errorf("%+v", v[0])
	}
}

// Cells of other groups, stand-ins and failures are no rivals.
func TestRivals(t *testing.T) {
	cells := row([]string{"90", "80", "70", "60"}, []float64{90, 80, 70, 60}, 1, 5)
	cells[1].Group = "another"
	cells[2].StandIn = "PIE"
	cells[3].State = RunsFailed
	for _, v := range Judge(cells) {
		if len(v.Orders) > 0 {
			t.Errorf("%s is compared: %s", v.Address, outcomes(v))
		}
	}
}

// Shared replicates see a small difference under a large common spread.
func TestPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	cells := row([]string{"52", "50"}, []float64{0, 0}, 10, 12)
	for k := range 12 {
		level := 50 + 10*rng.NormFloat64()
		for i, gain := range []float64{2, 0} {
			cells[i].Values = append(cells[i].Values, level+gain+0.3*rng.NormFloat64())
			cells[i].Mean += (cells[i].Values[k]) / 12
		}
	}
	v := Judge(cells)
	c := v[0].Orders[0]
	if c.Outcome != Holds || !c.Paired || c.Effect != 1 || c.Wilcoxon.TwoSided != 2/math.Exp2(12) || !c.Interval.Contains(2) {
		t.Errorf("paired: %+v", c)
	}
	if d := v[1].Orders[0]; d.Effect != -1 || d.Wilcoxon.Negative != c.Wilcoxon.Positive || d.Wilcoxon.Less != c.Wilcoxon.Greater {
		t.Errorf("turned: %+v", d)
	}
	cells[1].Values = nil
	if c := Judge(cells)[0].Orders[0]; c.Outcome != Undecided || c.Paired {
		t.Errorf("unpaired: %+v", c)
	}
}

// A method without randomness differs from another by any amount.
func TestExactOrder(t *testing.T) {
	cells := row([]string{"0.9", "0.8"}, []float64{0.85, 0.849}, math.NaN(), 1)
	cells[0].Exact, cells[1].Exact = true, true
	if got := outcomes(Judge(cells)[0]); got != "b holds" {
		t.Error(got)
	}
	cells[1].Exact = false
	if got := outcomes(Judge(cells)[0]); got != "b undecided" {
		t.Error(got)
	}
}

// Replicates that failed in one cell leave holes: pairs are of the same replicate, not of the same place. With d = 1 in each
// of the shared replicates the difference is known exactly; paired by place it would be lost in the replicates' scatter.
func TestPairsByReplicate(t *testing.T) {
	a := Compared{Address: "a", Group: "row", Values: []float64{11, 31, 51, 91}, Replicates: []int{0, 1, 2, 4}, N: 4, Mean: 46, SD: 34, Published: "2", Runs: 5}
	b := Compared{Address: "b", Group: "row", Values: []float64{10, 50, 70, 90}, Replicates: []int{0, 2, 3, 4}, N: 4, Mean: 55, SD: 34, Published: "1", Runs: 5}
	v := Judge([]Compared{a, b})
	if d := v[0].Orders[0]; !d.Paired || d.Difference.Value != 1 || d.Wilcoxon.N != 3 || d.Outcome != Holds {
		t.Errorf("%+v, want +1 over three pairs", d)
	}
	b.Replicates = []int{5, 6, 7, 8}
	v = Judge([]Compared{a, b})
	if d := v[0].Orders[0]; d.Paired || d.Difference.Value != -9 {
		t.Errorf("%+v, want the means as independent samples: nothing is shared", d)
	}
}
