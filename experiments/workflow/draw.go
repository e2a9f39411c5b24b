package workflow

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// draw draws the records that are computed again and puts them into the order in which they are.
func (r *Recomputed) draw(from []Recorded, how Recomputation) []Again {
	type ticket struct {
		Again
		first bool // of its stratum
		turn  float64
	}
	rng := rand.New(rand.NewPCG(how.Seed, 0))
	var tickets []*ticket
	seen := map[string][]*store.Record{}
	for _, f := range from {
		asked := map[string]bool{}
		for _, u := range list.FlatMap(f.Plans, func(p *run.Plan) []*run.Unit { return p.Units }) {
			if asked[u.Key] {
				continue
			}
			rec, ok := f.From.Get(store.Ref{Experiment: u.Unit.Experiment, Key: u.Key})
			if !ok || rec.Status == reports.Failed {
				continue
			}
			asked[u.Key] = true
			if slices.ContainsFunc(seen[u.Key], func(old *store.Record) bool { return store.Difference(old, rec) == "" }) {
				continue // in the results folder, too
			}
			seen[u.Key] = append(seen[u.Key], rec)
			if other := store.OtherArithmetic(rec.Provenance, run.Here()); other != "" {
				r.Others[other]++
				continue
			}
			if u.Source().Missing() != nil {
				r.Lacking[u.Unit.Dataset]++
				continue
			}
			again := Again{Unit: u, Old: rec}
			tickets = append(tickets, &ticket{Again: again, turn: cost(again) * rng.ExpFloat64()})
		}
		for _, held := range f.Held {
			if rec, ok := f.From.Get(held); ok && !asked[held.Key] && rec.Status != reports.Failed {
				r.Unasked++
			}
		}
	}
	r.Records = len(tickets)
	byTurn := func(a, b *ticket) int { return cmp.Compare(a.turn, b.turn) }
	slices.SortStableFunc(tickets, byTurn)
	have := map[Stratum]bool{}
	for _, t := range tickets {
		t.first = !have[StratumOf(t.Unit, t.Old)]
		have[StratumOf(t.Unit, t.Old)] = true
	}
	r.Strata = len(have)
	slices.SortStableFunc(tickets, func(a, b *ticket) int {
		switch {
		case a.first && b.first:
			return cmp.Compare(cost(a.Again), cost(b.Again))
		case a.first:
			return -1
		case b.first:
			return 1
		}
		return byTurn(a, b)
	})
	if how.Share > 0 {
		tickets = tickets[:min(len(tickets), max(r.Strata, int(math.Ceil(how.Share*float64(len(tickets))))))]
	}
	workers := float64(max(1, how.Workers))
	within := func(seconds float64) (n int) { // so many tickets
		spent := 0.0
		for ; n < len(tickets) && spent+cost(tickets[n].Again) <= seconds; n++ {
			spent += cost(tickets[n].Again)
		}
		return n
	}
	if budget := how.For.Seconds() * workers; budget > 0 {
		slices.SortStableFunc(tickets[min(r.Strata, within(budget/2)):], byTurn)
		tickets = tickets[:within(budget)]
	}
	seconds := 0.0
	for _, t := range tickets {
		seconds += cost(t.Again)
	}
	r.Expected = lasting(seconds / workers)
	return list.Map(tickets, func(t *ticket) Again { return t.Again })
}

// cost is about how many seconds of one core a record took. Older committed records tell those of the iterations alone; what a run
// needs much memory for, as a graph of all samples, it also works on.
func cost(a Again) float64 {
	const overhead, perByte = 0.02, 2e-8
	if a.Old.CoreSeconds > 0 {
		return a.Old.CoreSeconds + overhead
	}
	return a.Old.Seconds + overhead + perByte*a.Unit.Memory()
}

func lasting(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }
