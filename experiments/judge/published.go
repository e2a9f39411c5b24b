package judge

import (
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// OnPrinted returns the cells of a collected table by the printed cell that each is compared with, their values in natural
// units: without the factor that the panel puts on them. Cells without a printed one, because the paper prints no such
// table or the spec says none, are left out.
func OnPrinted(p *run.Plan, t reports.Table) map[published.Ref]reports.Cell {
	s, cells := p.Spec, map[published.Ref]reports.Cell{}
	_, table, _ := strings.Cut(s.Address, "/")
	for _, layout := range s.Panels {
		if layout.Published == spec.Nothing {
			continue
		}
		columns := map[string]string{} // name: published column
		for _, c := range s.Columns(layout) {
			if c.Published != spec.Nothing {
				columns[s.ColumnName(c)] = s.PublishedColumn(c)
			}
		}
		for _, b := range t.Panels {
			if b.Key != layout.Key {
				continue
			}
			for _, row := range b.Rows {
				label := row.Label
				if layout.Average != "" && label == layout.Average {
					label = published.AverageRow
				}
				for _, c := range row.Cells {
					if column, ok := columns[c.Column]; ok {
						c.Values = divided(c.Values, layout.Times)
						cells[published.Ref{Table: table, Panel: layout.PublishedKey(), Row: label, Column: column}] = c
					}
				}
			}
		}
	}
	return cells
}

// divided takes a panel's factor off; 0 is none.
func divided(values []float64, times float64) []float64 {
	if times == 0 {
		return values
	}
	natural := make([]float64, len(values))
	for i, v := range values {
		natural[i] = v / times
	}
	return natural
}
