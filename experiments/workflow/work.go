package workflow

import (
	"context"
	"slices"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// Work is what a plan has done and what it has to do.
type Work struct {
	Units, Done, Left int
	Seconds, Longest  float64 // of the units that are left, on one core
	Alone             bool    // seconds are reported: nothing else may run beside a unit
	Failed            []store.Head
}

// Work looks at the store without reading numbers.
func (p *Pass) Work(st *store.Store, costs map[string]float64) (w Work) {
	w.Alone = slices.ContainsFunc(p.Plans, func(plan *run.Plan) bool { return plan.Spec.Alone })
	units := p.Units()
	heads := headsOf(st, units)
	for _, u := range units {
		w.Units++
		h, there := store.HeadOf(heads[u.Key], u)
		if there && h.Status != reports.Failed {
			w.Done++
			continue
		}
		if there {
			w.Failed = append(w.Failed, h)
		}
		w.Left++
		seconds := costs[run.TimingKey(u)]
		w.Seconds += seconds
		w.Longest = max(w.Longest, seconds)
	}
	return w
}

// Estimated estimates the costs of all units, and has later shards deal by them.
func (p *Pass) Estimated(ctx context.Context, st *store.Store) (map[string]float64, error) {
	budget := run.TrialBudget
	return p.costs(ctx, st, true, &budget)
}

// Memory is what a process needs that has so many workers, in bytes, and why data that is needed cannot be read.
func (p *Pass) Memory(workers int) (bytes int64, lacks error) {
	_, lacks = p.ready(p.Units())
	return run.Memory(p.Plans, workers), lacks
}
