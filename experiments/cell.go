package experiments

import (
	"strconv"
	"strings"

	"nmfrepro/eval"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/result"
)

// cell sums up the records of a method at one rank.
func (g gathered) cell(d DatasetSpec, rank int, col panelColumn) result.Cell {
	at := groupOf(d, rank, col.variant)
	base, _, _ := strings.Cut(col.metric, "@")
	m, _ := eval.Find(base)
	c := result.Cell{Dataset: d.Key, Rank: rank, Method: col.Key, Metric: col.metric, Lower: m.Better == eval.Lower, Neutral: m.Better == eval.Neither, Want: g.want[at]}
	reasons := map[result.Status][]string{}
	for _, rec := range g.records[at] {
		c.StandIn = rec.Provenance.StandIn
		v, ok := rec.Metrics[col.metric]
		switch {
		case rec.Status == result.OK && ok:
			c.Values, c.Replicates = append(c.Values, v), append(c.Replicates, rec.Unit.Replicate)
			c.Origins = result.Join(c.Origins, rec)
		case rec.Status == result.OK:
			reasons[result.Skipped] = append(reasons[result.Skipped], rec.Unavailable[col.metric])
		default:
			reasons[rec.Status] = append(reasons[rec.Status], rec.Reason)
		}
	}
	c.Status, c.Note = g.status(at, len(c.Values), reasons)
	return c
}

// status tells what a cell lacks.
func (g gathered) status(at group, values int, reasons map[result.Status][]string) (result.Status, string) {
	failed, skipped, want := reasons[result.Failed], reasons[result.Skipped], g.want[at]
	switch {
	case want == 0:
		return result.Skipped, "not part of the experiment in profile " + g.Profile
	case len(failed) > 0:
		note := strconv.Itoa(len(failed)) + " of " + strconv.Itoa(want) + " failed: " + failed[0]
		if values == 0 {
			return result.Failed, note
		}
		return result.OK, note
	case values == 0 && len(skipped) > 0:
		return result.Skipped, skipped[0]
	case len(g.records[at]) < want:
		status, note := absent(g.Plan, at.dataset)
		if values > 0 {
			status = result.OK
		}
		return status, note
	}
	return result.OK, ""
}

// cellAddress is the address of one cell, as short as it is unique: rank where the data set has several, panel where
// another panel shows the same number.
func cellAddress(s *Spec, d DatasetSpec, rank int, p PanelSpec, c panelColumn) string {
	parts := []string{"dataset=" + d.Key}
	if len(d.Ranks) > 1 && c.OverRanks == "" {
		parts = append(parts, "rank="+strconv.Itoa(rank))
	}
	parts = append(parts, "method="+c.Method)
	for _, at := range c.at {
		if c.OverOptions == "" {
			parts = append(parts, at.name+"="+at.value)
		}
	}
	if parts = append(parts, "metric="+c.metric); s.shownElsewhere(p, c.ColumnSpec) {
		parts = append(parts, "panel="+p.Key)
	}
	if c.OverRanks+c.OverOptions != "" {
		parts = append(parts, "column="+s.columnName(c.ColumnSpec))
	}
	return s.Address + ":" + strings.Join(parts, ",")
}

// lookup returns what the paper prints in a row and column of a panel; zero where it prints nothing to compare with.
func lookup(t *published.Table, s *Spec, p PanelSpec, c ColumnSpec, row string) result.Published {
	if t == nil || p.Published == nothing || c.Published == nothing {
		return result.Published{}
	}
	panel, _ := t.Panels.Get(p.publishedKey())
	cell := panel.Cell(row, s.publishedColumn(c))
	printed := result.Published{Value: cell.Value, SD: cell.SD, Bold: cell.Bold}
	if t.Runs != nil {
		printed.Runs = t.Runs.Value
	}
	return printed
}
