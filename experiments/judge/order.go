package judge

import (
	"fmt"
	"math"
	"slices"

	"nmfrepro/eval/stat"
)

// Outcome tells what became of the paper's "A is better than B".
type Outcome string

// The outcomes.
const (
	Holds     Outcome = "holds"
	Reversed  Outcome = "reversed"
	Undecided Outcome = "undecided"
	Unclaimed Outcome = "unclaimed" // the paper prints equal numbers, or one is not there
)

// Comparison is one cell against another of its group.
type Comparison struct {
	With       string // address of the other
	Better     bool   // the paper's number of this cell is the better one
	Outcome    Outcome
	Difference stat.Estimate // ours: this cell less the other, over shared replicates if Paired
	Interval   stat.Interval // of the difference, 95 %
	P          float64       // of no difference, Holm-adjusted over the group
	Paired     bool
	Wilcoxon   stat.SignedRank // of the pairs; zero unless Paired
	Effect     float64         // matched-pairs rank-biserial correlation if Paired, else Cohen's d
}

// compareGroups compares the cells of each group, gives both of a pair its outcome, and words the reason of those judged by
// order alone.
func compareGroups(cells []Compared, verdicts []Verdict) {
	done := map[string]bool{"": true}
	for _, c := range cells {
		if !done[c.Group] {
			done[c.Group] = true
			compareGroup(c.Group, cells, verdicts)
		}
	}
	for i := range verdicts {
		if v := &verdicts[i]; v.Kind == Order {
			v.Reason = orderReason(v.Orders)
		}
	}
}

func orderReason(all []Comparison) string {
	count := map[Outcome]int{}
	for _, c := range all {
		count[c.Outcome]++
	}
	claimed := count[Holds] + count[Reversed] + count[Undecided]
	if claimed == 0 {
		return "nothing to compare it with"
	}
	return fmt.Sprintf("%d of %d orders hold, %d reversed, %d undecided", count[Holds], claimed, count[Reversed], count[Undecided])
}

func compareGroup(group string, cells []Compared, verdicts []Verdict) {
	type pair struct{ i, j int }
	var pairs []pair
	var found []Comparison
	var p []float64
	for j, b := range cells {
		for i, a := range cells[:j] {
			if a.Group != group || b.Group != group || !comparable(a) || !comparable(b) {
				continue
			}
			c := compareCells(a, b)
			pairs, found, p = append(pairs, pair{i, j}), append(found, c), append(p, c.P)
		}
	}
	for k, adjusted := range stat.Holm(p) {
		i, j := pairs[k].i, pairs[k].j
		c := found[k]
		c.P = adjusted
		c.Outcome = orderOutcome(verdicts[i].Paper, verdicts[j].Paper, c, cells[i].Lower)
		c.With, c.Better = cells[j].Address, betterNumber(verdicts[i].Paper, verdicts[j].Paper, cells[i].Lower)
		verdicts[i].Orders = append(verdicts[i].Orders, c)
		c.With, c.Better = cells[i].Address, betterNumber(verdicts[j].Paper, verdicts[i].Paper, cells[i].Lower)
		verdicts[j].Orders = append(verdicts[j].Orders, c.turned())
	}
}

// comparable tells whether c has numbers on the paper's own data.
func comparable(c Compared) bool {
	return c.State == Computed && c.StandIn == "" && c.N > 0 && !math.IsNaN(c.Mean) && !math.IsInf(c.Mean, 0)
}

func betterNumber(a, b float64, lower bool) bool {
	return a != b && (a < b) == lower && a == a && b == b
}

func orderOutcome(paperA, paperB float64, c Comparison, lower bool) Outcome {
	switch {
	case !(paperA < paperB || paperA > paperB):
		return Unclaimed
	case !(c.P < Level):
		return Undecided
	case betterNumber(paperA, paperB, lower) == ((c.Difference.Value < 0) == lower):
		return Holds
	}
	return Reversed
}

// compare tests a against b: over pairs where both have a value of each replicate, else as independent samples.
func compareCells(a, b Compared) Comparison {
	sa, sb := summary(a), summary(b)
	var c Comparison
	if x, y := shared(a, b); len(x) > 1 {
		c.Difference = stat.Paired(x, y)
		c.Paired = true
		d := make([]float64, len(x))
		for i := range d {
			d[i] = x[i] - y[i]
		}
		c.Wilcoxon = stat.Wilcoxon(d)
		c.Effect = c.Wilcoxon.RankBiserial()
	} else {
		c.Difference = stat.Welch(sa, sb)
		c.Effect = stat.CohenD(sa, sb)
	}
	c.P, c.Interval = c.Difference.P(0), c.Difference.Interval(0.95)
	return c
}

// shared are the values of the replicates that both cells have, in one order. A replicate that failed in one cell is left out
// of the other. Where nothing says which values belong together, cells of one length pair up by place.
func shared(a, b Compared) (x, y []float64) {
	if a.Replicates == nil || b.Replicates == nil {
		if len(a.Values) != len(b.Values) {
			return nil, nil
		}
		return a.Values, b.Values
	}
	for i, replicate := range a.Replicates {
		if k := slices.Index(b.Replicates, replicate); k >= 0 {
			x, y = append(x, a.Values[i]), append(y, b.Values[k])
		}
	}
	return x, y
}

// summary is what the tests need of a cell. A method without randomness has no spread, however often it was run.
func summary(c Compared) stat.Summary {
	s := stat.Summary{N: c.N, Mean: c.Mean, SD: c.SD}
	if c.Exact {
		s.N, s.SD = max(c.N, 2), 0
	}
	return s
}

// turned is the comparison seen from the other side.
func (c Comparison) turned() Comparison {
	c.Difference.Value = -c.Difference.Value
	c.Interval = stat.Interval{Low: -c.Interval.High, High: -c.Interval.Low}
	c.Effect = -c.Effect
	w := &c.Wilcoxon
	w.Positive, w.Negative, w.Greater, w.Less = w.Negative, w.Positive, w.Less, w.Greater
	return c
}
