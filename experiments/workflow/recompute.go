package workflow

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// Recomputation says how many records are computed again, and which.
type Recomputation struct {
	Share   float64       // of the records, from 0 to 1; at least one of each table, solver and program that ran it
	For     time.Duration // what would take longer is not begun; 0 is no limit
	Seed    uint64
	Workers int
}

// Again is a record and what computing it again gave.
type Again struct {
	Unit *run.Unit
	Old  *store.Record
	New  *store.Record // nil if it was not computed
	Diff string        // the first difference, "" for equal bits
}

// Recomputed is what came of a recomputation.
type Recomputed struct {
	Records int            // that could be drawn
	Lacking map[string]int // records on data that is not there, by data set
	Drawn   []Again        // those that were computed
	Strata  int            // tables with each of their solvers and each program that ran it
	Reached int            // of which a record was computed
}

func (a Again) String() string {
	u := a.Unit.Unit
	text := fmt.Sprintf("%s dataset=%s,rank=%d,method=%s", u.Experiment, u.Dataset, u.Rank, strings.TrimSpace(u.Method+" "+a.Unit.Place().Variant))
	text += fmt.Sprintf(" replicate %d, %.3gs of %.3gs: ", u.Replicate, a.New.Seconds, a.Old.Seconds)
	if a.Diff == "" {
		return text + "same bits"
	}
	return text + a.Diff + "; " + store.Machine(a.Old) + " and " + store.Machine(a.New)
}

// Differing counts the records that another computation does not give.
func (r Recomputed) Differing() (n int) {
	for _, a := range r.Drawn {
		if a.Diff != "" {
			n++
		}
	}
	return n
}

func (r Recomputed) String() string {
	text := fmt.Sprintf("%d of %s computed again, of %d of %d groups by table, solver and program: %d with the same bits, %d with others",
		len(r.Drawn), reports.Count(r.Records, "record"), r.Reached, r.Strata, len(r.Drawn)-r.Differing(), r.Differing())
	for _, name := range slices.Sorted(maps.Keys(r.Lacking)) {
		text += fmt.Sprintf("\n  %s on %s could not be drawn: its data is not there", reports.Count(r.Lacking[name], "record"), name)
	}
	return text
}

// Recompute draws records of plans at random, computes them again and compares bit for bit. Each table, solver and program that ran it
// is drawn from first. After that a record is the likelier to be drawn the less time it took, but each can be: over many seeds all are.
func Recompute(ctx context.Context, plans []*run.Plan, from store.Reader, how Recomputation, tell func(Again)) (Recomputed, error) {
	all := Recomputed{Lacking: map[string]int{}}
	drawn, strata := all.draw(plans, from, how)
	wanted := len(drawn)
	if how.Share > 0 {
		wanted = min(wanted, max(strata, int(math.Ceil(how.Share*float64(len(drawn))))))
	}
	all.Strata = strata
	began := time.Now()
	reached := map[Stratum]bool{}
	var mu sync.Mutex
	var workers sync.WaitGroup
	queue := make(chan Again)
	for range max(1, how.Workers) {
		workers.Go(func() {
			for a := range queue {
				rec, ok := a.Unit.Compute(ctx, 0)
				if !ok {
					continue
				}
				a.New, a.Diff = rec, store.Difference(a.Old, rec)
				mu.Lock()
				all.Drawn = append(all.Drawn, a)
				reached[StratumOf(a.Unit, a.Old)] = true
				tell(a)
				mu.Unlock()
			}
		})
	}
	for _, a := range drawn[:wanted] {
		if how.For > 0 && time.Since(began).Seconds()+a.Old.Seconds > how.For.Seconds() {
			continue
		}
		select {
		case queue <- a:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
	}
	close(queue)
	workers.Wait()
	all.Reached = len(reached)
	if ctx.Err() != nil {
		return all, Errorf(Interrupted, "interrupted after %s", reports.Count(len(all.Drawn), "run"))
	}
	return all, nil
}

// Stratum is a table, a solver and the program that ran it.
type Stratum struct{ Experiment, Solver, Program string }

// StratumOf is that of a record.
func StratumOf(u *run.Unit, rec *store.Record) Stratum {
	return Stratum{u.Unit.Experiment, u.Unit.Solver, rec.Provenance.Program}
}

// Wrong are the strata of which a record has other bits.
func (r Recomputed) Wrong() map[Stratum]bool {
	wrong := map[Stratum]bool{}
	for _, a := range r.Drawn {
		if a.Diff != "" {
			wrong[StratumOf(a.Unit, a.Old)] = true
		}
	}
	return wrong
}

// draw puts the records into the order in which they are computed.
func (r *Recomputed) draw(plans []*run.Plan, from store.Reader, how Recomputation) (drawn []Again, strata int) {
	type ticket struct {
		Again
		first bool // of its stratum
		turn  float64
	}
	rng := rand.New(rand.NewPCG(how.Seed, 0))
	var tickets []*ticket
	seen := map[string]bool{}
	lacking := map[*run.Source]bool{}
	for _, plan := range plans {
		for _, s := range plan.Sources {
			if _, err := s.Load(); plan.Uses(s.Key) && err != nil {
				lacking[s] = true
			}
		}
		for _, u := range plan.Units {
			if seen[u.Key] {
				continue
			}
			rec, ok := from.Get(store.Ref{Experiment: u.Unit.Experiment, Key: u.Key})
			if !ok || rec.Status == reports.Failed {
				continue
			}
			seen[u.Key] = true
			if lacking[u.Source()] {
				r.Lacking[u.Unit.Dataset]++
				continue
			}
			const overhead = 0.02 // seconds
			turn := (rec.Seconds + overhead) * rng.ExpFloat64()
			tickets = append(tickets, &ticket{Again: Again{Unit: u, Old: rec}, turn: turn})
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
	slices.SortStableFunc(tickets, func(a, b *ticket) int {
		switch {
		case a.first && b.first:
			return cmp.Compare(a.Old.Seconds, b.Old.Seconds)
		case a.first:
			return -1
		case b.first:
			return 1
		}
		return byTurn(a, b)
	})
	for _, t := range tickets {
		drawn = append(drawn, t.Again)
	}
	return drawn, len(have)
}
