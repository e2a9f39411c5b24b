// Package collect sets the records of a plan into tables and figures:
//
//  1. [Gather] groups the records by data set, rank and variant of a method.
//  2. Where options are tuned it chooses one point of each grid, on the runs that are shown and, for an honest number, on other halves.
//  3. [Results.Table] fills the cells: our values, the reported number beside them, and what is lacking.
//  4. Rows of averages, columns over ranks and counts of wins are made from these cells.
//  5. [Results.Figure] draws lines, images and points from the same groups.
//  6. [Results.Paths] has cells at the iterations at which runs were scored on their way.
//
// It gives no verdict; package judge does.
package collect

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/spec"
)

// Table sets the results into the panels of the experiment, our numbers beside the reported ones. Nobody has judged it yet: package
// judge makes the finished table of it.
func (g *Results) Table() result.Table {
	t := result.Table{TableAbout: result.TableAbout{Address: g.Spec.Address},
		TableRuns: result.TableRuns{Base: g.Spec.Base, Profile: g.Profile, Seed: g.Runs[0].ID.Seed}}
	t.Paper, t.Key, t.Title, t.Cite = g.heading()
	for _, m := range append(slices.Clone(g.Spec.Added), g.Spec.Methods...) {
		if g.Paper != nil && result.IsOwn(g.Paper.Short, m.Heading()) || slices.ContainsFunc(g.Spec.Added, func(a spec.Method) bool {
			return a.Key == m.Key
		}) {
			t.Own = list.AppendUnique(t.Own, m.Key)
		}
	}
	for _, layout := range g.Spec.Panels {
		if b := g.panel(layout); len(b.Rows) > 0 && len(b.Columns) > 0 {
			t.Panels = append(t.Panels, b)
		}
	}
	shows := func(method string) bool {
		return slices.ContainsFunc(g.Spec.Panels, func(panel spec.Panel) bool {
			return slices.ContainsFunc(g.Spec.Columns(panel), func(c spec.Column) bool { return c.Method == method })
		})
	}
	t.Selected, t.Tuning = g.selected(t), g.tuningFigure(shows)
	t.Notes = g.notes(shows)
	return t
}

// panelColumn is a column with the variant that fills it.
type panelColumn struct {
	column  spec.Column
	variant spec.Variant
	metric  string
}

// filled returns the columns that the filter leaves.
func (g *Results) filled(layout spec.Panel) []panelColumn {
	s := g.Spec
	var columns []panelColumn
	for _, c := range s.Columns(layout) {
		metric := s.MetricOf(layout, c)
		if !g.Only.Column(c.Method, layout.Key, metric, s.ColumnName(c)) {
			continue
		}
		m, _ := s.FindMethod(c.Method)
		if g.Only.Pins(m) && len(c.At) == 0 && !c.Worst {
			for _, v := range m.Points() {
				if g.Only.Variant(v) {
					one := c
					one.Label, one.Reported = v.Title(), spec.Nothing
					columns = append(columns, panelColumn{one, v, metric})
				}
			}
			continue
		}
		v, found := list.First(slices.Concat(m.Variants(), m.Points()), func(v spec.Variant) bool { return v.Has(c.At) })
		if found {
			columns = append(columns, panelColumn{c, v, metric})
		}
	}
	return columns
}

func (g *Results) panel(layout spec.Panel) result.Panel {
	s := g.Spec
	b := result.Panel{Key: layout.Key, Title: layout.Title, Corner: "dataset"}
	columns := g.filled(layout)
	for _, c := range columns {
		b.Columns = append(b.Columns, result.Column{Group: c.column.Group, Label: s.ColumnLabel(c.column)})
	}
	if len(layout.Firsts) > 0 {
		b.Corner = "first by"
		b.Rows = g.firsts(layout, columns)
		return b
	}
	for _, sets := range s.RowSets(layout, g.Only) {
		d := sets[0]
		if slices.ContainsFunc(columns, func(c panelColumn) bool { return c.column.OverRanks != "" }) {
			b.Rows = append(b.Rows, g.row(layout, sets, d.Ranks[0], d.Heading(), columns))
			continue
		}
		for _, rank := range d.Ranks {
			if g.Only.Row(d.Key, rank) {
				b.Rows = append(b.Rows, g.row(layout, sets, rank, d.RowLabel(rank), columns))
			}
		}
	}
	if layout.Average != "" && len(b.Rows) > 1 {
		hand := g.atHand(list.Map(b.Rows, func(r result.Row) string { return r.Label }))
		b.Rows = append(b.Rows, g.average(layout, columns, slices.DeleteFunc(slices.Clone(b.Rows), func(r result.Row) bool {
			return !slices.Contains(hand, r.Label)
		})))
	}
	if g.Only.Average() {
		b.Rows = slices.DeleteFunc(b.Rows, func(r result.Row) bool { return len(r.Cells) == 0 || r.Cells[0].At.Dataset != reported.AverageRow })
	}
	return b
}

func (g *Results) row(layout spec.Panel, sets []spec.Dataset, rank int, label string, columns []panelColumn) result.Row {
	s := g.Spec
	row := result.Row{Label: label}
	for _, c := range columns {
		d := c.variant.On(sets)
		cell := g.cellOver(d, rank, c)
		cell.At.Row, cell.At.Column, cell.Metric.Scale, cell.At.Measure = label, s.ColumnName(c.column), layout.ScaleOf(c.column),
			c.variant.Measure
		cell.At.Experiment, cell.At.Panel, cell.At.Variant = s.Address, layout.Key, c.variant.Name()
		cell.Address = short(s, d, result.Address{
			Experiment: s.Address, Panel: layout.Key, Column: s.ColumnName(c.column), Dataset: d.Key, Rank: rank, Method: c.column.Method,
			Variant: c.variant.Name(), Metric: c.metric,
		}, layout, c)
		cell.Runs.Draw, cell.Runs.Drawn = drawOf(d, rank)
		cell.Reported = lookup(g.reported, s, layout, c.column, label)
		cell.Reported.Shared = g.mayShareDraw(d, rank)
		row.Cells = append(row.Cells, cell)
	}
	if layout.RatioTo != "" {
		relate(row.Cells, layout.RatioTo)
	}
	return row
}

// drawOf names what the replicates of a data set share at a rank: classes that are drawn for the rank, data that are drawn anew, or
// the one set that all replicates have.
func drawOf(d spec.Dataset, rank int) (name string, drawn bool) {
	switch {
	case d.SharedSubset:
		return d.Key, false
	case d.ClassesByRank:
		return d.RowLabel(rank), true
	case d.Classes > 0 || d.Redraw:
		return d.Key, true
	}
	return d.Source, false
}

// sharedSubset ends the path of the setting by which all replicates have the classes of one draw.
const sharedSubset = ".shared-subset"

// mayShareDraw tells whether the runs behind a reported number may share one draw of classes: the paper's open settings have that as an
// alternative for this table, and there are more classes than a draw takes.
func (g *Results) mayShareDraw(d spec.Dataset, rank int) bool {
	classes := d.Classes
	if d.ClassesByRank {
		classes = rank
	}
	s := g.source(d.Key)
	if classes == 0 || d.SharedSubset || s != nil && s.Entry.Classes == classes {
		return false
	}
	return g.oneDraw
}

// mayBeOneDraw tells whether the paper's open settings hold it possible, for this table, that all replicates have the classes of one draw.
func (g *Results) mayBeOneDraw() bool {
	return g.Paper != nil && slices.ContainsFunc(g.Paper.Protocol, func(c reported.Choice) bool {
		return spec.Where(c.Where, g.Spec) && slices.ContainsFunc(c.Alternatives, func(a reported.Alternative) bool {
			return a.Excluded == "" && slices.ContainsFunc(spec.Paths(a.Set), func(path string) bool {
				return strings.HasSuffix(path, sharedSubset)
			})
		})
	})
}

// relate divides every cell of a row by the mean of the named method's.
func relate(cells []result.Cell, method string) {
	i := slices.IndexFunc(cells, func(c result.Cell) bool { return c.At.Method == method && len(c.Runs.Values) > 0 })
	by := 0.0
	if i >= 0 {
		by = stat.Mean(cells[i].Runs.Values)
	}
	for k := range cells {
		c := &cells[k]
		if by == 0 && len(c.Runs.Values) > 0 {
			c.Runs.Values, c.Runs.Replicates, c.State.Status, c.State.Note = nil, nil, result.Skipped, "no value of "+method+" to divide by"
		}
		for n := range c.Runs.Values {
			c.Runs.Values[n] /= by
		}
	}
}

// firsts counts, row by row, in how many data sets each column has the best mean; a tie counts for all that share it. Data sets
// that nobody has are left out.
func (g *Results) firsts(layout spec.Panel, columns []panelColumn) []result.Row {
	var rows []result.Row
	for _, first := range layout.Firsts {
		row := result.Row{Label: first.Label, Cells: make([]result.Cell, len(columns))}
		held, all := g.contests(first, layout, columns)
		counts, replicates := bootstrap(held, len(columns))
		for k, c := range columns {
			row.Cells[k] = g.firstCell(first, layout, c, k, held, all)
			if row.Cells[k].Runs.Values = counts[k]; len(counts[k]) == len(replicates) {
				row.Cells[k].Runs.Replicates = replicates
			}
			if len(held) == 0 {
				row.Cells[k].Runs.Values = nil
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// contests returns those that a row of first places is about: held are those of which every column has numbers, and all counts those whose
// data somebody has.
func (g *Results) contests(first spec.First, layout spec.Panel, columns []panelColumn) (held []contest, all int) {
	for _, d := range g.Spec.Datasets {
		ranks := [][]int{d.Ranks}
		if first.OverRanks == "" {
			ranks = slices.Collect(slices.Chunk(d.Ranks, 1))
		}
		for _, over := range ranks {
			if g.gone(d.Heading()) {
				continue
			}
			all++
			c := contest{how: first.OverRanks, scale: math.Pow10(layout.Digits())}
			for _, column := range columns {
				column.metric = first.Metric
				c.columns = append(c.columns, g.cellsAt(d, over, column))
			}
			if c.held() {
				held = append(held, c)
			}
		}
	}
	return held, all
}

// firstCell returns the cell of column k in a row of first places, without its count.
func (g *Results) firstCell(first spec.First, layout spec.Panel, c panelColumn, k int, held []contest, all int) result.Cell {
	cell := result.Cell{
		At:     result.Address{Method: c.column.Method, Metric: first.Metric, Row: first.Label, Column: g.Spec.ColumnName(c.column)},
		Runs:   result.Sample{Want: g.Replicates},
		State:  result.State{Status: result.OK},
		Metric: result.Metric{Counts: true},
	}
	cell.At.Experiment, cell.At.Panel, cell.At.First = g.Spec.Address, layout.Key, first.Label
	cell.Address = result.Address{Experiment: g.Spec.Address, Panel: layout.Key, First: first.Label, Method: c.column.Method}.String()
	cell.State.Note = "of " + result.Count(len(held), "contest")
	if len(held) < all {
		cell.State.Partial = fmt.Sprintf("%s of %d", result.Count(len(held), "contest"), all)
	}
	if len(held) == 0 {
		cell.State.Status, cell.State.Note = result.Pending, "no data set with all methods has been run"
	}
	for _, contest := range held {
		for _, at := range contest.columns[k] {
			cell.State.Substitute = cmp.Or(cell.State.Substitute, at.State.Substitute)
		}
	}
	cell.Reported = lookup(g.reported, g.Spec, layout, c.column, first.Label)
	return cell
}

// cellsAt returns the cells of a column at some ranks; of a method without ranks, one.
func (g *Results) cellsAt(d spec.Dataset, ranks []int, c panelColumn) (cells []result.Cell) {
	if c.variant.Flat {
		ranks = ranks[:1]
	}
	ranks = list.Filter(ranks, func(rank int) bool { return g.Only.Row(d.Key, rank) })
	return list.Map(ranks, func(rank int) result.Cell { return g.cell(d, rank, c) })
}

// contest is a data set on which columns compete, each with its cells at the ranks that it is summed up over.
type contest struct {
	columns [][]result.Cell
	how     string  // the cells of a column are summed up
	scale   float64 // scores are compared as whole numbers of 1/scale
}

// held tells whether every column has numbers.
func (c contest) held() bool {
	return !slices.ContainsFunc(c.columns, func(cells []result.Cell) bool {
		return len(cells) == 0 || slices.ContainsFunc(cells, func(c result.Cell) bool { return len(c.Runs.Values) == 0 })
	})
}

// winners adds one to each column with the best score, over the replicates that are drawn; nil is all of them, each once.
func (c contest) winners(drawn []int, counts []float64) {
	values := make([]float64, len(drawn))
	scores := list.Map(c.columns, func(cells []result.Cell) float64 {
		means := make([]float64, len(cells))
		for m := range cells { // by index: cells are large
			of := cells[m].Runs.Values
			if drawn != nil {
				for k, i := range drawn {
					values[k] = of[i]
				}
				of = values
			}
			means[m] = stat.Mean(of)
		}
		switch {
		case c.how != spec.OverBest:
			return math.Round(stat.Mean(means) * c.scale)
		case cells[0].Metric.Lower:
			return math.Round(slices.Min(means) * c.scale)
		}
		return math.Round(slices.Max(means) * c.scale)
	})
	best := slices.Max(scores)
	if c.columns[0][0].Metric.Lower {
		best = slices.Min(scores)
	}
	for k, x := range scores {
		if x == best {
			counts[k]++
		}
	}
}

// draws is how many times the replicates are drawn anew to see how a count scatters.
const draws = 1000

// bootstrap counts the first places of each column. A count over all replicates has no replicates of its own, so it gets as
// many values with that mean: their standard error is that of the count over replicates drawn with replacement, and value i
// lies above the mean as far as the count rises with the weight of replicate i (the infinitesimal jackknife of Efron 2014).
// Without the same replicates everywhere there is one value.
func bootstrap(held []contest, columns int) (counts [][]float64, replicates []int) {
	total := make([]float64, columns)
	var cells []result.Cell
	for _, c := range held {
		c.winners(nil, total)
		cells = append(cells, slices.Concat(c.columns...)...)
	}
	counts = list.Map(total, func(x float64) []float64 { return []float64{x} })
	if len(cells) == 0 || slices.ContainsFunc(cells, func(c result.Cell) bool {
		return !slices.Equal(c.Runs.Replicates, cells[0].Runs.Replicates)
	}) {
		return counts, nil
	}
	if replicates = cells[0].Runs.Replicates; len(replicates) < 2 {
		return counts, nil
	}
	n := len(replicates)
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	weights, drawn := make([][]float64, draws), make([][]float64, draws)
	for b := range draws {
		weights[b], drawn[b] = make([]float64, n), make([]float64, columns)
		for _, c := range held { // the replicates of two data sets have nothing in common
			at := make([]int, n)
			for i := range at {
				at[i] = rng.IntN(n)
				weights[b][at[i]]++
			}
			c.winners(at, drawn[b])
		}
	}
	for k := range counts {
		counts[k] = spreadOf(total[k], list.Map(drawn, func(all []float64) float64 { return all[k] }), weights)
	}
	return counts, replicates
}

// spreadOf gives as many values as there are weights, with a mean and the spread of what was drawn at these weights. What a test of
// their mean sees is that spread. Where what was drawn varies and rises with no weight, no replicate has a value of its own, and the
// mean stands alone.
func spreadOf(mean float64, drawn []float64, weights [][]float64) []float64 {
	n := len(weights[0])
	values, center := make([]float64, n), stat.Mean(drawn)
	for i := range values {
		for b, x := range drawn {
			values[i] += (x - center) * weights[b][i]
		}
	}
	rise := stat.Mean(values)
	want := stat.SD(drawn) * float64(n) / math.Sqrt(float64(n-1)) // √n standard errors, and √(n/(n-1)) that drawing with replacement loses
	scale := 0.0
	switch sd := stat.SD(values); {
	case sd > 0:
		scale = want / sd
	case want > 0:
		return []float64{mean}
	}
	for i := range values {
		values[i] = mean + (values[i]-rise)*scale
	}
	return values
}
