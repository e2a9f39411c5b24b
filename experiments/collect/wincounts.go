package collect

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

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
