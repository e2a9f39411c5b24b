package collect

import (
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// Paths returns the cells of a metric along the path of the runs, of every method on every data set at every rank, in the order of the
// experiment; of a tuned method at the chosen options. An experiment without a path has no such cells.
func (g *Results) Paths(metric string) (all []result.Path) {
	if len(g.Spec.Path.At) == 0 {
		return nil
	}
	for _, d := range g.Spec.Datasets {
		for i, rank := range d.Ranks {
			for _, m := range g.Spec.Methods {
				if !m.RunsOn(d.Key) || m.Flat && i > 0 {
					continue
				}
				for _, v := range m.Variants() {
					if g.want[run.KeyOf(d, rank, v)] > 0 {
						all = append(all, g.path(d, rank, v, metric))
					}
				}
			}
		}
	}
	return all
}

func (g *Results) path(d spec.Dataset, rank int, v spec.Variant, metric string) result.Path {
	p := result.Path{At: result.Address{Experiment: g.Spec.Address, Dataset: d.Key, Rank: rank, Method: v.Key, Variant: v.Name(),
		Metric: metric}}
	records := g.records[run.KeyOf(d, rank, v)]
	for _, at := range g.stops(d, v) {
		s := result.Step{Iteration: at, Cell: g.cellOf(d, rank, panelColumn{variant: v, metric: metric},
			func(rec *store.Record) (map[string]float64, map[string]string) {
				c, _ := reached(rec, at)
				return c.Metrics, c.Unavailable
			})}
		s.Cell.At = p.At
		s.Cell.At.Iteration = at
		s.Cell.Address = s.Cell.At.String()
		s.Cell.Runs.Draw, s.Cell.Runs.Drawn = g.drawOf(d, rank)
		for _, rep := range s.Cell.Runs.Replicates {
			rec, _ := list.First(records, func(rec *store.Record) bool { return rec.Run.Replicate == rep })
			c, ended := reached(rec, at)
			s.Objectives = append(s.Objectives, c.Objective)
			s.Residuals, s.Changes, s.Ended = append(s.Residuals, orNaN(c.Residual)), append(s.Changes, orNaN(c.Change)), append(s.Ended, ended)
		}
		p.Steps = append(p.Steps, s)
	}
	return p
}

// stops returns the iterations at which the runs of a method are scored.
func (g *Results) stops(d spec.Dataset, v spec.Variant) []int {
	r, _ := list.First(g.Runs, func(r *run.Run) bool { return r.ID.Dataset == d.Key && r.ID.Method == v.Key })
	return r.ID.Path
}

// reached returns what a run had reached after so many iterations: the end from where it ended on. A run of which nothing is known there
// has no scores.
func reached(rec *store.Record, iteration int) (c store.Checkpoint, ended bool) {
	ended = rec.Iterations <= iteration
	i := slices.IndexFunc(rec.Path, func(c store.Checkpoint) bool { return c.Iteration == min(iteration, rec.Iterations) })
	if i >= 0 {
		return rec.Path[i], ended
	}
	c = store.Checkpoint{Iteration: iteration, Objective: math.NaN()}
	if ended { // before its first iteration
		c.Metrics, c.Unavailable = rec.Metrics, rec.Unavailable
	}
	return c, ended
}
