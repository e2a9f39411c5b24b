package judge

import (
	"fmt"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/result"
)

// Walk is an experiment of a paper whose runs were scored along their path, beside a table whose runs end at one place of it.
type Walk struct {
	Address, Base, Command string
	Paths                  []result.Path                    // by the metrics of the table; none if it was not run
	Stop                   func(method, dataset string) int // where the runs of the table end at the latest, 0 of a method without iterations
}

// legs are the paths of a row: the own method's and the rival's.
type legs [2]result.Path

// walk follows the lead along the path, and adds what becomes of it at the end: there each method is as near to its minimum as it was run.
func (l *lead) walk(w Walk) {
	var all []legs
	for _, r := range l.rows {
		own, there := w.pathOf(r.own.cell)
		rival, too := w.pathOf(r.rival.cell)
		if !there || !too {
			if c := untold(reported.FactorStop, w.Address, "each method at the end of its path", w.Command); len(w.Paths) == 0 {
				l.try(c, nil)
			}
			return
		}
		all = append(all, legs{own, rival})
	}
	l.PathOf = w.Address
	for _, s := range all[0][0].Steps {
		c := contrast.Contrast{Terms: l.legTerms(w, all, func(string, string) int { return s.Iteration })}
		contrast.Estimate(&c)
		in := c.Ours.Interval(stat.Confidence)
		l.Path = append(l.Path, result.LeadStep{
			Iteration: s.Iteration, Lead: result.Known(c.Ours.Value), Low: result.Known(in.Low), High: result.Known(in.High), N: c.N,
			Residual: result.Known(stat.Mean(s.Residuals)),
		})
	}
	own, rival := l.rows[0].own.cell.At, l.rows[0].rival.cell.At
	stops := []int{w.Stop(own.Method, own.Dataset), w.Stop(rival.Method, rival.Dataset)}
	l.Stop = slices.Max(stops)
	end := all[0][0].Steps[len(all[0][0].Steps)-1].Iteration
	if l.Stop >= end || !all[0].scored(stops) {
		return
	}
	x := &tried{before: l.legTerms(w, all, w.Stop)}
	x.left = l.legTerms(w, all, func(string, string) int { return end })
	x.takes = append(scaled(x.before, 1), scaled(x.left, -1)...)
	l.try(untold(reported.FactorStop, w.Address, fmt.Sprintf("each method after %d iterations, the end of the path", end), w.Command), x)
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

// scored tells whether the runs were scored where those of the table stop.
func (g legs) scored(stops []int) bool {
	return !slices.ContainsFunc([]int{0, 1}, func(i int) bool {
		return !slices.ContainsFunc(g[i].Steps, func(s result.Step) bool { return s.Iteration == stops[i] })
	})
}

// at returns the cell of a path after so many iterations, or at its end.
func at(p result.Path, iteration int) result.Cell {
	i := slices.IndexFunc(p.Steps, func(s result.Step) bool { return s.Iteration >= iteration })
	if i < 0 {
		i = len(p.Steps) - 1
	}
	return p.Steps[i].Cell
}

// legTerms returns the lead after so many iterations of each method, as terms.
func (l *lead) legTerms(w Walk, all []legs, iterations func(method, dataset string) int) (terms []contrast.Term) {
	for _, g := range all {
		own, rival := at(g[0], iterations(g[0].At.Method, g[0].At.Dataset)), at(g[1], iterations(g[1].At.Method, g[1].At.Dataset))
		own, rival = paired(own, rival)
		terms = append(terms, scaled(l.terms(w.Base, [2]result.Cell{own, rival}), 1/float64(len(all)))...)
	}
	return terms
}
