package collect

import (
	"slices"
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
		Proxy: col.Proxy, Grid: g.grid(d.Key, m.Class), Repeats: drawsNothing(g.records[at], m), Collapsed: collapsed(g.records[at], rank)}
	reasons := map[reports.Status][]string{}
	for _, rec := range g.records[at] {
		c.StandIn = rec.Provenance.StandIn
		v, ok := rec.Metrics[col.metric]
		switch {
		case rec.Status == reports.OK && ok:
			c.Values, c.Replicates = append(c.Values, v), append(c.Replicates, rec.Unit.Replicate)
			c.Origins = reports.JoinOrigins(c.Origins, store.OriginOf(rec))
		case rec.Status == reports.OK:
			reasons[reports.Skipped] = append(reasons[reports.Skipped], rec.Unavailable[col.metric])
		default:
			reasons[rec.Status] = append(reasons[rec.Status], rec.Reason)
		}
	}
	c.Status, c.Note, c.Lost = g.status(at, len(c.Values), reasons)
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
		if status, note, lost = g.absent(at.Dataset); values > 0 {
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
		if c.OverOptions == "" {
			parts = append(parts, at.Name+"="+at.Value)
		}
	}
	if parts = append(parts, "metric="+c.metric); s.ShownElsewhere(p, c.Column) {
		parts = append(parts, "panel="+p.Key)
	}
	if c.OverRanks+c.OverOptions != "" {
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
	printed := reports.Published{Value: cell.Value, SD: cell.SD, Bold: cell.Bold}
	if !panel.Whole {
		printed.Unit = panel.Unit(cell)
	}
	if t.Runs != nil {
		printed.Runs = t.Runs.Value
	}
	return printed
}

// grid is the step of a metric that counts samples of a data set: one sample, 0 of another metric.
func (g *Results) grid(dataset string, class eval.Class) float64 {
	if s := g.source(dataset); s != nil && class.Grid {
		if _, n := s.Size(); n > 0 {
			return 1 / float64(n)
		}
	}
	return 0
}

// drawsNothing tells whether a method has no randomness, by its records. Two replicates or more must agree in every metric that
// depends neither on clusters nor on time; and either no solver iterated, as in a spectral embedding, or one of these metrics
// is a loss or a width. Counts that agree are not enough: they can do so by chance.
func drawsNothing(records []store.Record, m eval.Metric) bool {
	if len(records) < 2 || m.OnClusters || m.Class.Machine {
		return false
	}
	first, shown := records[0], true
	for _, r := range records {
		if r.Status != reports.OK || r.Unit.Subset != first.Unit.Subset || r.Iterations != first.Iterations {
			return false
		}
		shown = shown && r.Iterations == 0
	}
	for name, v := range first.Metrics {
		c, _ := eval.Find(spec.BaseOf(name))
		if c.OnClusters || c.Class.Machine || c.Class.Exact {
			continue
		}
		for _, r := range records[1:] {
			if r.Metrics[name] != v {
				return false
			}
		}
		shown = shown || c.Class == eval.Loss || c.Class == eval.Width
	}
	return shown
}

// Collapsed runs share next to nothing with the classes where another replicate does: their normalised mutual information
// is below a third of the best one's.
const (
	collapsedShare = 1.0 / 3
	collapsedRank  = 10  // least rank: a handful of clusters of a few samples miss classes by chance
	collapsedFrom  = 0.3 // least information of the best: where no replicate has any, the method may be bad and not broken
)

// collapsed counts the replicates that put nearly all samples into one cluster.
func collapsed(records []store.Record, rank int) int {
	var scores []float64
	for _, r := range records {
		best, known := 0.0, false
		for name, v := range r.Metrics {
			if strings.HasPrefix(name, "nmi-") && !strings.Contains(name, "@") {
				best, known = max(best, v), true
			}
		}
		if known {
			scores = append(scores, best)
		}
	}
	if rank < collapsedRank || len(scores) < 2 || slices.Max(scores) < collapsedFrom {
		return 0
	}
	n, most := 0, slices.Max(scores)
	for _, v := range scores {
		if v < collapsedShare*most {
			n++
		}
	}
	return n
}
