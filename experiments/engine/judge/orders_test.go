package judge

import (
	"math"
	"slices"
	"strings"
	"testing"

	"nmfrepro/reports"
	"nmfrepro/reports/result"
)

// settings are two panels of three methods on four sets with two seeds: a score is the sum of a part of the method, of the set and of the seed.
// In the second panel the methods stand in the opposite order.
func settings() []result.Comparison {
	var tab result.Table
	for p, key := range []string{"one", "two"} {
		b := result.Panel{Key: key, Columns: []result.Column{{Label: "A"}, {Label: "B"}, {Label: "C"}}}
		for s := range 4 {
			row := result.Row{Label: "s" + string(rune('0'+s)), Set: "s" + string(rune('0'+s))}
			for m := range 3 {
				at := float64(m)
				if p == 1 {
					at = 2 - at
				}
				v := 0.1*at + 0.2*float64(s)
				row.Cells = append(row.Cells, result.Cell{At: result.Address{Dataset: row.Label, Method: "abc"[m : m+1], Metric: "acc"},
					Runs: result.Sample{Values: []float64{v - 0.05, v + 0.05}}})
			}
			b.Rows = append(b.Rows, row)
		}
		tab.Panels = append(tab.Panels, b)
	}
	return Comparisons(tab, Comparing{Rival: "A", Tolerance: func(result.Cell) float64 { return 0.01 }})
}

// The orders are opposite, τ = -1 in every draw. By hand: the squares of the sets sum up to 0.2²·5 for each of 12 scores of a
// set; methods cancel over the panels, and what they have with the setting sums up to 0.1²·2 for each of 16; seeds have 0.05² in each of 48.
func TestOrders(t *testing.T) {
	o := Orders(settings(), func(a, b result.Comparison) string { return a.Panel + b.Panel })
	if len(o.Pairs) != 1 || o.Pairs[0].Tau.Tau != -1 || o.Pairs[0].Spread.Low != -1 || o.Pairs[0].Spread.High != -1 || o.Pairs[0].Differ != "onetwo" ||
		o.Pairs[0].Sets != 4 {
		t.Fatalf("%+v", o.Pairs)
	}
	set, both, seed := 12*0.2*0.2*5, 16*0.1*0.1*2, 48*0.05*0.05
	total := set + both + seed
	want := map[string]float64{"set": set / total, "method": 0, "method × set": 0, "setting": 0, "method × setting": both / total, "set × setting": 0,
		"seed": seed / total}
	sum := 0.0
	for _, x := range o.Shares[0].Of {
		sum += x.Part
		if math.Abs(x.Part-want[x.Factor]) > 1e-9 {
			t.Errorf("%s: %.4f, want %.4f", x.Factor, x.Part, want[x.Factor])
		}
	}
	if math.Abs(sum-1) > 1e-9 || len(o.Shares[0].Of) != len(want) {
		t.Errorf("parts %+v", o.Shares[0].Of)
	}
	var out strings.Builder
	reports.OrdersScreen(o, &out, false)
	if !strings.Contains(out.String(), "-1.00 to -1.00") {
		t.Errorf("%s", out.String())
	}
}

// Comparisons without three methods or a set in common have no orders to compare.
func TestOrdersInCommon(t *testing.T) {
	all := settings()
	for i := range all[1].Rows {
		all[1].Rows[i].Set, all[1].Witnesses[i].Set = "other", "other"+all[1].Rows[i].Label
	}
	if o := Orders(all, func(a, b result.Comparison) string { return "" }); len(o.Pairs) != 0 {
		t.Errorf("no set in common: %+v", o.Pairs)
	}
}

// A data set that is half computed costs no method, and a method that lacks most sets costs no set: either is named.
func TestOrdersLeaveOut(t *testing.T) {
	empty := func(c result.Comparison, row, method int) {
		c.Rows[row].Cells[method].Cell.Runs.Values = nil
	}
	for _, tt := range []struct {
		lacks [][2]int // row and method of the second panel
		sets  int
		left  []result.LeftOut
	}{
		{nil, 4, nil},
		{[][2]int{{2, 0}, {2, 1}}, 3, []result.LeftOut{{Name: "s2", Lacks: "a number of 2 of 3 methods"}}},
		{[][2]int{{2, 0}, {2, 1}, {2, 2}}, 3, []result.LeftOut{{Name: "s2", Lacks: "a number of any method"}}},
		{[][2]int{{3, 1}}, 3, []result.LeftOut{{Name: "s3", Lacks: "a number of 1 of 3 methods"}}},
	} {
		all := settings()
		for _, l := range tt.lacks {
			empty(all[1], l[0], l[1])
		}
		p, ok := orderPair(all[0], all[1])
		if !ok || p.Sets != tt.sets || !slices.Equal(p.Left, tt.left) || p.Seeds != "2 of each" || len(p.Methods) != 3 {
			t.Errorf("without %v: %d sets, left %+v, seeds %s, methods %v", tt.lacks, p.Sets, p.Left, p.Seeds, p.Methods)
		}
	}
	all := settings()
	for row := range 3 {
		empty(all[0], row, 0)
	}
	methods, sets, left, _ := inCommon(all)
	if want := []result.LeftOut{{Name: "A", Lacks: "a number of 3 of 4 data sets"}}; len(methods) != 2 || len(sets) != 4 || !slices.Equal(left, want) {
		t.Errorf("a method of one set: %v, %v, %+v", methods, sets, left)
	}
}

// Methods of one mean rank are tied, whichever sets gave it: on 15 sets A and B have the ranks 1 and 2 eight times and 2 and 1 seven times, but
// for one set on which they are equal.
func TestOrdersTies(t *testing.T) {
	c := settings()[0]
	c.Rows, c.Witnesses = nil, nil
	for s := range 15 {
		row := result.Scores{Label: string(rune('a' + s)), Set: string(rune('a' + s))}
		for m := range 3 {
			v := []float64{float64(s % 2), float64((s + 1) % 2), 2}[m]
			if s == 0 && m < 2 {
				v = 0.5
			}
			row.Cells = append(row.Cells, result.Score{Cell: result.Cell{Runs: result.Sample{Values: []float64{v}}}})
		}
		c.Rows, c.Witnesses = append(c.Rows, row), append(c.Witnesses, result.Witness{Set: row.Set, Rows: []int{s}})
	}
	p, ok := orderPair(c, c)
	if !ok || p.Ranks[0][0] != p.Ranks[0][1] || p.Ranks[0][2] != 1 || math.Abs(p.Tau.Tau-1) > 1e-12 {
		t.Errorf("mean ranks %v, τ %v", p.Ranks[0], p.Tau.Tau)
	}
}
