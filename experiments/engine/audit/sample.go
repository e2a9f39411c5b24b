package audit

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// Stratum is a table, a solver and the program that ran it: a group of records that is drawn from. It spans many addresses, and no
// address says which program ran.
type Stratum struct{ Experiment, Solver, Program string }

// StratumOf returns the stratum of a record.
func StratumOf(r *run.Run, rec *store.Record) Stratum {
	return Stratum{r.ID.Experiment, r.ID.Solver, rec.Provenance.Program}
}

// Wrong returns the strata of which a record has other bits.
func (r Recomputed) Wrong() map[Stratum]bool {
	wrong := map[Stratum]bool{}
	for _, a := range r.Differing() {
		wrong[StratumOf(a.Run, a.Old)] = true
	}
	return wrong
}

// ticket is a record that may be drawn, with its turn.
type ticket struct {
	Again
	turn float64
}

// draw draws the records that are computed again and puts them into the order in which they are.
func (r *Recomputed) draw(from []Recorded, how Recomputation) []Again {
	tickets := r.tickets(from, rand.New(rand.NewPCG(how.Seed, 0)))
	r.Records = len(tickets)
	byTurn := func(a, b *ticket) int { return cmp.Compare(a.turn, b.turn) }
	slices.SortStableFunc(tickets, byTurn)
	failed, firsts, others, strata := parted(tickets)
	r.Strata = strata
	tickets = slices.Concat(failed, firsts, others)
	first := len(failed) + len(firsts)
	if how.Share > 0 {
		tickets = tickets[:min(len(tickets), max(first, int(math.Ceil(how.Share*float64(len(tickets))))))]
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
		slices.SortStableFunc(tickets[min(first, len(tickets), max(len(failed), within(budget/2))):], byTurn)
		tickets = tickets[:within(budget)]
	}
	seconds := 0.0
	for _, t := range tickets {
		seconds += cost(t.Again)
	}
	r.Expected = time.Duration(seconds / workers * float64(time.Second))
	return list.Map(tickets, func(t *ticket) Again { return t.Again })
}

// tickets gives each record that can be computed again one, and counts the others.
func (r *Recomputed) tickets(from []Recorded, rng *rand.Rand) (tickets []*ticket) {
	seen := map[string][]*store.Record{}
	for _, f := range from {
		asked := map[string]bool{}
		for _, planned := range list.FlatMap(f.Plans, func(p *run.Plan) []*run.Run { return p.Runs }) {
			if asked[planned.Key] {
				continue
			}
			rec, ok := f.From.Get(store.Ref{Experiment: planned.ID.Experiment, Key: planned.Key})
			if !ok {
				continue
			}
			asked[planned.Key] = true
			if slices.ContainsFunc(seen[planned.Key], func(old *store.Record) bool { return store.Difference(old, rec) == "" }) {
				continue // in the results folder, too
			}
			seen[planned.Key] = append(seen[planned.Key], rec)
			if again, can := r.candidate(planned, rec); can {
				tickets = append(tickets, &ticket{Again: again, turn: cost(again) * rng.ExpFloat64()})
			}
		}
		for _, held := range f.Held {
			if _, ok := f.From.Get(held); ok && !asked[held.Key] {
				r.Unasked++
			}
		}
	}
	return tickets
}

// candidate tells whether a record can be computed again here; one that cannot is counted.
func (r *Recomputed) candidate(planned *run.Run, rec *store.Record) (again Again, can bool) {
	if other := store.OtherArithmetic(rec.Provenance, run.Here()); other != "" {
		r.Others[other]++
		return again, false
	}
	if planned.Source().Missing() != nil {
		r.Lacking[planned.ID.Dataset]++
		return again, false
	}
	again = Again{Run: planned, Old: rec, Diff: planned.Contradicts(rec)}
	if again.Diff != "" {
		r.Contrary = append(r.Contrary, again)
		return again, false
	}
	return again, true
}

// parted parts tickets, which are in order, into those of failed runs, the first of each stratum, the cheapest before the others, and the
// rest. It counts the strata.
func parted(tickets []*ticket) (failed, firsts, others []*ticket, strata int) {
	have := map[Stratum]bool{}
	for _, t := range tickets {
		s := StratumOf(t.Run, t.Old)
		if t.Old.Status == result.Failed { // whether it fails here, too, is asked of each
			failed = append(failed, t)
		} else if have[s] {
			others = append(others, t)
		} else {
			have[s], firsts = true, append(firsts, t)
		}
	}
	slices.SortStableFunc(firsts, func(a, b *ticket) int { return cmp.Compare(cost(a.Again), cost(b.Again)) })
	for _, t := range failed {
		have[StratumOf(t.Run, t.Old)] = true
	}
	return failed, firsts, others, len(have)
}

// cost estimates how many seconds of one core a record took. Older committed records tell those of the iterations alone; what a run
// needs much memory for, as a graph of all samples, it also works on.
func cost(a Again) float64 {
	const overhead, perByte = 0.02, 2e-8
	if a.Old.CoreSeconds > 0 {
		return a.Old.CoreSeconds + overhead
	}
	return a.Old.Seconds + overhead + perByte*a.Run.Memory()
}
