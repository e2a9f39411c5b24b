package contrast

import (
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// Of returns a cell as a term of a contrast, in natural units and with weights of one. The values of a method without randomness
// have no step. Cells of one source and draw pair up by their replicates.
func Of(source string, c result.Cell) Term {
	t := Term{
		Cell: c.Address, Row: c.At.Row,
		TermOurs: TermOurs{Values: c.Runs.Values, Replicates: c.Runs.Replicates, Source: source, Draw: c.Runs.Draw,
			Grid: c.Metric.Grid},
		TermReported: TermReported{Reported: math.NaN(), SD: math.NaN(),
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

// Weighted returns a term with these weights.
func (t Term) Weighted(ours, theirs float64) Term {
	t.Ours, t.Theirs = ours, theirs
	return t
}

// Honest returns a cell whose values, where options of its method were tuned, are at options chosen on other runs: the values to compare
// with another method.
func Honest(c result.Cell) result.Cell {
	if c.Runs.Tuned == nil || len(c.Runs.Tuned.Honest) == 0 {
		return c
	}
	kept := list.Filter(c.Runs.Replicates, func(r int) bool { return slices.Contains(c.Runs.Tuned.HonestOf, r) })
	c.Runs.Values = list.Map(kept, func(r int) float64 { return c.Runs.Tuned.Honest[slices.Index(c.Runs.Tuned.HonestOf, r)] })
	c.Runs.Replicates = kept
	return c
}

// Matched returns two cells of a row, with their honest numbers, over the replicates that both have.
func Matched(a, b result.Cell) (x, y result.Cell) { return Paired(Honest(a), Honest(b)) }

// Paired returns two cells over the replicates that both have; cells with fewer than two common replicates stay as they are. Replicates
// that nobody named pair up by place if there are as many of either.
func Paired(a, b result.Cell) (x, y result.Cell) {
	if a.Runs.Replicates == nil && b.Runs.Replicates == nil && len(a.Runs.Values) == len(b.Runs.Values) {
		a.Runs.Replicates = list.Upto(len(a.Runs.Values))
		b.Runs.Replicates = a.Runs.Replicates
	}
	if both := list.Filter(a.Runs.Replicates, func(r int) bool { return slices.Contains(b.Runs.Replicates, r) }); len(both) > 1 {
		return Only(a, both), Only(b, both)
	}
	return a, b
}

// Only returns a cell with some of its replicates.
func Only(c result.Cell, replicates []int) result.Cell {
	if slices.Equal(c.Runs.Replicates, replicates) {
		return c
	}
	values := c.Runs.Values
	c.Runs.Values = list.Map(replicates, func(r int) float64 { return values[slices.Index(c.Runs.Replicates, r)] })
	c.Runs.Replicates = replicates
	return c
}
