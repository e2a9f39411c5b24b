package judge

import (
	"math"
	"slices"
	"strings"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/published"
	"nmfrepro/reports"
)

// Contests compares the methods of a table. The method that is set against the others is the one that rival names, by key or
// column, or else the paper's own, whose column begins with own. Data of one's own has no paper: its first method is set
// against the others.
func Contests(t reports.Table, own, rival string) (all []reports.Contest) {
	for _, f := range fields(t) {
		c := reports.Contest{Address: t.Address, Profile: t.Profile, Field: f, Against: -1, Agreements: agreements(f)}
		switch {
		case rival != "":
			c.Against = f.Find(rival)
		case own != "":
			c.Against = slices.IndexFunc(f.Methods, func(m reports.Rival) bool { return strings.HasPrefix(m.Name, own) })
		default:
			c.Against = 0
		}
		if c.Against >= 0 {
			c.Pairs = against(f, c.Against)
		}
		c.Ours, c.OursErr = ranked(f, ourMean)
		c.Papers, c.PapersErr = ranked(f, printed)
		all = append(all, c)
	}
	return all
}

// against compares a method with every other in each row, and then over the rows by their means. A row without two values of
// either method gives nothing.
func against(f reports.Field, a int) []reports.Pair {
	var all []reports.Pair
	for _, r := range f.Rows {
		samples, grids := make([]stat.Sample, len(r.Cells)), make([]float64, len(r.Cells))
		for i, s := range r.Cells {
			samples[i], grids[i] = s.Sample, s.Grid
		}
		all = append(all, pairsOf(r.Label, versusAll(samples, grids), a)...)
	}
	return append(all, pairsOf("", versusAll(overRows(f), make([]float64, len(f.Methods))), a)...)
}

// overRows are the means of the methods in every row, which pair up by rows.
func overRows(f reports.Field) []stat.Sample {
	samples := make([]stat.Sample, len(f.Methods))
	for i := range samples {
		for k, r := range f.Rows {
			if s := r.Cells[i]; len(s.Values) > 0 {
				samples[i].Values, samples[i].Replicates = append(samples[i].Values, stat.Mean(s.Values)), append(samples[i].Replicates, k)
			}
		}
	}
	return samples
}

// pairsOf are the comparisons of one method, seen from its side.
func pairsOf(row string, all []reports.Pair, a int) (pairs []reports.Pair) {
	for _, v := range all {
		if v.B == a {
			v = turned(v)
		}
		if v.Row = row; v.A == a {
			pairs = append(pairs, v)
		}
	}
	return pairs
}

// group is the columns of a panel that compete with each other, and the field of rivals that they form.
type group struct {
	columns []int
	field   reports.Field
}

// competing splits the columns of a panel: by metric and measure and, where a method has several columns of these, by the
// label that tells them apart.
func competing(b reports.Panel) []group {
	if len(b.Rows) == 0 {
		return nil
	}
	first := b.Rows[0].Cells
	twice, seen := map[string]bool{}, map[string]bool{}
	for _, c := range first {
		id := shared(c) + "|" + c.Method
		twice[shared(c)] = twice[shared(c)] || seen[id]
		seen[id] = true
	}
	var all []group
	index := map[string]int{}
	for k, c := range first {
		key, name, measure := shared(c), strings.TrimSpace(b.Columns[k].Group+" "+b.Columns[k].Label), c.Measure
		switch {
		case twice[key] && b.Columns[k].Group != "":
			key, name, measure = key+"|"+b.Columns[k].Label, b.Columns[k].Group, b.Columns[k].Label
		case measure != "" && b.Columns[k].Group != "":
			name = b.Columns[k].Group
		}
		i, known := index[key]
		if !known {
			i = len(all)
			index[key] = i
			base, _ := reports.SplitMetric(c.Metric)
			all = append(all, group{field: reports.Field{Panel: b.Key, Title: b.Title, Metric: base, Measure: measure, Lower: c.Lower, Scale: c.Scale}})
		}
		all[i].columns = append(all[i].columns, k)
		all[i].field.Methods = append(all[i].field.Methods, reports.Rival{Key: c.Method, Name: name})
	}
	return all
}

// shared is what makes columns rivals: one metric under one objective.
func shared(c reports.Cell) string {
	base, _ := reports.SplitMetric(c.Metric)
	return base + "|" + c.Measure
}

// fields splits a table into fields. Rows of averages and of counts are no rows of their own and are left out, as are
// fields of a single method.
func fields(t reports.Table) []reports.Field {
	var all []reports.Field
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
		s := reports.Score{Sample: scoresOf(c), Grid: gridOf(c), StandIn: c.StandIn != "", Published: math.NaN()}
		if v, ok := (published.Cell{Value: c.Published.Value}).Number(); ok {
			s.Published = v
		}
		row.Cells = append(row.Cells, s)
	}
	return row, true
}
