package workflow

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// Recomputation says how many records are computed again, and which.
type Recomputation struct {
	Share   float64       // of the records, from 0 to 1; at least one of each table, solver and program that ran it
	For     time.Duration // what the records took may be as much in all, and nothing is begun after it; 0 is no limit
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
	Records  int            // that could be drawn
	Lacking  map[string]int // records on data that is not there, by data set
	Others   map[string]int // records of another arithmetic, whose last bits may differ, by its name
	Unasked  int            // records that no experiment asks for: another version, other options or other data
	Expected time.Duration  // that what was drawn took when it was recorded, shared by the workers
	Drawn    []Again        // those that were computed
	Cut      int            // that were drawn and did not end in time
	Strata   int            // tables with each of their solvers and each program that ran it
	Reached  int            // of which a record was computed
}

// Cell is the address of a record's run.
func (a Again) Cell() string {
	u := a.Unit.Unit
	varied := list.JoinByName(u.Vary, "", func(name, value string) string { return "," + name + "=" + value })
	return fmt.Sprintf("%s:dataset=%s,rank=%d,method=%s%s,replicate=%d", u.Experiment, u.Dataset, u.Rank, u.Method, varied, u.Replicate)
}

func (a Again) String() string {
	text := fmt.Sprintf("%s, %.3gs of %.3gs: ", a.Cell(), a.New.Seconds, a.Old.Seconds)
	if a.Diff == "" {
		return text + "same bits"
	}
	return text + a.Diff + "; " + store.Machine(a.Old) + " and " + store.Machine(a.New)
}

// Differing are the records that another computation does not give, by address.
func (r Recomputed) Differing() []Again {
	all := list.Filter(r.Drawn, func(a Again) bool { return a.Diff != "" })
	slices.SortStableFunc(all, func(a, b Again) int { return cmp.Compare(a.Cell(), b.Cell()) })
	return all
}

func (r Recomputed) String() string {
	differing := len(r.Differing())
	text := fmt.Sprintf("%d of %s computed again, of %d of %d groups by table, solver and program: %d with the same bits, %d with others",
		len(r.Drawn), reports.Count(r.Records, "record"), r.Reached, r.Strata, len(r.Drawn)-differing, differing)
	for _, left := range r.Left() {
		text += "\n  " + left
	}
	return text
}

// Left says which records were not computed again, and why.
func (r Recomputed) Left() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(r.Lacking)) {
		all = append(all, fmt.Sprintf("%s on %s could not be drawn: its data is not there", reports.Count(r.Lacking[name], "record"), name))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Others)) {
		all = append(all, fmt.Sprintf("%s with the arithmetic of %s, whose last bits this machine does not give", reports.Count(r.Others[name], "record"), name))
	}
	if r.Unasked > 0 {
		all = append(all, fmt.Sprintf("%s that no experiment asks for: made with another version, other options or other data", reports.Count(r.Unasked, "record")))
	}
	if r.Cut > 0 {
		all = append(all, reports.Count(r.Cut, "drawn run")+" did not end in time")
	}
	return all
}

// Recorded are records and the plans that ask for them.
type Recorded struct {
	Plans []*run.Plan
	From  store.Reader
	Held  []store.Ref // keys of all that From holds of the plans' experiments; none if it is not known
}

// Recompute draws records of plans at random, computes them again and compares bit for bit. Each table, solver and program that ran it
// is drawn from first, the cheap ones first and for half of the time at most, if time is limited. After that a record is the likelier to
// be drawn the less time it took, but each that fits into the rest can be: over many seeds all of these are.
// The observer is told of the runs, which began says are about to start.
func Recompute(ctx context.Context, from []Recorded, how Recomputation, began func(Recomputed, int) run.Observer, tell func(Again)) (Recomputed, error) {
	all := Recomputed{Lacking: map[string]int{}, Others: map[string]int{}}
	deadline := time.Now().Add(how.For)
	drawn := all.draw(from, how)
	observer := began(all, len(drawn))
	reached := map[Stratum]bool{}
	var mu sync.Mutex
	var workers sync.WaitGroup
	room := run.NewRoom()
	queue := make(chan Again)
	one := func(a Again) {
		defer room.Take(a.Unit.Memory())()
		mu.Lock()
		observer.Started(a.Unit)
		mu.Unlock()
		var limit time.Duration
		if how.For > 0 {
			limit = max(time.Until(deadline), 0) + grace
		}
		rec, ok := a.Unit.Compute(ctx, limit)
		lacks := a.Unit.Lacks()
		mu.Lock()
		defer mu.Unlock()
		switch {
		case !ok:
		case lacks != nil:
			all.Records, all.Lacking[a.Unit.Unit.Dataset] = all.Records-1, all.Lacking[a.Unit.Unit.Dataset]+1
		case rec.Status == reports.Failed && how.For > 0 && time.Now().After(deadline.Add(grace)):
			all.Cut++
			shown := *rec
			shown.Status = reports.Skipped
			rec = &shown
		default:
			a.New, a.Diff = rec, store.Difference(a.Old, rec)
			all.Drawn = append(all.Drawn, a)
			reached[StratumOf(a.Unit, a.Old)] = true
			tell(a)
		}
		observer.Finished(a.Unit, rec)
	}
	for range max(1, how.Workers) {
		workers.Go(func() {
			for a := range queue {
				one(a)
			}
		})
	}
	for _, a := range drawn {
		if how.For > 0 && time.Now().After(deadline) {
			mu.Lock()
			all.Cut++
			mu.Unlock()
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

// grace is how long a run may go on after the time is over: what it is said to take is a claim of its record.
const grace = 5 * time.Second

// Stratum is a table, a solver and the program that ran it.
type Stratum struct{ Experiment, Solver, Program string }

// StratumOf is that of a record.
func StratumOf(u *run.Unit, rec *store.Record) Stratum {
	return Stratum{u.Unit.Experiment, u.Unit.Solver, rec.Provenance.Program}
}

// Wrong are the strata of which a record has other bits.
func (r Recomputed) Wrong() map[Stratum]bool {
	wrong := map[Stratum]bool{}
	for _, a := range r.Differing() {
		wrong[StratumOf(a.Unit, a.Old)] = true
	}
	return wrong
}
