package judge

import (
	"cmp"
	"math"
	"slices"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/collect"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// Table judges the table of some results: every cell for which the paper prints something gets a verdict. It is the one way to a
// finished table.
func Table(d *collect.Results) reports.Table {
	t := d.Table()
	var cells []Compared
	var at []*reports.Cell
	var claimed []contrast
	t.Panels = slices.Clone(t.Panels)
	for i := range t.Panels {
		b := &t.Panels[i]
		b.Rows = slices.Clone(b.Rows)
		columns := competing(*b)
		for r := range b.Rows {
			row := &b.Rows[r]
			row.Cells = slices.Clone(row.Cells)
			for k := range row.Cells {
				withoutCollapsed(&row.Cells[k])
				if c := &row.Cells[k]; c.Published.Value != "" {
					cells, at = append(cells, compared(d.Plan, *c)), append(at, c)
				}
			}
			for _, group := range columns {
				rivals := list.Map(group.columns, func(k int) *reports.Cell { return &row.Cells[k] })
				claimed = append(claimed, publishedContrasts(rivals, runsBehind(d.Plan, *rivals[0]))...)
			}
		}
	}
	refs := PublishedRefs(d.Plan.Spec, t)
	for i, v := range Judge(cells) {
		if ref, printed := refs[at[i].Address]; printed && d.Paper != nil {
			v.Fitted = d.Paper.FittedTo(ref)
		}
		at[i].Verdict = v
	}
	if t.Profile != smoke {
		contrasts(claimed)
	}
	return t
}

// Adopt gives the cells of a filtered table the verdicts that they have in the whole one. A cell that sums up fewer rows or ranks
// than there keeps its own.
func Adopt(t *reports.Table, whole reports.Table) {
	verdicts := list.ByKey(whole.Judged(), func(c reports.Cell) string { return c.Address })
	for i := range t.Panels {
		for r := range t.Panels[i].Rows {
			for k := range t.Panels[i].Rows[r].Cells {
				c := &t.Panels[i].Rows[r].Cells[k]
				if w, judged := verdicts[c.Address]; judged && w.Partial == c.Partial && slices.Equal(w.Values, c.Values) {
					c.Verdict = w.Verdict
				}
			}
		}
	}
}

// smoke is the profile whose runs are stopped early, to show that everything runs.
const smoke = "smoke"

// runsBehind is how many runs are behind a published number: the replicates of the profile paper where paper.yaml does not say.
func runsBehind(p *run.Plan, c reports.Cell) int {
	return cmp.Or(c.Published.Runs, p.Spec.Profiles.Paper.Replicates)
}

// compared is a cell as the verdict takes it.
func compared(p *run.Plan, c reports.Cell) Compared {
	return Compared{
		Cell: c, Class: spec.ClassOf(c.Metric), Smoke: p.Profile == smoke, Runs: runsBehind(p, c), Margin: marginFor(p.Spec, c),
	}
}

// marginFor is the difference of a cell that counts as none.
func marginFor(s *spec.Experiment, c reports.Cell) spec.Margin {
	if c.Counts {
		return spec.Margin{Value: 0.5, Reason: "another count is another number"}
	}
	return s.Margin(c.Metric)
}

// MarginOf is the difference of a cell's metric that counts as none, in the unit of its values; 0 if nothing says so. That of a
// share is taken of our mean.
func MarginOf(s *spec.Experiment, c reports.Cell) float64 {
	switch m := marginFor(s, c); {
	case !m.Relative:
		return m.Value
	case len(c.Values) > 0:
		return m.Value * math.Abs(stat.Mean(c.Values))
	}
	return 0
}

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
