package collect

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// firsts counts, row by row, in how many data sets each column has the best mean; a tie counts for all that share it. Data sets
// that nobody has are left out.
func (g *Results) firsts(layout spec.Panel, columns []panelColumn) []reports.Row {
	s := g.Spec
	var rows []reports.Row
	for _, first := range layout.Firsts {
		row := reports.Row{Label: first.Label, Cells: make([]reports.Cell, len(columns))}
		var held []contest
		all := 0
		for _, d := range s.Datasets {
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
		counts, replicates := bootstrap(held, len(columns))
		for k, c := range columns {
			cell := reports.Cell{Method: c.Column.Method, Metric: first.Metric, Want: g.Replicates, Status: reports.OK, Row: first.Label, Column: s.ColumnName(c.Column), Counts: true}
			cell.Address = s.Address + ":panel=" + layout.Key + ",first=" + strings.ReplaceAll(first.Label, " ", "-") + ",method=" + c.Column.Method
			cell.Note = "of " + reports.Count(len(held), "contest")
			if len(held) < all {
				cell.Partial = fmt.Sprintf("%s of %d", reports.Count(len(held), "contest"), all)
			}
			if cell.Values, cell.Replicates = counts[k], replicates; len(held) == 0 {
				cell.Values, cell.Status, cell.Note = nil, reports.Pending, "no data set with all methods has been run"
			}
			for _, c := range held {
				for _, at := range c.columns[k] {
					cell.StandIn = cmp.Or(cell.StandIn, at.StandIn)
				}
			}
			cell.Published = lookup(g.published, s, layout, c.Column, first.Label)
			row.Cells[k] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// cellsAt are the cells of a column at some ranks; of a method without ranks, one.
func (g *Results) cellsAt(d spec.Dataset, ranks []int, c panelColumn) (cells []reports.Cell) {
	if c.Flat {
		ranks = ranks[:1]
	}
	ranks = list.Filter(ranks, func(rank int) bool { return g.Only.Row(d.Key, rank) })
	return list.Map(ranks, func(rank int) reports.Cell { return g.cell(d, rank, c) })
}

// contest is a data set on which columns compete, each with its cells at the ranks that it is summed up over.
type contest struct {
	columns [][]reports.Cell
	how     string  // the cells of a column are summed up
	scale   float64 // scores are compared as whole numbers of 1/scale
}

// held tells whether every column has numbers.
func (c contest) held() bool {
	return !slices.ContainsFunc(c.columns, func(cells []reports.Cell) bool {
		return len(cells) == 0 || slices.ContainsFunc(cells, func(c reports.Cell) bool { return len(c.Values) == 0 })
	})
}

// winners adds one to each column with the best score, over the replicates that are drawn; nil is all of them, each once.
func (c contest) winners(drawn []int, counts []float64) {
	values := make([]float64, len(drawn))
	scores := list.Map(c.columns, func(cells []reports.Cell) float64 {
		means := make([]float64, len(cells))
		for m := range cells { // by index: cells are large
			of := cells[m].Values
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
		case cells[0].Lower:
			return math.Round(slices.Min(means) * c.scale)
		}
		return math.Round(slices.Max(means) * c.scale)
	})
	best := slices.Max(scores)
	if c.columns[0][0].Lower {
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
	var cells []reports.Cell
	for _, c := range held {
		c.winners(nil, total)
		cells = append(cells, slices.Concat(c.columns...)...)
	}
	counts = list.Map(total, func(x float64) []float64 { return []float64{x} })
	if len(cells) == 0 || slices.ContainsFunc(cells, func(c reports.Cell) bool { return !slices.Equal(c.Replicates, cells[0].Replicates) }) {
		return counts, nil
	}
	if replicates = cells[0].Replicates; len(replicates) < 2 {
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

// spreadOf are as many values as there are weights, with a mean and the spread of what was drawn at these weights.
func spreadOf(mean float64, drawn []float64, weights [][]float64) []float64 {
	n := len(weights[0])
	values, center := make([]float64, n), stat.Mean(drawn)
	for i := range values {
		for b, x := range drawn {
			values[i] += (x - center) * weights[b][i]
		}
		values[i] += 1e-9 * float64(i%2) // where the weights do not show what the draws do
	}
	rise := stat.Mean(values)
	want := stat.SD(drawn) * float64(n) / math.Sqrt(float64(n-1)) // √n standard errors, and √(n/(n-1)) that drawing with replacement loses
	scale := 0.0
	if sd := stat.SD(values); sd > 0 {
		scale = want / sd
	}
	for i := range values {
		values[i] = mean + (values[i]-rise)*scale
	}
	return values
}
