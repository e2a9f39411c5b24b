// Package ranking compares the methods of a table with each other, as far as the table's own numbers go: pairs over shared
// replicates, all of them over the rows, and the order that the paper prints with ours.
package judge

import (
	"math"
	"strconv"
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/reports"
)

// fields splits a table into fields. Rows of averages and of counts are no rows of their own and are left out, as are
// fields of a single method.
func fields(t reports.Table) []reports.Field {
	var all []reports.Field
	for _, b := range t.Panels {
		for _, f := range split(b) {
			if len(f.Methods) > 1 && len(f.Rows) > 0 {
				all = append(all, f)
			}
		}
	}
	return all
}

// split makes the fields of a panel: by metric and measure and, where a method has several columns of these, by the label
// that tells them apart.
func split(b reports.Panel) []reports.Field {
	if len(b.Rows) == 0 {
		return nil
	}
	first := b.Rows[0].Cells
	twice := map[string]bool{}
	seen := map[string]bool{}
	for _, c := range first {
		id := kind(c) + "|" + c.Method
		twice[kind(c)] = twice[kind(c)] || seen[id]
		seen[id] = true
	}
	var fields []reports.Field
	index := map[string]int{}
	members := map[string][]int{}
	for k, c := range first {
		key, name, measure := kind(c), strings.TrimSpace(b.Columns[k].Group+" "+b.Columns[k].Label), c.Measure
		switch {
		case twice[key] && b.Columns[k].Group != "":
			key, name, measure = key+"|"+b.Columns[k].Label, b.Columns[k].Group, b.Columns[k].Label
		case measure != "" && b.Columns[k].Group != "":
			name = b.Columns[k].Group
		}
		i, known := index[key]
		if !known {
			i = len(fields)
			index[key] = i
			base, _ := reports.SplitMetric(c.Metric)
			fields = append(fields, reports.Field{Panel: b.Key, Title: b.Title, Metric: base, Measure: measure, Lower: c.Lower, Scale: c.Scale})
		}
		fields[i].Methods = append(fields[i].Methods, reports.Rival{Key: c.Method, Name: name})
		members[key] = append(members[key], k)
	}
	for key, i := range index {
		for _, r := range b.Rows {
			if row, ok := rowOf(r, members[key]); ok {
				fields[i].Rows = append(fields[i].Rows, row)
			}
		}
	}
	return fields
}

// kind is what rivals share.
func kind(c reports.Cell) string {
	base, _ := reports.SplitMetric(c.Metric)
	return base + "|" + c.Measure
}

func rowOf(r reports.Row, columns []int) (reports.Scores, bool) {
	row := reports.Scores{Label: r.Label}
	for _, k := range columns {
		c := r.Cells[k]
		if c.Dataset == "" || c.Dataset == published.AverageRow {
			return row, false
		}
		s := reports.Score{Values: c.Values, Whole: len(c.Values) == c.Want, StandIn: c.StandIn != "", Published: math.NaN()}
		if v, err := strconv.ParseFloat(strings.ReplaceAll(c.Published.Value, ",", ""), 64); err == nil {
			s.Published = v
		}
		row.Cells = append(row.Cells, s)
	}
	return row, true
}
