package judge

import (
	"math"
	"slices"

	"nmfrepro/reports/list"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// versusAll compares every two of the scores of a row, with Holm's correction over all of them. It is the one comparison of
// methods: what verify says of a published contrast and what compare says of the same two is one number.
func versusAll(scores []reports.Score) []reports.Pair {
	var all []reports.Pair
	var p []float64
	for a, x := range scores {
		for i, y := range scores[a+1:] {
			if len(x.Values) < 2 || len(y.Values) < 2 {
				continue
			}
			v := reports.Pair{A: a, B: a + 1 + i, Difference: stat.Compare(x.Sample, y.Sample, max(x.Grid, y.Grid))}
			all, p = append(all, v), append(p, v.P)
		}
	}
	for i, q := range stat.Holm(p) {
		all[i].Holm = q
	}
	return all
}

// turned is the comparison of b with a, made from that of a with b.
func turned(v reports.Pair) reports.Pair {
	return reports.Pair{Row: v.Row, A: v.B, B: v.A, Difference: v.Difference.Turned(), Holm: v.Holm}
}

// contrast is a pair of rivals of which the paper prints that the first is better.
type contrast struct {
	reports.Pair
	gap           float64 // of the published numbers
	better, worse *reports.Cell
}

// publishedContrasts are those of a row whose gap exceeds the published numbers' own noise.
func publishedContrasts(row []*reports.Cell, runs int) (all []contrast) {
	for _, v := range versusAll(list.Map(row, func(c *reports.Cell) reports.Score { return scoreOf(*c) })) {
		gap, claimed := publishedGap(*row[v.A], *row[v.B], v, runs)
		if !claimed {
			continue
		}
		if (gap < 0) != row[v.A].Lower { // the second one is the better
			v, gap = turned(v), -gap
		}
		all = append(all, contrast{v, gap, row[v.A], row[v.B]})
	}
	return all
}

// contrasts tells the judged cells whether our runs bear out their published contrasts.
func contrasts(all []contrast) {
	for _, v := range all {
		better, worse := v.better, v.worse
		if !contrasted(*better) || !contrasted(*worse) {
			continue
		}
		c := reports.Contrast{With: worse.Column, Gap: v.gap, Difference: v.Difference, Holm: v.Holm, Ratio: math.NaN(), Outcome: reports.ContrastOpen}
		if spec.ClassOf(better.Metric).Name == "loss" {
			c.Ratio = stat.Mean(better.Values) / stat.Mean(worse.Values)
		}
		count := &better.Verdict.Contrasts
		switch {
		case !(v.Holm < Level):
			count.Open++
		case (v.Estimate.Value < 0) == better.Lower:
			c.Outcome = reports.ContrastHolds
			count.Hold++
		default:
			c.Outcome = reports.ContrastReversed
			count.Reversed++
		}
		better.Verdict.Against = append(better.Verdict.Against, c)
	}
}

// scoreOf is our number in a cell and the published one. The values of a method without randomness have no step.
func scoreOf(c reports.Cell) reports.Score {
	s := reports.Score{Sample: stat.Sample{Values: c.Values, Replicates: c.Replicates, First: c.FirstStage}, Grid: c.Grid, StandIn: c.StandIn != "", Published: math.NaN()}
	if c.Repeats {
		s.Grid = 0
	}
	if v, ok := published.NumberOf(c.Published); ok {
		s.Published = v
	}
	return s
}

// contrasted tells whether a cell takes part in contrasts: the paper's method on the paper's data, not a stand-in.
func contrasted(c reports.Cell) bool {
	return !c.Neutral && c.StandIn == "" && c.Proxy == "" && c.Partial == "" && c.Verdict.Kind != Failed && (len(c.Collapsed) == 0 || slices.Contains(c.Replicates, c.Collapsed[0])) && len(c.Values) >= Fewest
}

// publishedGap is the difference of two published numbers, in natural units. It is claimed if it exceeds what rounding and the
// published runs explain: the printed deviations where both have one, else ours, of the pairs if there are any.
func publishedGap(a, b reports.Cell, v reports.Pair, runs int) (gap float64, claimed bool) {
	x, okX := published.NumberOf(a.Published)
	y, okY := published.NumberOf(b.Published)
	if !okX || !okY || a.Counts {
		return 0, false
	}
	gap = a.Scale.Natural(x) - b.Scale.Natural(y)
	beyond := math.Abs(gap) - (a.Scale.Natural(a.Published.Unit)+b.Scale.Natural(b.Published.Unit))/2
	sx, okX := (published.Cell{SD: a.Published.SD}).Deviation()
	sy, okY := (published.Cell{SD: b.Published.SD}).Deviation()
	r := float64(max(runs, 1))
	noise := stat.Estimate{SE: math.Hypot(a.Scale.Natural(sx), b.Scale.Natural(sy)) / math.Sqrt(r), DF: 2 * (r - 1)}
	if !okX || !okY || runs < 2 {
		noise = v.Estimate
		noise.SE *= math.Sqrt(float64(v.N) / r)
	}
	return gap, beyond > noise.HalfWidth(stat.Confidence)
}
