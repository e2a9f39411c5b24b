package judge

import (
	"cmp"
	"math"
	"slices"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// Judged is a cell with the verdict on it.
type Judged struct {
	Cell    reports.Cell
	Verdict Verdict
	Margin  OldMargin
	Runs    int // of the paper, behind its number
}

// Judge compares every cell of a collected table for which the paper prints something, and notes the verdicts in the table.
func JudgeTable(p *run.Plan, t *reports.Table) []Judged {
	var cells []Compared
	var judged []Judged
	var at []*reports.Cell
	for i := range t.Panels {
		b := &t.Panels[i]
		times := 1.0
		for _, spec := range p.Spec.Panels {
			if spec.Key == b.Key && spec.Times != 0 {
				times = spec.Times
			}
		}
		for _, row := range b.Rows {
			for k := range row.Cells {
				c := &row.Cells[k]
				if c.Published.Value == "" {
					continue
				}
				margin := p.Spec.Margin(c.Metric)
				if !margin.Relative {
					margin.Value *= times
				}
				v := judgeable(p, *c, margin)
				v.Group = b.Key + "|" + row.Label + "|" + c.Measure + "|" + c.Metric
				if c.Neutral {
					v.Group += "|" + c.Address // no order with others
				}
				cells, at = append(cells, v), append(at, c)
				judged = append(judged, Judged{Cell: *c, Margin: OldMargin(margin), Runs: v.Runs})
			}
		}
	}
	for i, v := range Judge(cells) {
		judged[i].Verdict = v
		at[i].Verdict, at[i].Sign = string(v.Kind), signOf(v.Kind)
		judged[i].Cell = *at[i]
	}
	return judged
}

// judgeable is a cell as the verdict takes it. The paper's profile says how many runs are behind its numbers.
func judgeable(p *run.Plan, c reports.Cell, margin spec.Margin) Compared {
	v := Compared{
		Address: c.Address, Note: c.Note, StandIn: c.StandIn, Partial: c.Partial, N: len(c.Values), Values: c.Values, Replicates: c.Replicates,
		Mean: stat.Mean(c.Values), SD: stat.SD(c.Values), Published: c.Published.Value, PublishedSD: c.Published.SD,
		Runs: cmp.Or(c.Published.Runs, p.Spec.Profiles.Paper.Replicates), Margin: OldMargin(margin), Lower: c.Lower, OrderOnly: slices.Contains(spec.Measured, c.Metric), Count: slices.Contains(spec.Counts, spec.BaseOf(c.Metric)),
	}
	switch {
	case c.Status == reports.Failed:
		v.State = RunsFailed
	case len(c.Values) == 0:
		v.State = NotComputed
	}
	return v
}

func signOf(kind Kind) string {
	for _, k := range Kinds {
		if k.Kind == kind {
			return k.Sign
		}
	}
	return ""
}

// Mean is the mean of ours, NaN if there is none.
func (j Judged) Mean() float64 { return stat.Mean(j.Cell.Values) }

// SD is the deviation of ours, NaN for fewer than two replicates.
func (j Judged) SD() float64 { return stat.SD(j.Cell.Values) }

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
