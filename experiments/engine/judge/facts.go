package judge

import (
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// differingCell is a cell that differs, with what it may share with others.
type differingCell struct {
	result.Cell
	runs, table string // the addresses of the experiment whose runs it shows, and of its own
	misprints   []string
}

// differing lists the cells that differ.
func differing(tables []result.Table, places func(address string) []string) (all []differingCell) {
	for _, t := range tables {
		for _, c := range t.Cells() {
			if c.Verdict.Kind == result.KindDiffers {
				all = append(all, differingCell{c, t.Base, t.Address, places(c.Address)})
			}
		}
	}
	return all
}

// shares says why two cells are of one fact, "" if they are not.
func (a differingCell) shares(b differingCell) string {
	x, y := a.Cell, b.Cell
	sameMethod := x.At.Method == y.At.Method
	sameMetric := x.At.Metric == y.At.Metric && (x.Verdict.Difference < 0) == (y.Verdict.Difference < 0)
	averages := (x.Runs.Draw == "") != (y.Runs.Draw == "") // one over the other
	switch {
	case slices.ContainsFunc(a.misprints, func(p string) bool { return slices.Contains(b.misprints, p) }):
		return result.SameMisprint
	case a.runs == b.runs && sameMethod && x.At.Dataset == y.At.Dataset && x.Runs.Draw == y.Runs.Draw && x.Runs.Draw != "":
		return result.SameRuns
	case a.table == b.table && sameMethod && (x.Runs.Draw == "" && y.Runs.Draw == "" || sameMetric && averages):
		return result.SameRuns
	case a.runs == b.runs && x.Runs.Drawn && y.Runs.Drawn && x.Runs.Draw == y.Runs.Draw && sameMetric:
		return result.SameDraw
	}
	return ""
}

// factsOf numbers the facts that cells are of: two cells of one fact have the same number.
func factsOf(all []differingCell) []int {
	of := list.Upto(len(all))
	for i, c := range all {
		for k := range i {
			switch average := c.Runs.Draw == "" || all[k].Runs.Draw == ""; {
			case c.shares(all[k]) == "":
			case average && of[i] == i: // which joins one fact and makes no two of them one
				of[i] = of[k]
			case !average:
				joined(of[:i+1], of[i], of[k])
			}
		}
	}
	return of
}

// joined replaces a number by another.
func joined(of []int, old, number int) {
	for i, x := range of {
		if x == old {
			of[i] = number
		}
	}
}

// Facts finds the independent facts among the cells of a paper that differ. Two cells are of one fact if they are of the same runs; if
// their replicates draw the same data and both numbers of one metric lie on the same side; if one is the average over the other; or if
// one misprint covers both; places lists the misprints.
func Facts(tables []result.Table, places func(address string) []string) (facts []result.Fact) {
	all := differing(tables, places)
	of := factsOf(all)
	index := map[int]int{}
	for i, c := range all {
		k, known := index[of[i]]
		if !known {
			k = len(facts)
			index[of[i]], facts = k, append(facts, result.Fact{})
		}
		f := &facts[k]
		for m := range i {
			if of[m] == of[i] {
				if why := c.shares(all[m]); why != "" {
					f.Shares = list.AppendUnique(f.Shares, why)
				}
			}
		}
		f.Cells, f.Metrics = append(f.Cells, c.Address), list.AppendUnique(f.Metrics, result.MetricWords(c.Cell.At.Metric))
		f.Methods, f.Data = list.AppendUnique(f.Methods, c.Cell.At.Method), list.AppendUnique(f.Data, c.Cell.At.RowTitle())
	}
	return facts
}
