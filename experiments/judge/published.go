package judge

import (
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// besidePublished returns the cells of a table by the published cell beside which each stands. Cells without one, because the
// paper prints no such table or the spec says none, are left out.
func besidePublished(s *spec.Experiment, t reports.Table) map[published.Ref]reports.Cell {
	cells := map[published.Ref]reports.Cell{}
	table := s.Table()
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
						cells[published.Ref{Table: table, Panel: layout.PublishedKey(), Row: label, Column: column}] = c
					}
				}
			}
		}
	}
	return cells
}

// PublishedRefs returns, by the address of a cell, the published one beside which it stands.
func PublishedRefs(s *spec.Experiment, t reports.Table) map[string]published.Ref {
	refs := map[string]published.Ref{}
	for ref, c := range besidePublished(s, t) {
		refs[c.Address] = ref
	}
	return refs
}
