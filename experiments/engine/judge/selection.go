package judge

import (
	"nmfrepro/experiments/engine/collect"
	"nmfrepro/reports/result"
)

// selections fills in what choosing is worth in the cells of a table and in the means of its tuned columns.
func selections(t *result.Table) {
	for i := range t.Panels {
		for r := range t.Panels[i].Rows {
			for k := range t.Panels[i].Rows[r].Cells {
				c := &t.Panels[i].Rows[r].Cells[k]
				c.Verdict.Selection = collect.Selection(*c)
			}
		}
	}
	for i := range t.Selected {
		m := &t.Selected[i].Mean
		m.Verdict.Selection = collect.Selection(*m)
	}
}
