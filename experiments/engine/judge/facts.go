package judge

import (
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"
)

// Facts finds the independent facts among the cells of a paper that differ. Two cells are of one fact if they are of the same runs; if
// their replicates draw the same data and both numbers of one metric lie on the same side; if one is the average over the other; or if
// a misprint, as places names them, covers both.
func Facts(tables []result.Table, places func(address string) []string) (facts []result.Fact) {
	type found struct {
		result.Cell
		units, table string
		misprints    []string
	}
	var all []found
	for _, t := range tables {
		for _, c := range t.Cells() {
			if c.Verdict.Kind == result.KindDiffers {
				all = append(all, found{c, t.Base, t.Address, places(c.Address)})
			}
		}
	}
	shares := func(a, b found) string {
		sameMetric := a.Cell.At.Metric == b.Cell.At.Metric && (a.Verdict.Difference < 0) == (b.Verdict.Difference < 0)
		switch {
		case len(list.Filter(a.misprints, func(p string) bool { return len(list.Filter(b.misprints, func(q string) bool { return p == q })) > 0 })) > 0:
			return result.SameMisprint
		case a.units == b.units && a.Cell.At.Method == b.Cell.At.Method && a.Cell.At.Dataset == b.Cell.At.Dataset && a.Cell.Runs.Draw == b.Cell.Runs.Draw && a.Cell.Runs.Draw != "":
			return result.SameRuns
		case a.table == b.table && a.Cell.At.Method == b.Cell.At.Method && (a.Cell.Runs.Draw == "" && b.Cell.Runs.Draw == "" || sameMetric && (a.Cell.Runs.Draw == "") != (b.Cell.Runs.Draw == "")):
			return result.SameRuns // two averages of a method, or an average over the other
		case a.units == b.units && a.Cell.Runs.Drawn && b.Cell.Runs.Drawn && a.Cell.Runs.Draw == b.Cell.Runs.Draw && sameMetric:
			return result.SameDraw
		}
		return ""
	}
	of := list.Upto(len(all)) // place of the fact
	for i, c := range all {
		for k := range i {
			switch average := c.Cell.Runs.Draw == "" || all[k].Cell.Runs.Draw == ""; {
			case shares(c, all[k]) == "":
			case average: // which joins one fact and makes no two of them one
				if of[i] == i {
					of[i] = of[k]
				}
			default:
				for m, old := 0, of[i]; m <= i; m++ {
					if of[m] == old {
						of[m] = of[k]
					}
				}
			}
		}
	}
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
				if why := shares(c, all[m]); why != "" {
					f.Shares = list.AppendUnique(f.Shares, why)
				}
			}
		}
		f.Cells, f.Metrics = append(f.Cells, c.Address), list.AppendUnique(f.Metrics, c.Cell.At.Metric)
		f.Methods, f.Data = list.AppendUnique(f.Methods, c.Cell.At.Method), list.AppendUnique(f.Data, c.Cell.At.Row)
	}
	return facts
}
