package judge

import (
	"cmp"
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// Table judges the table of some results: every cell for which the paper reports something gets a verdict. It is the one way to a
// finished table.
func Table(d *collect.Results) result.Table {
	t := d.Table()
	var cells []Compared
	var at []*result.Cell
	var claimed []reportedOrder
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
				if c := &row.Cells[k]; c.Reported.Value != "" {
					cells, at = append(cells, compared(d.Plan, *c)), append(at, c)
				}
			}
			for _, group := range columns {
				rivals := list.Map(group.columns, func(k int) *result.Cell { return &row.Cells[k] })
				claimed = append(claimed, reportedContrasts(rivals, runsBehind(d.Plan, *rivals[0]))...)
			}
		}
	}
	refs := ReportedRefs(d.Plan.Spec, t)
	by, same := map[string]string{}, map[result.Address]string{} // settings that were fitted to a cell, and to one of the same runs
	for _, c := range at {
		if ref, reported := refs[c.Address]; reported && d.Paper != nil {
			by[c.Address] = d.Paper.FittedTo(ref)
			same[runsOf(*c)] = cmp.Or(same[runsOf(*c)], by[c.Address])
		}
	}
	for i, v := range Judge(cells) {
		v.Fitted = cmp.Or(by[at[i].Address], same[runsOf(*at[i])])
		v.FittedBySame = v.Fitted != "" && by[at[i].Address] == ""
		at[i].Verdict = v
	}
	if t.Profile != smoke {
		contrasts(claimed)
	}
	selections(&t)
	return t
}

// BesideEachOther gives the cells of each row the p-values of their differences from the others of their metric.
func BesideEachOther(t *result.Table) {
	for _, b := range t.Panels {
		for _, r := range b.Rows {
			scores := list.Map(r.Cells, scoreOf)
			for _, v := range versus([]result.Scores{{Label: r.Label, Cells: scores}}, contrast.These, ofOneMetric(r)) {
				x, y := &r.Cells[v.A], &r.Cells[v.B]
				if x.Against == nil {
					x.Against = map[string]float64{}
				}
				if y.Against == nil {
					y.Against = map[string]float64{}
				}
				x.Against[y.At.Column], y.Against[x.At.Column] = v.P, v.P
			}
		}
	}
}

// ofOneMetric lists the pairs of cells of a row that compete.
func ofOneMetric(r result.Row) [][2]int {
	return list.Filter(everyTwo(len(r.Cells)), func(p [2]int) bool {
		return shared(r.Cells[p[0]]) == shared(r.Cells[p[1]]) && !r.Cells[p[0]].Metric.Neutral
	})
}

// runsOf tells cells of the same runs that score the same labels or classes: a setting that was fitted to the purities of runs was
// fitted to their entropies too. Every other metric stands for itself.
func runsOf(c result.Cell) result.Address {
	at := c.At
	at.Panel = ""
	if class := spec.ClassOf(c.At.Metric); class == eval.Clustering || class == eval.Prediction {
		_, reading := result.SplitMetric(c.At.Metric)
		at.Metric = class.Name + "@" + reading
	}
	return at
}

// Adopt gives the cells of a filtered table the verdicts that they have in the whole one. A cell that sums up fewer rows or ranks than in
// the whole table keeps its own verdict.
func Adopt(t *result.Table, whole result.Table) {
	verdicts := list.ByKey(whole.Judged(), func(c result.Cell) string { return c.Address })
	for i := range t.Panels {
		for r := range t.Panels[i].Rows {
			for k := range t.Panels[i].Rows[r].Cells {
				c := &t.Panels[i].Rows[r].Cells[k]
				if w, judged := verdicts[c.Address]; judged && w.State.Partial == c.State.Partial && slices.Equal(w.Runs.Values, c.Runs.Values) {
					c.Verdict = w.Verdict
				}
			}
		}
	}
}

// smoke is the profile whose runs are stopped early, to show that everything runs.
const smoke = "smoke"

// runsBehind says how many runs are behind a reported number: the replicates of the profile paper where paper.yaml does not say.
func runsBehind(p *run.Plan, c result.Cell) int {
	return cmp.Or(c.Reported.Runs, p.Spec.Profiles.Paper.Replicates)
}

// compared returns a cell as the verdict takes it.
func compared(p *run.Plan, c result.Cell) Compared {
	return Compared{
		Cell: c, Class: spec.ClassOf(c.At.Metric), Smoke: p.Profile == smoke, Runs: runsBehind(p, c), Tolerance: toleranceFor(p.Spec, c),
		Seeded: seeded(p.Spec, c), Assumed: c.Reported.Runs == 0 && c.Reported.SD == "",
	}
}

// seeded tells whether the method of a cell is run from the seed that the paper names.
func seeded(s *spec.Experiment, c result.Cell) bool {
	m, err := s.FindMethod(c.At.Method)
	if err != nil || c.Reported.Seed == nil {
		return false
	}
	seed, given := s.SeedOf(m)
	return given && seed == *c.Reported.Seed
}

// toleranceFor returns the difference of a cell that counts as none.
func toleranceFor(s *spec.Experiment, c result.Cell) spec.Tolerance {
	if c.Metric.Counts {
		return spec.Tolerance{Value: 0.5, Reason: "another count is another number"}
	}
	return s.Tolerance(c.At.Metric)
}

// ToleranceOf returns the tolerance of a cell's metric in the unit of its values, 0 if there is none. A relative tolerance is taken of
// our mean.
func ToleranceOf(s *spec.Experiment, c result.Cell) float64 {
	switch m := toleranceFor(s, c); {
	case !m.Relative:
		return m.Value
	case len(c.Runs.Values) > 0:
		return m.Value * math.Abs(stat.Mean(c.Runs.Values))
	}
	return 0
}

// besideReported returns the cells of a table by the reported cell beside which each stands. Cells without one, because the
// paper reports no such table or the spec says none, are left out.
func besideReported(s *spec.Experiment, t result.Table) map[reported.Ref]result.Cell {
	cells := map[reported.Ref]result.Cell{}
	table := s.Table()
	for _, layout := range s.Panels {
		if layout.Reported == spec.Nothing {
			continue
		}
		columns := map[string]string{} // name: reported column
		for _, c := range s.Columns(layout) {
			if c.Reported != spec.Nothing {
				columns[s.ColumnName(c)] = s.ReportedColumn(c)
			}
		}
		for _, b := range t.Panels {
			if b.Key != layout.Key {
				continue
			}
			for _, row := range b.Rows {
				label := row.Label
				if layout.Average != "" && label == layout.Average {
					label = reported.AverageRow
				}
				for _, c := range row.Cells {
					if column, ok := columns[c.At.Column]; ok {
						cells[reported.Ref{Table: table, Panel: layout.ReportedKey(), Row: label, Column: column}] = c
					}
				}
			}
		}
	}
	return cells
}

// ReportedRefs returns the reference of the reported cell for each address of a cell of ours.
func ReportedRefs(s *spec.Experiment, t result.Table) map[string]reported.Ref {
	refs := map[string]reported.Ref{}
	for ref, c := range besideReported(s, t) {
		refs[c.Address] = ref
	}
	return refs
}
