package judge

import (
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/result"
)

// cellTerm returns a cell as a term of a contrast, in natural units and with weights of one. The values of a method without randomness
// have no step. Cells of one source and draw pair up by their replicates.
func cellTerm(source string, c result.Cell) contrast.Term {
	t := contrast.Term{
		Cell: c.Address, Row: c.At.Row,
		TermOurs: contrast.TermOurs{Values: c.Runs.Values, Replicates: c.Runs.Replicates, Source: source, Draw: c.Runs.Draw,
			Grid: c.Metric.Grid},
		TermReported: contrast.TermReported{Reported: math.NaN(), SD: math.NaN(),
			Unit: c.Metric.Scale.Natural(c.Reported.Unit), Runs: c.Verdict.Runs, OneDraw: c.Reported.Shared, Tolerance: c.Verdict.Tolerance},
		Ours:   1,
		Theirs: 1,
	}
	if c.Runs.Repeats {
		t.Grid = 0
	}
	if v, ok := reported.NumberOf(c.Reported); ok {
		t.Reported = c.Metric.Scale.Natural(v)
	}
	if sd, ok := (reported.Cell{SD: c.Reported.SD}).Deviation(); ok {
		t.SD = c.Metric.Scale.Natural(sd)
	}
	return t
}

// weighted returns a term with these weights.
func weighted(t contrast.Term, ours, theirs float64) contrast.Term {
	t.Ours, t.Theirs = ours, theirs
	return t
}

// honest returns a cell with the values at choices that were made without them, where options of its method were tuned: what it is worth
// against another method.
func honest(c result.Cell) result.Cell {
	if c.Runs.Tuned == nil || len(c.Runs.Tuned.Honest) == 0 {
		return c
	}
	kept := list.Filter(c.Runs.Replicates, func(r int) bool { return slices.Contains(c.Runs.Tuned.HonestOf, r) })
	c.Runs.Values = list.Map(kept, func(r int) float64 { return c.Runs.Tuned.Honest[slices.Index(c.Runs.Tuned.HonestOf, r)] })
	c.Runs.Replicates = kept
	return c
}

// matched returns two cells of a row, with their honest numbers, over the replicates that both have.
func matched(a, b result.Cell) (x, y result.Cell) { return paired(honest(a), honest(b)) }

// paired returns two cells over the replicates that both have; with fewer than two of these, as they are. Replicates that nobody named
// pair up by place if there are as many of either.
func paired(a, b result.Cell) (x, y result.Cell) {
	if a.Runs.Replicates == nil && b.Runs.Replicates == nil && len(a.Runs.Values) == len(b.Runs.Values) {
		a.Runs.Replicates = list.Upto(len(a.Runs.Values))
		b.Runs.Replicates = a.Runs.Replicates
	}
	if both := list.Filter(a.Runs.Replicates, func(r int) bool { return slices.Contains(b.Runs.Replicates, r) }); len(both) > 1 {
		return only(a, both), only(b, both)
	}
	return a, b
}

// only returns a cell with some of its replicates.
func only(c result.Cell, replicates []int) result.Cell {
	if slices.Equal(c.Runs.Replicates, replicates) {
		return c
	}
	values := c.Runs.Values
	c.Runs.Values = list.Map(replicates, func(r int) float64 { return values[slices.Index(c.Runs.Replicates, r)] })
	c.Runs.Replicates = replicates
	return c
}

// less returns the contrast of cells with others, each pair a row: the mean over the rows of the first less the second.
func less(source string, pairs [][2]result.Cell) contrast.Contrast {
	var c contrast.Contrast
	w := 1 / float64(len(pairs))
	for _, p := range pairs {
		x, y := matched(p[0], p[1])
		c.Terms = append(c.Terms, weighted(cellTerm(source, x), w, 0), weighted(cellTerm(source, y), -w, 0))
	}
	return c
}

// difference returns what an estimated contrast of our numbers comes to.
func difference(c contrast.Contrast) stat.Difference {
	d := stat.Difference{N: c.N, Paired: c.Paired, Estimate: c.Ours, Interval: c.Ours.Interval(stat.Confidence), P: c.Ours.P(0),
		Effect: c.Effect}
	if c.Paired {
		d.Ranks = stat.Wilcoxon(c.Sums)
	}
	return d
}
