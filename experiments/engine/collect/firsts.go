package collect

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

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
		At:     result.Address{Method: c.column.Method, Metric: first.Metric, First: first.Label},
		Runs:   result.Sample{Want: g.Replicates},
		State:  result.State{Status: result.OK},
		Metric: result.Metric{Counts: true},
	}
	g.locate(&cell, layout, c, first.Label, false)
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
