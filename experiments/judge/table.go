package judge

import (
	"cmp"
	"math"
	"slices"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/collect"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// Table judges a draft: every cell for which the paper prints something gets a verdict. It is the one way to a finished table.
func Table(d collect.Draft) reports.Table {
	t := d.Table
	var cells []Compared
	var at []*reports.Cell
	t.Panels = slices.Clone(t.Panels)
	for i := range t.Panels {
		b := &t.Panels[i]
		b.Rows = slices.Clone(b.Rows)
		for r := range b.Rows {
			row := &b.Rows[r]
			row.Cells = slices.Clone(row.Cells)
			for k := range row.Cells {
				c := &row.Cells[k]
				if c.Published.Value == "" {
					continue
				}
				v := compared(d.Plan, *c)
				v.Group = b.Key + "|" + row.Label + "|" + c.Measure + "|" + c.Metric
				if c.Neutral {
					v.Group += "|" + c.Address // no order with others
				}
				cells, at = append(cells, v), append(at, c)
			}
		}
	}
	for i, v := range Judge(cells) {
		at[i].Verdict = v.report(cells[i])
	}
	return t
}

// compared is a cell as the verdict takes it. The profile paper says how many runs are behind a published number where
// paper.yaml does not.
func compared(p *run.Plan, c reports.Cell) Compared {
	v := Compared{
		Address: c.Address, Note: c.Note, StandIn: c.StandIn, Partial: c.Partial, N: len(c.Values), Values: c.Values, Replicates: c.Replicates,
		Mean: stat.Mean(c.Values), SD: stat.SD(c.Values), Published: c.Published.Value, PublishedSD: c.Published.SD, Scale: c.Scale,
		Runs: cmp.Or(c.Published.Runs, p.Spec.Profiles.Paper.Replicates), Margin: p.Spec.Margin(c.Metric), Lower: c.Lower,
		OrderOnly: slices.Contains(spec.Measured, c.Metric), Count: slices.Contains(spec.Counts, spec.BaseOf(c.Metric)),
	}
	switch {
	case c.Status == reports.Failed:
		v.State = RunsFailed
	case len(c.Values) == 0:
		v.State = NotComputed
	}
	return v
}

// report is the verdict as tables carry it.
func (v Verdict) report(c Compared) reports.Verdict {
	r := reports.Verdict{
		Kind: string(v.Kind), Sign: signOf(v.Kind), Reason: v.Reason, Difference: v.Difference, Low: v.Low, High: v.High, Margin: v.Margin,
		MarginReason: c.Margin.Reason, Floor: v.Floor, Runs: c.Runs, More: v.More,
	}
	for _, o := range v.Orders {
		switch {
		case !o.Better:
		case o.Outcome == Holds:
			r.Orders.Hold++
		case o.Outcome == Reversed:
			r.Orders.Reversed++
		case o.Outcome == Undecided:
			r.Orders.Open++
		}
	}
	return r
}

func signOf(kind Kind) string {
	for _, k := range reports.Kinds {
		if k.Kind == kind {
			return k.Sign
		}
	}
	return ""
}

// MarginOf is the difference of a cell's metric that counts as none, in the unit of its values; 0 if nothing says so. That
// of a share is taken of our mean.
func MarginOf(s *spec.Experiment, c reports.Cell) float64 {
	m := s.Margin(c.Metric)
	if m.Relative && len(c.Values) > 0 {
		return m.Value * math.Abs(stat.Mean(c.Values))
	}
	if m.Relative {
		return 0
	}
	return m.Value
}
