// Package ranking compares the methods of a table with each other, as far as the table's own numbers go: pairs over shared
// replicates, all of them over the rows, and the order that the paper prints with ours.
package judge

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/reports"
)

// Field is methods that compete: the columns of a panel that show one metric.
type Field struct {
	Panel   string // key
	Title   string
	Metric  string
	Measure string // objective measure or kind of summary that the columns share, "" for none
	Lower   bool   // lower is better
	Methods []Method
	Rows    []Row
}

// Method is one competitor.
type Method struct {
	Key  string // of the spec
	Name string // of its column
}

// Row is what the methods reached in a row, in their order.
type Row struct {
	Label string
	Cells []Score
}

// Score is one number of ours and of the paper.
type Score struct {
	Values    []float64 // one a replicate; nil if there are none, or on stand-in data where the paper's are compared
	Whole     bool      // every replicate that was asked for is there, so that values pair up
	StandIn   bool
	Published float64 // NaN for none
}

// Fields splits a table into fields. Rows of averages and of counts are no rows of their own and are left out, as are
// fields of a single method.
func Fields(t reports.Table) []Field {
	var all []Field
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
func split(b reports.Panel) []Field {
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
	var fields []Field
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
			base, _, _ := strings.Cut(c.Metric, "@")
			fields = append(fields, Field{Panel: b.Key, Title: b.Title, Metric: base, Measure: measure, Lower: c.Lower})
		}
		fields[i].Methods = append(fields[i].Methods, Method{c.Method, name})
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
	base, _, _ := strings.Cut(c.Metric, "@")
	return base + "|" + c.Measure
}

func rowOf(r reports.Row, columns []int) (Row, bool) {
	row := Row{Label: r.Label}
	for _, k := range columns {
		c := r.Cells[k]
		if c.Dataset == "" || c.Dataset == published.AverageRow {
			return row, false
		}
		s := Score{Values: c.Values, Whole: len(c.Values) == c.Want, StandIn: c.StandIn != "", Published: math.NaN()}
		if v, err := strconv.ParseFloat(strings.ReplaceAll(c.Published.Value, ",", ""), 64); err == nil {
			s.Published = v
		}
		row.Cells = append(row.Cells, s)
	}
	return row, true
}

// Find is the place of a method by its key or the name of its column, -1 if there is none.
func (f Field) Find(name string) int {
	i := slices.IndexFunc(f.Methods, func(m Method) bool { return m.Name == name })
	if i < 0 {
		i = slices.IndexFunc(f.Methods, func(m Method) bool { return m.Key == name })
	}
	return i
}
