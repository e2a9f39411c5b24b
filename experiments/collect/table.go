// Package collect sets records into tables, figures and curves: [Gather] groups the records of a plan, and everything that is
// shown or claimed is read from these groups. It judges nothing; package judge does.
package collect

import (
	"slices"
	"strings"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// Table sets the results into the panels of the experiment, our numbers beside the published ones. Nobody has judged it yet: package
// judge makes the finished table of it.
func (g *Results) Table() reports.Table {
	t := reports.Table{Address: g.Spec.Address, Units: g.Spec.Base, Profile: g.Profile, Seed: g.Units[0].Unit.Seed}
	t.Paper, t.Key, t.Title, t.Cite = g.heading()
	for _, m := range append(slices.Clone(g.Spec.Added), g.Spec.Methods...) {
		if g.Paper != nil && strings.HasPrefix(m.Heading(), g.Paper.Short) || slices.ContainsFunc(g.Spec.Added, func(a spec.Method) bool { return a.Key == m.Key }) {
			t.Own = list.AppendUnique(t.Own, m.Key)
		}
	}
	for _, layout := range g.Spec.Panels {
		if b := g.panel(layout); len(b.Rows) > 0 && len(b.Columns) > 0 {
			t.Panels = append(t.Panels, b)
		}
	}
	shows := func(method string) bool {
		return slices.ContainsFunc(g.Spec.Panels, func(panel spec.Panel) bool {
			return slices.ContainsFunc(g.Spec.Columns(panel), func(c spec.Column) bool { return c.Method == method })
		})
	}
	t.Selected, t.Tuning = g.selected(t), g.tuningFigure(shows)
	t.Notes = append(g.notes(shows), reports.SelectionNotes(t.Selected)...)
	return t
}

// panelColumn is a column with the variant that fills it.
type panelColumn struct {
	spec.Column
	spec.Variant
	metric string
}

// filled are the columns that the filter leaves.
func (g *Results) filled(layout spec.Panel) []panelColumn {
	s := g.Spec
	var columns []panelColumn
	for _, c := range s.Columns(layout) {
		metric := s.MetricOf(layout, c)
		if !g.Only.Column(c.Method, layout.Key, metric, s.ColumnName(c)) {
			continue
		}
		m, _ := s.FindMethod(c.Method)
		if g.Only.Pins(m) && len(c.At) == 0 && !c.Worst {
			for _, v := range m.Points() {
				if g.Only.Variant(v) {
					one := c
					one.Label, one.Published = v.Title(), spec.Nothing
					columns = append(columns, panelColumn{one, v, metric})
				}
			}
			continue
		}
		for _, v := range slices.Concat(m.Variants(), m.Points()) {
			if v.Has(c.At) {
				columns = append(columns, panelColumn{c, v, metric})
				break
			}
		}
	}
	return columns
}

func (g *Results) panel(layout spec.Panel) reports.Panel {
	s := g.Spec
	b := reports.Panel{Key: layout.Key, Title: layout.Title, Corner: "dataset"}
	columns := g.filled(layout)
	for _, c := range columns {
		b.Columns = append(b.Columns, reports.Column{Group: c.Group, Label: s.ColumnLabel(c.Column)})
	}
	if len(layout.Firsts) > 0 {
		b.Corner = "first by"
		b.Rows = g.firsts(layout, columns)
		return b
	}
	for _, sets := range s.RowSets(layout, g.Only) {
		d := sets[0]
		if slices.ContainsFunc(columns, func(c panelColumn) bool { return c.OverRanks != "" }) {
			b.Rows = append(b.Rows, g.row(layout, sets, d.Ranks[0], d.Heading(), columns))
			continue
		}
		for _, rank := range d.Ranks {
			if g.Only.Row(d.Key, rank) {
				b.Rows = append(b.Rows, g.row(layout, sets, rank, d.RowLabel(rank), columns))
			}
		}
	}
	if layout.Average != "" && len(b.Rows) > 1 {
		hand := g.atHand(list.Map(b.Rows, func(r reports.Row) string { return r.Label }))
		b.Rows = append(b.Rows, g.average(layout, columns, slices.DeleteFunc(slices.Clone(b.Rows), func(r reports.Row) bool { return !slices.Contains(hand, r.Label) })))
	}
	if g.Only.Average() {
		b.Rows = slices.DeleteFunc(b.Rows, func(r reports.Row) bool { return len(r.Cells) == 0 || r.Cells[0].Dataset != published.AverageRow })
	}
	return b
}

func (g *Results) row(layout spec.Panel, sets []spec.Dataset, rank int, label string, columns []panelColumn) reports.Row {
	s := g.Spec
	row := reports.Row{Label: label}
	for _, c := range columns {
		d := c.On(sets)
		cell := g.cellOver(d, rank, c)
		cell.Address = cellAddress(s, d, rank, layout, c)
		cell.Row, cell.Column, cell.Scale, cell.Measure = label, s.ColumnName(c.Column), layout.ScaleOf(c.Column), c.Measure
		cell.Draw, cell.Drawn = drawOf(d, rank)
		cell.Published = lookup(g.published, s, layout, c.Column, label)
		row.Cells = append(row.Cells, cell)
	}
	if layout.RatioTo != "" {
		relate(row.Cells, layout.RatioTo)
	}
	return row
}

// drawOf names what the replicates of a data set share at a rank: classes that are drawn for the rank, data that are drawn anew, or
// the one set that all replicates have.
func drawOf(d spec.Dataset, rank int) (name string, drawn bool) {
	switch {
	case d.SharedSubset:
		return d.Key, false
	case d.ClassesByRank:
		return d.RowLabel(rank), true
	case d.Classes > 0 || d.Redraw:
		return d.Key, true
	}
	return d.Source, false
}

// relate divides every cell of a row by the mean of the named method's.
func relate(cells []reports.Cell, method string) {
	i := slices.IndexFunc(cells, func(c reports.Cell) bool { return c.Method == method && len(c.Values) > 0 })
	by := 0.0
	if i >= 0 {
		by = stat.Mean(cells[i].Values)
	}
	for k := range cells {
		c := &cells[k]
		if by == 0 && len(c.Values) > 0 {
			c.Values, c.Replicates, c.Status, c.Note = nil, nil, reports.Skipped, "no value of "+method+" to divide by"
		}
		for n := range c.Values {
			c.Values[n] /= by
		}
	}
}
