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
				all = append(all, found{c, t.Units, t.Address, places(c.Address)})
			}
		}
	}
	shares := func(a, b found) string {
		sameMetric := a.Metric == b.Metric && (a.Verdict.Difference < 0) == (b.Verdict.Difference < 0)
		switch {
		case len(list.Filter(a.misprints, func(p string) bool { return len(list.Filter(b.misprints, func(q string) bool { return p == q })) > 0 })) > 0:
			return result.SameMisprint
		case a.units == b.units && a.Method == b.Method && a.Dataset == b.Dataset && a.Draw == b.Draw && a.Draw != "":
			return result.SameRuns
		case a.table == b.table && a.Method == b.Method && (a.Draw == "" && b.Draw == "" || sameMetric && (a.Draw == "") != (b.Draw == "")):
			return result.SameRuns // two averages of a method, or an average over the other
		case a.units == b.units && a.Drawn && b.Drawn && a.Draw == b.Draw && sameMetric:
			return result.SameDraw
		}
		return ""
	}
	of := list.Upto(len(all)) // place of the fact
	for i, c := range all {
		for k := range i {
			switch average := c.Draw == "" || all[k].Draw == ""; {
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
		f.Cells, f.Metrics = append(f.Cells, c.Address), list.AppendUnique(f.Metrics, c.Metric)
		f.Methods, f.Data = list.AppendUnique(f.Methods, c.Method), list.AppendUnique(f.Data, c.Row)
	}
	return facts
}
