package judge

import (
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/reports"
)

// group is the columns of a panel that compete with each other, and the field of rivals that they form.
type group struct {
	columns []int
	field   reports.MethodGroup
}

// competing splits the columns of a panel: by metric and measure and, where a method has several columns of these, by the
// label that tells them apart.
func competing(b reports.Panel) []group {
	if len(b.Rows) == 0 {
		return nil
	}
	first := b.Rows[0].Cells
	twice, seen := map[string]bool{}, map[string]bool{}
	headed := map[string]int{} // columns of a group among those that compete
	for k, c := range first {
		id := shared(c) + "|" + c.Method
		twice[shared(c)] = twice[shared(c)] || seen[id]
		seen[id] = true
		headed[shared(c)+"|"+b.Columns[k].Group]++
	}
	var all []group
	index := map[string]int{}
	for k, c := range first {
		key, name, measure := shared(c), strings.TrimSpace(b.Columns[k].Group+" "+b.Columns[k].Label), c.Measure
		switch {
		case twice[key] && b.Columns[k].Group != "":
			key, name, measure = key+"|"+b.Columns[k].Label, b.Columns[k].Group, b.Columns[k].Label
		case b.Columns[k].Group != "" && headed[key+"|"+b.Columns[k].Group] > 1: // the group names the metric
			name = b.Columns[k].Label
		case measure != "" && b.Columns[k].Group != "":
			name = b.Columns[k].Group
		}
		i, known := index[key]
		if !known {
			i = len(all)
			index[key] = i
			base, _ := reports.SplitMetric(c.Metric)
			all = append(all, group{field: reports.MethodGroup{Panel: b.Key, Title: b.Title, Metric: base, Measure: measure, Lower: c.Lower, Neutral: c.Neutral || base == iterations, Scale: c.Scale}})
		}
		all[i].columns = append(all[i].columns, k)
		all[i].field.Methods = append(all[i].field.Methods, reports.Method{Key: c.Method, Name: name})
	}
	return all
}

// iterations is the metric of that name: an iteration of one method may cost as much as ten of another, so fewer are not better.
const iterations = "iterations"

// shared is what makes columns rivals: one metric under one objective.
func shared(c reports.Cell) string {
	base, _ := reports.SplitMetric(c.Metric)
	return base + "|" + c.Measure
}

// fields splits a table into fields. Rows of averages and of counts are no rows of their own and are left out, as are
// fields of a single method.
func fields(t reports.Table) []reports.MethodGroup {
	var all []reports.MethodGroup
	for _, b := range t.Panels {
		for _, g := range competing(b) {
			f := g.field
			for _, r := range b.Rows {
				if row, ok := rowOf(r, g.columns); ok {
					f.Rows = append(f.Rows, row)
				}
			}
			if len(f.Methods) > 1 && len(f.Rows) > 0 {
				all = append(all, f)
			}
		}
	}
	return all
}

func rowOf(r reports.Row, columns []int) (reports.Scores, bool) {
	row := reports.Scores{Label: r.Label}
	for _, k := range columns {
		c := r.Cells[k]
		if c.Dataset == "" || c.Dataset == published.AverageRow {
			return row, false
		}
		row.Cells = append(row.Cells, scoreOf(c))
	}
	return row, true
}
