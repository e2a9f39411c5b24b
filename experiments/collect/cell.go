package collect

import (
	"strconv"
	"strings"

	"nmfrepro/eval"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// cell sums up the records of a method at one rank.
func (g *Results) cell(d spec.Dataset, rank int, col panelColumn) reports.Cell {
	at := run.KeyOf(d, rank, col.Variant)
	base, _ := reports.SplitMetric(col.metric)
	m, _ := eval.Find(base)
	c := reports.Cell{Dataset: d.Key, Rank: rank, Method: col.Key, Metric: col.metric, Lower: m.Better == eval.Lower, Neutral: m.Better == eval.Neither, Want: g.want[at],
		Proxy: col.Proxy, Grid: g.grid(d.Key, m.Class), Repeats: drawsNothing(g.records[at], m)}
	if m.OnClusters {
		c.Collapsed = collapsed(g.records[at], rank)
	}
	reasons := map[reports.Status][]string{}
	for _, rec := range g.records[at] {
		c.StandIn = rec.Provenance.StandIn
		v, ok := rec.Metrics[col.metric]
		switch {
		case rec.Status == reports.OK && ok:
			c.Values, c.Replicates = append(c.Values, v), append(c.Replicates, rec.Unit.Replicate)
			c.Seconds += rec.Seconds
			c.FirstStage = fewer(c.FirstStage, rec.Provenance.FirstStage)
			c.Origins = reports.JoinOrigins(c.Origins, store.OriginOf(rec))
		case rec.Status == reports.OK:
			reasons[reports.Skipped] = append(reasons[reports.Skipped], rec.Unavailable[col.metric])
		default:
			reasons[rec.Status] = append(reasons[rec.Status], rec.Reason)
		}
	}
	c.Seconds /= float64(max(1, len(c.Values)))
	c.Status, c.Note, c.Lost = g.status(at, len(c.Values), reasons)
	if of := g.choices[at]; of != nil && c.Status == reports.OK {
		c.Tuned = of.tuned(at, col.metric)
	}
	return c
}

// status is that of a cell by its records: whole, failed in part, skipped or pending. lost says that its data cannot be had.
func (g *Results) status(at run.Key, values int, reasons map[reports.Status][]string) (status reports.Status, note string, lost bool) {
	failed, skipped, want := reasons[reports.Failed], reasons[reports.Skipped], g.want[at]
	switch {
	case want == 0:
		return reports.Skipped, "not part of the experiment in profile " + g.Profile, false
	case len(failed) > 0:
		note = strconv.Itoa(len(failed)) + " of " + strconv.Itoa(want) + " failed: " + failed[0]
		if values == 0 {
			return reports.Failed, note, false
		}
		return reports.OK, note, false
	case values == 0 && len(skipped) > 0:
		return reports.Skipped, skipped[0], false
	case len(g.records[at]) < want:
		if status, note, lost = g.absent(at.Dataset, g.stale[at]); values > 0 {
			status = reports.OK
		}
		return status, note, lost
	}
	return reports.OK, "", false
}

// cellAddress is the address of one cell, as short as it is unique: rank where the data set has several, panel where
// another panel shows the same number.
func cellAddress(s *spec.Experiment, d spec.Dataset, rank int, p spec.Panel, c panelColumn) string {
	parts := []string{"dataset=" + d.Key}
	if len(d.Ranks) > 1 && c.OverRanks == "" {
		parts = append(parts, "rank="+strconv.Itoa(rank))
	}
	parts = append(parts, "method="+c.Column.Method)
	for _, at := range c.Variant.At {
		if !c.Worst {
			parts = append(parts, at.Name+"="+at.Value)
		}
	}
	if parts = append(parts, "metric="+c.metric); s.ShownElsewhere(p, c.Column) {
		parts = append(parts, "panel="+p.Key)
	}
	if c.OverRanks != "" || c.Worst {
		parts = append(parts, "column="+s.ColumnName(c.Column))
	}
	return s.Address + ":" + strings.Join(parts, ",")
}

// lookup returns what the paper prints in a row and column of a panel; zero where it prints nothing to compare with.
func lookup(t *published.Table, s *spec.Experiment, p spec.Panel, c spec.Column, row string) reports.Published {
	if t == nil || p.Published == spec.Nothing || c.Published == spec.Nothing {
		return reports.Published{}
	}
	panel, _ := t.Panels.Get(p.PublishedKey())
	cell := panel.Cell(row, s.PublishedColumn(c))
	printed := reports.Published{Value: cell.Value, SD: cell.SD, Bold: cell.Bold, Status: cell.Status, Void: cell.Void}
	if !panel.Whole {
		printed.Unit = panel.Unit(cell)
	}
	if t.Runs != nil {
		printed.Runs = t.Runs.Value
	}
	return printed
}
