package collect

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
)

// cell sums up the records of a method at one rank.
func (g *Results) cell(d spec.Dataset, rank int, col panelColumn) result.Cell {
	return g.cellOf(d, rank, col, func(rec *store.Record) (map[string]float64, map[string]string) { return rec.Metrics, rec.Unavailable })
}

// cellOf returns the cell of what scores says of each record: a number by metric, or why there is none.
func (g *Results) cellOf(d spec.Dataset, rank int, col panelColumn,
	scores func(*store.Record) (map[string]float64, map[string]string)) result.Cell {
	at := run.KeyOf(d, rank, col.variant)
	base, _ := result.SplitMetric(col.metric)
	m, _ := eval.Find(base)
	c := result.Cell{
		At:     result.Address{Dataset: d.Key, Rank: rank, Method: col.variant.Key, Metric: col.metric},
		Metric: result.Metric{Lower: m.Better == eval.Lower, Neutral: m.Better == eval.Neither, Grid: g.grid(d.Key, m.Class)},
		Runs:   result.Sample{Want: g.want[at], Repeats: drawsNothing(g.records[at], m) || g.Spec.Once(d, col.variant.Method) && !m.Clock},
		State:  result.State{Proxy: col.variant.Proxy},
	}
	if m.OnClusters {
		c.Runs.Collapsed = collapsed(g.records[at], rank)
	}
	entry, _ := g.solverOf(col.variant.Key)
	stop, _ := g.Spec.StopFor(g.profile(), d.Key, col.variant.Method)
	tolerant := entry.Step() == solvers.StepIteration && (stop.TolObjective > 0 || stop.TolFactor > 0 || stop.TolResidual > 0 || stop.StillClusters > 0)
	reasons := map[result.Status][]string{}
	for _, rec := range g.records[at] {
		c.State.Substitute = g.SubstituteOf(d.Key, rec)
		metrics, unavailable := scores(rec)
		v, ok := metrics[col.metric]
		switch {
		case rec.Status == result.OK && ok:
			c.Runs.Values, c.Runs.Replicates = append(c.Runs.Values, v), append(c.Runs.Replicates, rec.Run.Replicate)
			c.Runs.Seconds += rec.Seconds
			if tolerant && rec.Stopped == solvers.MaxIterations.String() {
				c.Runs.AtLimit++
			}
			c.Runs.Origins = result.JoinOrigins(c.Runs.Origins, store.OriginOf(rec))
		case rec.Status == result.OK:
			reasons[result.Skipped] = append(reasons[result.Skipped], unavailable[col.metric])
		default:
			c.Runs.Failed = append(c.Runs.Failed, rec.Run.Replicate)
			reasons[rec.Status] = append(reasons[rec.Status], rec.Reason)
		}
	}
	if c.Runs.Chance = math.NaN(); len(c.Runs.Failed) > 0 && m.OnClusters {
		c.Runs.Chance = g.chance(d, rank, m)
	}
	c.Runs.Seconds /= float64(max(1, len(c.Runs.Values)))
	c.State.Status, c.State.Note, c.State.Lost = g.status(at, len(c.Runs.Values), reasons)
	if of := g.choices[at]; of != nil && c.State.Status == result.OK {
		c.Runs.Tuned = of.tuned(at, col.metric)
	}
	return c
}

// partitions is how many random ones are scored.
const partitions = 100

// chance returns the mean score of random partitions of a data set into as many clusters as the rank, NaN where its labels cannot be read.
func (g *Results) chance(d spec.Dataset, rank int, m eval.Metric) float64 {
	data, err := g.source(d.Key).Load()
	if err != nil || len(data.Labels) == 0 {
		return math.NaN()
	}
	var o eval.Outcome
	classes := d.Classes
	if d.ClassesByRank {
		classes = rank
	}
	for _, class := range data.Labels {
		if classes == 0 || class < classes {
			o.Labels = append(o.Labels, class)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	o.Rank, o.Clusters = rank, make([]int, len(o.Labels))
	var scores []float64
	for range partitions {
		for i := range o.Clusters {
			o.Clusters[i] = rng.IntN(rank)
		}
		if v, err := m.Score(o, rng); err == nil {
			scores = append(scores, v)
		}
	}
	return stat.Mean(scores)
}

// status returns that of a cell by its records: whole, failed in part, skipped or pending. lost says that its data cannot be had.
func (g *Results) status(at result.Address, values int, reasons map[result.Status][]string) (status result.Status, note string, lost bool) {
	failed, skipped, want := reasons[result.Failed], reasons[result.Skipped], g.want[at]
	switch {
	case want == 0:
		if m, found := list.First(g.Spec.Methods, func(m spec.Method) bool { return m.Key == at.Method }); found && len(m.Datasets) > 0 &&
			!slices.Contains(m.Datasets, at.Dataset) {
			return result.Skipped, "the experiment has this method on other data sets alone", false
		}
		return result.Skipped, "not part of the experiment in profile " + g.Profile, false
	case len(failed) > 0:
		note = strconv.Itoa(len(failed)) + " of " + strconv.Itoa(want) + " failed: " + failed[0]
		if values == 0 {
			return result.Failed, note, false
		}
		return result.OK, note, false
	case values == 0 && len(skipped) > 0:
		return result.Skipped, skipped[0], false
	case len(g.records[at]) < want:
		if status, note, lost = g.absent(at.Dataset, g.stale[at]); values > 0 {
			status = result.OK
		}
		return status, note, lost
	}
	return result.OK, "", false
}

// locate gives a cell its address, by the row and the column of a panel, and writes it as users do, as short as it is unique: with the rank where the
// data set has several, the panel where another shows the same number, the column where it sums up several.
// ranks tells whether the data of the row has several ranks.
func (g *Results) locate(cell *result.Cell, layout spec.Panel, c panelColumn, row string, ranks bool) {
	s, at := g.Spec, &cell.At
	at.Experiment, at.Panel, at.Row, at.Column, at.Measure = s.Address, layout.Key, row, s.ColumnName(c.column), c.variant.Measure
	short, over := *at, c.column.OverRanks != ""
	short.Method = c.column.Method
	if !ranks || over {
		short.Rank = 0
	}
	summary := at.Average || at.First != ""
	if c.column.Worst || summary {
		short.Variant = ""
	}
	if !summary && !s.ShownElsewhere(layout, c.column) {
		short.Panel = ""
	}
	switch {
	case at.First != "", !at.Average && !over && !c.column.Worst, at.Average && !slices.ContainsFunc(s.Columns(layout), func(d spec.Column) bool {
		return d.Method == c.column.Method && s.ColumnName(d) != at.Column
	}):
		short.Column = ""
	}
	cell.Address = short.String()
}

// lookup returns what the paper reports in a row and column of a panel; zero where it reports nothing to compare with.
func lookup(t *reported.Table, s *spec.Experiment, p spec.Panel, c spec.Column, row string) result.Reported {
	if t == nil || p.Reported == spec.Nothing || c.Reported == spec.Nothing {
		return result.Reported{}
	}
	panel, _ := t.Panels.Get(p.ReportedKey())
	cell := panel.Cell(row, s.ReportedColumn(c))
	reported := result.Reported{Value: cell.Value, SD: cell.SD, Bold: cell.Bold, Is: cell.Is, Status: cell.Status, Void: cell.Void}
	if !panel.Whole {
		reported.Unit = panel.LastPlace(cell)
	}
	if t.Runs != nil {
		reported.Runs, reported.Seed = t.Runs.Value, t.Runs.Seed
	}
	return reported
}

// cellOver returns a cell of one rank or, for a column over the ranks, the mean or the best of them.
func (g *Results) cellOver(d spec.Dataset, rank int, c panelColumn) result.Cell {
	if c.column.Worst {
		return g.worst(d, rank, c)
	}
	if c.column.OverRanks == "" || c.variant.Flat {
		return g.cell(d, rank, c)
	}
	var cells []result.Cell
	var ranks []string
	for _, r := range d.Ranks {
		if g.Only.Row(d.Key, r) {
			cells, ranks = append(cells, g.cell(d, r, c)), append(ranks, strconv.Itoa(r))
		}
	}
	if len(cells) == 0 {
		return g.cell(d, rank, c)
	}
	out := overRanks(cells, c.column.OverRanks)
	if len(cells) < len(d.Ranks) {
		out.State.Partial = fmt.Sprintf("over rank %s, %d of %d", strings.Join(ranks, ", "), len(cells), len(d.Ranks))
	}
	return out
}

// worst returns the cell of the point of a grid that has the worst mean.
func (g *Results) worst(d spec.Dataset, rank int, c panelColumn) result.Cell {
	c.column.Worst = false
	var cells []result.Cell
	for _, v := range c.variant.Points() {
		if v.Has(c.column.At) {
			c.variant = v
			cells = append(cells, g.cellOver(d, rank, c))
			cells[len(cells)-1].Metric.Lower = !cells[len(cells)-1].Metric.Lower
		}
	}
	out := overRanks(cells, spec.OverBest)
	out.Metric.Lower = !out.Metric.Lower
	return out
}

// overRanks sums up the cells of one method at several ranks: the mean of each replicate over the ranks or, if how asks for it,
// the cell with the best mean. The result lacks replicates if one of the cells does, is of substitute data if one is, and has no
// reported number: the paper's stand beside single ranks.
func overRanks(cells []result.Cell, how string) result.Cell {
	out := sumUp(cells, how)
	out.Runs.Origins = nil
	for _, c := range cells {
		out.Runs.Origins = result.JoinOrigins(out.Runs.Origins, c.Runs.Origins...)
		out.State.Substitute, out.State.Partial = cmp.Or(out.State.Substitute, c.State.Substitute), cmp.Or(out.State.Partial, c.State.Partial)
	}
	out.Reported = result.Reported{}
	return out
}

func sumUp(cells []result.Cell, how string) result.Cell {
	out, common := cells[0], cells[0].Runs.Replicates
	out.Runs.Failed = list.AppendUnique(nil, list.FlatMap(cells, func(c result.Cell) []int { return c.Runs.Failed })...)
	out.Runs.Chance = stat.Mean(list.Map(cells, func(c result.Cell) float64 { return c.Runs.Chance }))
	for _, c := range cells {
		if c.State.Status != result.OK {
			out.State.Status, out.State.Note, out.State.Lost, out.Runs.Values, out.Runs.Replicates = c.State.Status, c.State.Note, c.State.Lost,
				nil, nil
			return out
		}
		common = list.Filter(common, func(r int) bool { return slices.Contains(c.Runs.Replicates, r) })
	}
	if how == spec.OverBest {
		for _, c := range cells[1:] {
			if better(c, out) {
				out = c
			}
		}
		return out
	}
	if out.Runs.Replicates = common; len(common) == 0 {
		out.State.Status, out.State.Note, out.Runs.Values = result.Pending, "no replicate has run at every rank", nil
		return out
	}
	out.Runs.Collapsed, out.Runs.AtLimit = nil, 0 // a mean over ranks or rows is of both kinds anyway
	out.Runs.Values, out.Runs.Terms, out.Runs.Seconds = make([]float64, len(common)), 0, 0
	for _, c := range cells {
		out.Runs.Terms += max(1, c.Runs.Terms)
		out.Runs.Seconds += c.Runs.Seconds
		for i, r := range common {
			out.Runs.Values[i] += c.Runs.Values[slices.Index(c.Runs.Replicates, r)] / float64(len(cells))
		}
	}
	out.Runs.Tuned = joinTuned(cells)
	return out
}

func better(a, b result.Cell) bool {
	if a.Metric.Lower {
		a, b = b, a
	}
	return stat.Mean(a.Runs.Values) > stat.Mean(b.Runs.Values)
}

// average returns the row of means over the rows above it, replicate by replicate.
func (g *Results) average(layout spec.Panel, columns []panelColumn, rows []result.Row) result.Row {
	s := g.Spec
	avg, all := result.Row{Label: layout.Average}, len(g.atHand(s.RowLabels(layout)))
	for k, c := range columns {
		cells := list.Map(rows, func(r result.Row) result.Cell { return r.Cells[k] })
		cell := overRanks(cells, spec.OverMean)
		if len(rows) < all {
			cell.State.Partial = cmp.Or(cell.State.Partial, fmt.Sprintf("over %d of %d rows", len(rows), all))
		}
		cell.At.Average, cell.At.Dataset, cell.At.Rank = true, reported.AverageRow, 0
		cell.Metric.Scale, cell.Runs.Draw, cell.Runs.Drawn = layout.ScaleOf(c.column), "", false
		g.locate(&cell, layout, c, layout.Average, false)
		if len(rows) == all { // the reported average is over all rows
			cell.Reported = lookup(g.reported, s, layout, c.column, reported.AverageRow)
			cell.Reported.Shared = slices.ContainsFunc(cells, func(c result.Cell) bool { return c.Reported.Shared })
		}
		avg.Cells = append(avg.Cells, cell)
	}
	return avg
}

// grid returns the step of a metric that counts samples of a data set: one sample, 0 of another metric.
func (g *Results) grid(dataset string, class eval.Class) float64 {
	if s := g.source(dataset); s != nil && class.Grid {
		d, _ := list.First(g.Spec.Datasets, func(d spec.Dataset) bool { return d.Key == dataset })
		if _, n := s.Size(); n > 0 {
			return 1 / float64(run.Kept(d, n))
		}
	}
	return 0
}

// drawsNothing tells whether a method has no randomness, by its records. Two replicates or more must agree in every metric that
// depends neither on clusters nor on time; and either no solver iterated, as in a spectral embedding, or one of these metrics
// is a loss or a width. Counts that agree are not enough: they can do so by chance.
func drawsNothing(records []*store.Record, m eval.Metric) bool {
	if len(records) < 2 || m.OnClusters || m.Clock {
		return false
	}
	first, shown := records[0], true
	for _, r := range records {
		if r.Status != result.OK || r.Run.Subset != first.Run.Subset || r.Iterations != first.Iterations {
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

// collapsed lists the replicates that put nearly all samples into one cluster.
func collapsed(records []*store.Record, rank int) (replicates []int) {
	if rank < collapsedRank {
		return nil
	}
	var scores []float64
	var of []int
	for _, r := range records {
		best, known := 0.0, false
		for name, v := range r.Metrics {
			if m, ok := eval.Find(name); ok && m.Family == "nmi" { // of no other reading of the clusters
				best, known = max(best, v), true
			}
		}
		if known {
			scores, of = append(scores, best), append(of, r.Run.Replicate)
		}
	}
	if len(scores) < 2 || slices.Max(scores) < collapsedFrom {
		return nil
	}
	most := slices.Max(scores)
	for i, v := range scores {
		if v < collapsedShare*most {
			replicates = append(replicates, of[i])
		}
	}
	return replicates
}
