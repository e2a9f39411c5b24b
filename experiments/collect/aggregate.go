package collect

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// cellOver is a cell of one rank or, for a column over the ranks, the mean or the best of them.
func (g *Results) cellOver(d spec.Dataset, rank int, c panelColumn) reports.Cell {
	if c.OverOptions != "" {
		return g.cellOverOptions(d, rank, c)
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

// cellOverOptions is the mean, the best or the worst of a method's variants.
func (g *Results) cellOverOptions(d spec.Dataset, rank int, c panelColumn) reports.Cell {
	how := c.OverOptions
	c.OverOptions = ""
	var cells []reports.Cell
	for _, v := range c.Variants() {
		if v.Has(c.Column.At) {
			c.Variant = v
			cells = append(cells, g.cellOver(d, rank, c))
		}
	}
	return overRanks(cells, how)
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
	out := cells[0]
	for _, c := range cells {
		if c.Status != reports.OK || !slices.Equal(c.Replicates, cells[0].Replicates) {
			out.Status, out.Note, out.Lost, out.Values, out.Replicates = c.Status, c.Note, c.Lost, nil, nil
			if c.Status == reports.OK {
				out.Status, out.Note = reports.Pending, "not every replicate has run at every rank"
			}
			return out
		}
	}
	if how == spec.OverBest || how == spec.OverWorst {
		for _, c := range cells[1:] {
			if better(c, out) == (how == spec.OverBest) {
				out = c
			}
		}
		return out
	}
	out.Values = make([]float64, len(cells[0].Values))
	for _, c := range cells {
		for i, v := range c.Values {
			out.Values[i] += v / float64(len(cells))
		}
	}
	return out
}

func better(a, b reports.Cell) bool {
	if a.Lower {
		a, b = b, a
	}
	return stat.Mean(a.Values) > stat.Mean(b.Values)
}

// average is the row of means over the rows above it, replicate by replicate.
func (g *Results) average(layout spec.Panel, columns []panelColumn, rows []reports.Row) reports.Row {
	s := g.Spec
	avg, all := reports.Row{Label: layout.Average}, len(s.RowLabels(layout))
	for k, c := range columns {
		var cells []reports.Cell
		for _, r := range rows {
			cells = append(cells, r.Cells[k])
		}
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
		cell.Row, cell.Column, cell.Scale, cell.Measure = layout.Average, s.ColumnName(c.Column), layout.ScaleOf(c.Column), c.Measure
		if len(rows) == all { // the printed average is over all rows
			cell.Published = lookup(g.published, s, layout, c.Column, published.AverageRow)
		}
		avg.Cells = append(avg.Cells, cell)
	}
	return avg
}

// firsts counts, row by row, in how many data sets each column has the best mean; a tie counts for all that share it.
func (g *Results) firsts(layout spec.Panel, columns []panelColumn) []reports.Row {
	s := g.Spec
	var rows []reports.Row
	for _, first := range layout.Firsts {
		row := reports.Row{Label: first.Label, Cells: make([]reports.Cell, len(columns))}
		counts, contests, all, standIn := make([]float64, len(columns)), 0, 0, ""
		for _, d := range s.Datasets {
			ranks := d.Ranks
			if first.OverRanks != "" {
				ranks = ranks[:1]
			}
			for _, rank := range ranks {
				var cells []reports.Cell
				for _, c := range columns {
					c.metric, c.OverRanks = first.Metric, first.OverRanks
					cells = append(cells, g.cellOver(d, rank, c))
				}
				all++
				if winners(cells, counts, layout.Digits()) {
					contests++
					for _, c := range cells {
						standIn = cmp.Or(standIn, c.StandIn)
					}
				}
			}
		}
		for k, c := range columns {
			cell := reports.Cell{Method: c.Column.Method, Metric: first.Metric, Want: 1, Status: reports.OK, Row: first.Label, Column: s.ColumnName(c.Column)}
			cell.Address = s.Address + ":panel=" + layout.Key + ",first=" + strings.ReplaceAll(first.Label, " ", "-") + ",method=" + c.Column.Method
			cell.Note = "of " + reports.Count(contests, "contest")
			cell.StandIn = standIn
			if contests < all {
				cell.Partial = fmt.Sprintf("%s of %d", reports.Count(contests, "contest"), all)
			}
			if cell.Values = []float64{counts[k]}; contests == 0 {
				cell.Values, cell.Status, cell.Note = nil, reports.Pending, "no data set with all methods has been run"
			}
			cell.Published = lookup(g.published, s, layout, c.Column, first.Label)
			row.Cells[k] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// winners adds one to every column whose mean is the best to so many decimals; false if a cell has no value.
func winners(cells []reports.Cell, counts []float64, decimals int) bool {
	shown := func(c reports.Cell) float64 { return math.Round(stat.Mean(c.Values) * math.Pow10(decimals)) }
	best := -1
	for k, c := range cells {
		if len(c.Values) == 0 {
			return false
		}
		if best < 0 || better(c, cells[best]) {
			best = k
		}
	}
	for k, c := range cells {
		if shown(c) == shown(cells[best]) {
			counts[k]++
		}
	}
	return best >= 0
}
