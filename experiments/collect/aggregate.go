package collect

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/reports/list"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// cellOver is a cell of one rank or, for a column over the ranks, the mean or the best of them.
func (g *Results) cellOver(d spec.Dataset, rank int, c panelColumn) reports.Cell {
	if c.Worst {
		return g.worst(d, rank, c)
	}
	if c.OverRanks == "" || c.Flat {
		return g.cell(d, rank, c)
	}
	var cells []reports.Cell
	var ranks []string
	for _, r := range d.Ranks {
		if g.Only.Row(d.Key, r) {
			cells, ranks = append(cells, g.cell(d, r, c)), append(ranks, strconv.Itoa(r))
		}
	}
	if len(cells) == 0 {
		return g.cell(d, rank, c)
	}
	out := overRanks(cells, c.OverRanks)
	if len(cells) < len(d.Ranks) {
		out.Partial = fmt.Sprintf("over rank %s, %d of %d", strings.Join(ranks, ", "), len(cells), len(d.Ranks))
	}
	return out
}

// worst is the cell of the point of a grid that has the worst mean.
func (g *Results) worst(d spec.Dataset, rank int, c panelColumn) reports.Cell {
	c.Worst = false
	var cells []reports.Cell
	for _, v := range c.Points() {
		if v.Has(c.Column.At) {
			c.Variant = v
			cells = append(cells, g.cellOver(d, rank, c))
			cells[len(cells)-1].Lower = !cells[len(cells)-1].Lower
		}
	}
	out := overRanks(cells, spec.OverBest)
	out.Lower = !out.Lower
	return out
}

// overRanks sums up the cells of one method at several ranks: the mean of each replicate over the ranks or, if how asks for it,
// the cell with the best mean. The result lacks replicates if one of the cells does, is a stand-in if one of them is, and has no
// published number: the paper's stand beside single ranks.
func overRanks(cells []reports.Cell, how string) reports.Cell {
	out := sumUp(cells, how)
	out.Origins = nil
	for _, c := range cells {
		out.Origins = reports.JoinOrigins(out.Origins, c.Origins...)
		out.StandIn, out.Partial = cmp.Or(out.StandIn, c.StandIn), cmp.Or(out.Partial, c.Partial)
	}
	out.Published = reports.Published{}
	return out
}

func sumUp(cells []reports.Cell, how string) reports.Cell {
	out, common := cells[0], cells[0].Replicates
	for _, c := range cells {
		if c.Status != reports.OK {
			out.Status, out.Note, out.Lost, out.Values, out.Replicates = c.Status, c.Note, c.Lost, nil, nil
			return out
		}
		common = list.Filter(common, func(r int) bool { return slices.Contains(c.Replicates, r) })
	}
	if how == spec.OverBest {
		for _, c := range cells[1:] {
			if better(c, out) {
				out = c
			}
		}
		return out
	}
	if out.Replicates = common; len(common) == 0 {
		out.Status, out.Note, out.Values = reports.Pending, "no replicate has run at every rank", nil
		return out
	}
	out.Collapsed = nil // a mean over ranks or rows is of both kinds anyway
	out.Values, out.Terms, out.Seconds = make([]float64, len(common)), 0, 0
	for _, c := range cells {
		out.Terms += max(1, c.Terms)
		out.Seconds += c.Seconds
		out.FirstStage = fewer(out.FirstStage, c.FirstStage)
		for i, r := range common {
			out.Values[i] += c.Values[slices.Index(c.Replicates, r)] / float64(len(cells))
		}
	}
	out.Tuned = reports.JoinTuned(cells)
	return out
}

// fewer is the less of two numbers of replicates, of which 0 says nothing.
func fewer(a, b int) int { return cmp.Or(min(a, b), a, b) }

func better(a, b reports.Cell) bool {
	if a.Lower {
		a, b = b, a
	}
	return stat.Mean(a.Values) > stat.Mean(b.Values)
}

// average is the row of means over the rows above it, replicate by replicate.
func (g *Results) average(layout spec.Panel, columns []panelColumn, rows []reports.Row) reports.Row {
	s := g.Spec
	avg, all := reports.Row{Label: layout.Average}, len(g.atHand(s.RowLabels(layout)))
	for k, c := range columns {
		cells := list.Map(rows, func(r reports.Row) reports.Cell { return r.Cells[k] })
		cell := overRanks(cells, spec.OverMean)
		if len(rows) < all {
			cell.Partial = cmp.Or(cell.Partial, fmt.Sprintf("over %d of %d rows", len(rows), all))
		}
		cell.Address, cell.Dataset, cell.Rank = s.Address+":panel="+layout.Key+",average,method="+c.Column.Method, published.AverageRow, 0
		if other := func(d spec.Column) bool {
			return d.Method == c.Column.Method && s.ColumnName(d) != s.ColumnName(c.Column)
		}; slices.ContainsFunc(s.Columns(layout), other) {
			cell.Address += ",column=" + s.ColumnName(c.Column)
		}
		cell.Draw, cell.Drawn = "", false
		cell.Row, cell.Column, cell.Scale, cell.Measure = layout.Average, s.ColumnName(c.Column), layout.ScaleOf(c.Column), c.Measure
		if len(rows) == all { // the printed average is over all rows
			cell.Published = lookup(g.published, s, layout, c.Column, published.AverageRow)
		}
		avg.Cells = append(avg.Cells, cell)
	}
	return avg
}
