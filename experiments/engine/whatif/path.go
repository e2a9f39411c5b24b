package whatif

import (
	"fmt"
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// Walk is an experiment of a paper whose runs were scored along their path, beside a table whose runs end at one place of it.
type Walk struct {
	Address, Base string
	Paths         []result.Path // by the metrics of the table; none if it was not run
	Stops         map[Leg]int   // where the runs of the table end at the latest; none of a method without iterations
}

// Leg is a method on a data set.
type Leg struct{ Method, Dataset string }

// walk follows the lead along the path.
func (l *lead) walk(w Walk) {
	var all [][2]result.Path
	for _, r := range l.of.Rows {
		own, there := w.pathOf(r[0])
		rival, too := w.pathOf(r[1])
		if !there || !too {
			return
		}
		all = append(all, [2]result.Path{own, rival})
	}
	l.PathOf = w.Address
	for i, s := range all[0][0].Steps {
		var terms []contrast.Term
		for _, g := range all {
			a, b := contrast.Paired(at(g[0], s.Iteration), at(g[1], s.Iteration))
			terms = append(terms, scaled(judge.Ahead(w.Base, [2]result.Cell{a, b}, l.Unit), 1/float64(len(all)))...)
		}
		e, n, _ := estimate(terms)
		in := e.Interval(stat.Confidence)
		l.Path = append(l.Path, result.LeadStep{Iteration: s.Iteration, Lead: result.Known(e.Value), Low: result.Known(in.Low),
			High: result.Known(in.High), N: n, Residual: result.Known(stat.Mean(all[0][0].Steps[i].Residuals))})
	}
	own, rival := l.of.Rows[0][0].At, l.of.Rows[0][1].At
	l.Stop = max(w.Stops[Leg{own.Method, own.Dataset}], w.Stops[Leg{rival.Method, rival.Dataset}])
}

// Ends returns the change in which each method runs to the end of its path, where it is nearest to its minimum, beside the path at the
// stop of the table; nil where no path goes on.
func (w Walk) Ends(t result.Table, command string) *Change {
	b := &Change{Factor: reported.FactorStop, Shared: true, Command: command, Way: result.MoreIterations, Before: t, Table: t, NotRun: len(w.Paths) == 0}
	b.Choice.Key, b.Alt.Value, b.Approach.Value = w.Address, "each method at the end of its path", math.NaN()
	end, walked := 0, func(steps func(p result.Path, stop int) (result.Cell, bool)) (panels []result.Panel) {
		for _, p := range t.Panels {
			q := p
			q.Rows = nil
			for _, r := range p.Rows {
				row := r
				row.Cells = nil
				for _, c := range r.Cells {
					path, there := w.pathOf(c)
					stop := w.Stops[Leg{c.At.Method, c.At.Dataset}]
					there = there && stop > 0 && path.Steps[len(path.Steps)-1].Iteration > stop
					if there {
						var cell result.Cell
						if cell, there = steps(path, stop); there {
							cell.At.Panel, cell.At.Row, cell.At.Column, cell.At.Measure = c.At.Panel, c.At.Row, c.At.Column, c.At.Measure
							row.Cells = append(row.Cells, cell)
						}
					}
				}
				q.Rows = append(q.Rows, row)
			}
			panels = append(panels, q)
		}
		return panels
	}
	b.Before.Panels = walked(func(p result.Path, stop int) (result.Cell, bool) {
		s, there := list.First(p.Steps, func(s result.Step) bool { return s.Iteration == stop })
		return s.Cell, there
	})
	b.Table.Panels = walked(func(p result.Path, stop int) (result.Cell, bool) {
		end = max(end, p.Steps[len(p.Steps)-1].Iteration)
		return p.Steps[len(p.Steps)-1].Cell, slices.ContainsFunc(p.Steps, func(s result.Step) bool { return s.Iteration == stop })
	})
	switch {
	case b.NotRun:
		b.Before = result.Table{}
		b.Table = t
	case end == 0:
		return nil
	default:
		b.Alt.Value = fmt.Sprintf("each method after %d iterations, the end of the path", end)
	}
	return b
}

// pathOf returns the path of a cell's method on its data by its metric.
func (w Walk) pathOf(c result.Cell) (result.Path, bool) {
	found := list.Filter(w.Paths, func(p result.Path) bool {
		return p.At.Dataset == c.At.Dataset && p.At.Method == c.At.Method && p.At.Metric == c.At.Metric && p.At.Rank == c.At.Rank
	})
	if len(found) != 1 || len(found[0].Steps) == 0 || slices.ContainsFunc(found[0].Steps, func(s result.Step) bool {
		return len(s.Cell.Runs.Values) < 2
	}) {
		return result.Path{}, false
	}
	return found[0], true
}

// at returns the cell of a path after so many iterations, or at its end.
func at(p result.Path, iteration int) result.Cell {
	i := slices.IndexFunc(p.Steps, func(s result.Step) bool { return s.Iteration >= iteration })
	if i < 0 {
		i = len(p.Steps) - 1
	}
	return p.Steps[i].Cell
}
