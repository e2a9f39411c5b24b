package collect

import (
	"slices"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// Collect gathers what the store has for the plan into the table that is to be rendered.
func Table(p *run.Plan, lib *spec.Library, st *store.Store) reports.Table {
	g := gather(p, lib, st)
	t := reports.Table{Address: p.Spec.Address}
	t.Paper, t.Key, t.Title, t.Cite = heading(p, lib)
	for _, layout := range p.Spec.Panels {
		if b := g.panel(layout); len(b.Rows) > 0 && len(b.Columns) > 0 {
			t.Panels = append(t.Panels, b)
		}
	}
	t.Notes = g.notes(func(method string) bool {
		return slices.ContainsFunc(p.Spec.Panels, func(panel spec.Panel) bool {
			return slices.ContainsFunc(p.Spec.Columns(panel), func(c spec.Column) bool { return c.Method == method })
		})
	})
	return t
}

// panelColumn is a column with the variant that fills it.
type panelColumn struct {
	spec.Column
	spec.Variant
	metric string
}

// filled are the columns that the filter leaves.
func (g gathered) filled(layout spec.Panel) []panelColumn {
	s := g.Spec
	var columns []panelColumn
	for _, c := range s.Columns(layout) {
		metric := s.MetricOf(layout, c)
		if !g.Only.Column(c.Method, layout.Key, metric, s.ColumnName(c)) {
			continue
		}
		for _, m := range s.Methods {
			if m.Key != c.Method {
				continue
			}
			if i := slices.IndexFunc(m.Variants(), func(v spec.Variant) bool { return v.Has(c.At) }); i >= 0 {
				columns = append(columns, panelColumn{c, m.Variants()[i], metric})
			}
		}
	}
	return columns
}

func (g gathered) panel(layout spec.Panel) reports.Panel {
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
		if overAnyRanks(columns) {
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
		b.Rows = append(b.Rows, g.average(layout, columns, b.Rows))
	}
	return b
}

func overAnyRanks(columns []panelColumn) bool {
	return slices.ContainsFunc(columns, func(c panelColumn) bool { return c.OverRanks != "" })
}

func (g gathered) row(layout spec.Panel, sets []spec.Dataset, rank int, label string, columns []panelColumn) reports.Row {
	s := g.Spec
	row := reports.Row{Label: label}
	for _, c := range columns {
		d := c.On(sets)
		cell := g.cellOver(d, rank, c)
		cell.Address = cellAddress(s, d, rank, layout, c)
		cell.Row, cell.Column, cell.Decimals, cell.Measure = label, s.ColumnName(c.Column), layout.DigitsOf(c.Column), c.Measure
		cell.Published = lookup(g.printed, s, layout, c.Column, label)
		row.Cells = append(row.Cells, cell)
	}
	if layout.RatioTo != "" {
		relate(row.Cells, layout.RatioTo)
	}
	if layout.Times != 0 {
		for _, c := range row.Cells {
			for i := range c.Values {
				c.Values[i] *= layout.Times
			}
		}
	}
	return row
}

// relate divides every cell of a row by the mean of the named method's.
func relate(cells []reports.Cell, method string) {
	i := slices.IndexFunc(cells, func(c reports.Cell) bool { return c.Method == method && len(c.Values) > 0 })
	by := 0.0
	if i >= 0 {
		by = mean(cells[i].Values)
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
