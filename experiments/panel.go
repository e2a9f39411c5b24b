package experiments

import (
	"slices"
	"strings"

	"nmfrepro/experiments/result"
)

// Collect gathers what the store has for the plan into the table that is to be rendered.
func (p *Plan) Collect(lib *Library, st *Store) result.Table {
	g := p.gather(lib, st)
	t := result.Table{Address: p.Spec.Address}
	t.Paper, t.Key, t.Title, t.Cite = p.heading(lib)
	for _, spec := range p.Spec.Panels {
		if b := g.panel(spec); len(b.Rows) > 0 && len(b.Columns) > 0 {
			t.Panels = append(t.Panels, b)
		}
	}
	t.Notes = g.notes(func(method string) bool {
		return slices.ContainsFunc(p.Spec.Panels, func(panel PanelSpec) bool {
			return slices.ContainsFunc(p.Spec.columns(panel), func(c ColumnSpec) bool { return c.Method == method })
		})
	})
	p.Judge(&t)
	return t
}

// panelColumn is a column with the variant that fills it.
type panelColumn struct {
	ColumnSpec
	variant
	metric string
}

// columns are the panel's columns, or every variant of every method.
func (s *Spec) columns(p PanelSpec) []ColumnSpec {
	if len(p.Columns) > 0 {
		return p.Columns
	}
	var all []ColumnSpec
	for _, m := range s.Methods {
		if len(p.Methods) > 0 && !slices.Contains(p.Methods, m.Key) {
			continue
		}
		c := ColumnSpec{Method: m.Key}
		if m.Measure != "" {
			c.Group, c.Label = m.label(), strings.ToUpper(m.Measure[:1])+m.Measure[1:]
		}
		all = append(all, c)
	}
	return all
}

// filled are the columns that the filter leaves.
func (g gathered) filled(spec PanelSpec) []panelColumn {
	s := g.Spec
	var columns []panelColumn
	for _, c := range s.columns(spec) {
		metric := s.metricOf(spec, c)
		if !g.only.column(c.Method, spec.Key, metric, s.columnName(c)) {
			continue
		}
		for _, m := range s.Methods {
			if m.Key != c.Method {
				continue
			}
			if i := slices.IndexFunc(m.variants(), func(v variant) bool { return v.has(c.At) }); i >= 0 {
				columns = append(columns, panelColumn{c, m.variants()[i], metric})
			}
		}
	}
	return columns
}

func (g gathered) panel(spec PanelSpec) result.Panel {
	s := g.Spec
	b := result.Panel{Key: spec.Key, Title: spec.Title, Corner: "dataset"}
	columns := g.filled(spec)
	for _, c := range columns {
		b.Columns = append(b.Columns, result.Column{Group: c.Group, Label: s.columnLabel(c.ColumnSpec)})
	}
	if len(spec.Firsts) > 0 {
		b.Corner = "first by"
		b.Rows = g.firsts(spec, columns)
		return b
	}
	for _, sets := range s.rowSets(spec, g.only) {
		d := sets[0]
		if overAnyRanks(columns) {
			b.Rows = append(b.Rows, g.row(spec, sets, d.Ranks[0], d.label(), columns))
			continue
		}
		for _, rank := range d.Ranks {
			if g.only.row(d.Key, rank) {
				b.Rows = append(b.Rows, g.row(spec, sets, rank, d.rowLabel(rank), columns))
			}
		}
	}
	if spec.Average != "" && len(b.Rows) > 1 {
		b.Rows = append(b.Rows, g.average(spec, columns, b.Rows))
	}
	return b
}

func overAnyRanks(columns []panelColumn) bool {
	return slices.ContainsFunc(columns, func(c panelColumn) bool { return c.OverRanks != "" })
}

func (g gathered) row(spec PanelSpec, sets []DatasetSpec, rank int, label string, columns []panelColumn) result.Row {
	s := g.Spec
	row := result.Row{Label: label}
	for _, c := range columns {
		d := c.on(sets)
		cell := g.cellOver(d, rank, c)
		cell.Address = s.cellAddress(d, rank, spec, c)
		cell.Row, cell.Column, cell.Decimals, cell.Measure = label, s.columnName(c.ColumnSpec), spec.decimalsOf(c.ColumnSpec), c.Measure
		cell.Published = lookup(g.printed, s, spec, c.ColumnSpec, label)
		row.Cells = append(row.Cells, cell)
	}
	if spec.RatioTo != "" {
		relate(row.Cells, spec.RatioTo)
	}
	if spec.Times != 0 {
		for _, c := range row.Cells {
			for i := range c.Values {
				c.Values[i] *= spec.Times
			}
		}
	}
	return row
}

// relate divides every cell of a row by the mean of the named method's.
func relate(cells []result.Cell, method string) {
	i := slices.IndexFunc(cells, func(c result.Cell) bool { return c.Method == method && len(c.Values) > 0 })
	by := 0.0
	if i >= 0 {
		by = mean(cells[i].Values)
	}
	for k := range cells {
		c := &cells[k]
		if by == 0 && len(c.Values) > 0 {
			c.Values, c.Replicates, c.Status, c.Note = nil, nil, result.Skipped, "no value of "+method+" to divide by"
		}
		for n := range c.Values {
			c.Values[n] /= by
		}
	}
}
