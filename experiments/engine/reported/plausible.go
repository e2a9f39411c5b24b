package reported

import (
	"slices"
	"strings"

	"nmfrepro/datasets/strict"
)

// shares are metrics whose numbers lie between 0 and 1, or between 0 and 100 per cent.
var shares = []string{"acc", "accuracy", "nmi", "purity", "precision", "recall", "f1", "csr", "knn-accuracy", "svm-accuracy"}

// Plausible reports numbers that cannot be in the unit that their panel says: outside its range, percentages beside a range of shares,
// deviations that no values of the range have. Numbers that the paper itself has are marked as misprinted in status.
func (p *Paper) Plausible(root strict.Node) strict.Problems {
	c := &checker{paper: p}
	for _, t := range p.Tables {
		for _, b := range t.Value.Panels {
			c.plausible(b)
		}
	}
	return c.problems
}

func (c *checker) plausible(b strict.Entry[Panel]) {
	p := b.Value
	for _, e := range p.Times {
		c.refuse(!(e.Value > 0), e.Node, "%s: times = %v, want a number above 0", e.Name, e.Value)
	}
	limits, assumed := p.Range, false
	if family, _, _ := strings.Cut(p.Metric, "-"); len(limits) != 2 && (slices.Contains(shares, family) ||
		slices.Contains(shares, p.Metric)) && len(p.Times) == 0 {
		limits, assumed = []float64{0, 100}, true
	}
	if len(limits) != 2 || limits[0] >= limits[1] || p.Ranks != "" {
		return
	}
	for _, row := range p.Rows {
		if _, counted := p.Recount.Get(row.Name); counted || statistic(row.Name) {
			continue
		}
		for k, text := range row.Value {
			if k < len(p.Columns) && !p.misprinted(row.Name, p.Columns[k]) {
				c.inRange(row.Node.Index(k), text, limits, p.Factor(row.Name), assumed, p.Metric)
			}
		}
	}
}

// statistic tells whether a row sums up others in another unit: ranks, wins, sums.
func statistic(row string) bool {
	name := strings.ToLower(row)
	return strings.Contains(name, "rank") || strings.Contains(name, "wins") || strings.Contains(name, "first") || strings.Contains(name,
		"sum") || strings.Contains(name, "total") || strings.Contains(name, "count")
}

func (p Panel) misprinted(row, column string) bool {
	return slices.ContainsFunc(p.Status, func(s NumberStatus) bool { return s.Is == Misprinted && s.covers(row, column) })
}

func (c *checker) inRange(n strict.Node, text string, limits []float64, factor float64, assumed bool, metric string) {
	cell, deviates := cut(text)
	x, ok := cell.Number()
	if !ok {
		return
	}
	outside := func(x float64) bool { return x < limits[0]-1e-9 || x > limits[1]+1e-9 }
	switch {
	case outside(x) && outside(x*factor) && assumed:
		c.bad(n, "%q: %s lies between 0 and 1, or 0 and 100 per cent; mend the number, or mark it in status as misprinted", text, metric)
	case outside(x) && outside(x*factor):
		c.bad(n, "%q lies outside range: %v; write the number in the unit of the range, mend the range, or mark the number in status as "+
			"misprinted", text, limits)
	case strings.Contains(text, "%") && limits[1] <= 1 && !assumed:
		c.bad(n, "%q is a percentage and the range is %v; write a share, as 0.74, or range: [0, 100]", text, limits)
	}
	if sd, known := cell.Deviation(); deviates && known && !assumed && sd > (limits[1]-limits[0])*0.7072 &&
		sd*factor > (limits[1]-limits[0])*0.7072 {
		c.bad(n, "%q: values within %v deviate by at most %.3g", text, limits, (limits[1]-limits[0])*0.7071)
	}
}
