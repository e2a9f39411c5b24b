package audit

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
)

// Recomputation says how many records are computed again, and which.
type Recomputation struct {
	Share   float64       // of the records, from 0 to 1; at least one of each table, solver and program that ran it
	For     time.Duration // what the records took may be as much in all, and nothing is begun after it; 0 is no limit
	Seed    uint64
	Workers int
}

// Again pairs a record with the record of the same run computed again.
type Again struct {
	Run  *run.Run
	Old  *store.Record
	New  *store.Record // nil if it was not computed
	Diff string        // the first difference, "" for equal bits
}

// Recomputed is the result of a recomputation.
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
	Contrary []Again        // records that say something else than the runs of their keys; these are not computed
}

// Cell returns the address of a record's run.
func (a Again) Cell() string {
	return run.Address(a.Run.ID).String()
}

func (a Again) String() string {
	if a.New == nil {
		return a.Cell() + ": " + a.Diff + "; " + store.Machine(a.Old)
	}
	text := fmt.Sprintf("%s, %.3gs of %.3gs: ", a.Cell(), a.New.Seconds, a.Old.Seconds)
	if a.Diff == "" {
		return text + "same bits"
	}
	return text + a.Diff + "; " + store.Machine(a.Old) + " and " + store.Machine(a.New)
}

// Same counts the records whose second computation has the same bits.
func (r Recomputed) Same() int {
	return len(list.Filter(r.Drawn, func(a Again) bool { return a.Diff == "" }))
}

// Differing returns, by address, the records whose second computation has other bits and the records that contradict their runs.
func (r Recomputed) Differing() []Again {
	all := append(list.Filter(r.Drawn, func(a Again) bool { return a.Diff != "" }), r.Contrary...)
	slices.SortStableFunc(all, func(a, b Again) int { return cmp.Compare(a.Cell(), b.Cell()) })
	return all
}

func (r Recomputed) String() string {
	text := fmt.Sprintf("%d of %s computed again, of %d of %d groups by table, solver and program: %d with the same bits, %d with others",
		len(r.Drawn), result.Count(r.Records, "record"), r.Reached, r.Strata, r.Same(), len(r.Drawn)-r.Same())
	for _, a := range r.Contrary {
		text += "\n  " + a.String()
	}
	for _, left := range r.Left() {
		text += "\n  " + left
	}
	return text
}

// Left lists the records that were not computed again, with the reasons.
func (r Recomputed) Left() (all []string) {
	for _, name := range slices.Sorted(maps.Keys(r.Lacking)) {
		all = append(all, fmt.Sprintf("%s on %s could not be drawn: its data is not there", result.Count(r.Lacking[name], "record"), name))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Others)) {
		all = append(all, fmt.Sprintf("%s with the arithmetic of %s, whose last bits this machine does not give",
			result.Count(r.Others[name], "record"), name))
	}
	if r.Unasked > 0 {
		all = append(all, fmt.Sprintf("%s that no experiment asks for: made with another version, other options or other data",
			result.Count(r.Unasked, "record")))
	}
	if r.Cut > 0 {
		all = append(all, result.Count(r.Cut, "drawn run")+" did not end in time")
	}
	return all
}

// Recompute draws records of plans at random, computes them again and compares bit for bit. Each table, solver and program that ran it is
// drawn from first, the cheap ones first and, with a limit, for at most half of the time. From the rest a record is the likelier to be
// drawn the less time it took; every record that fits into the rest can be drawn. began is told the runs before they start, and returns
// their observer.
func Recompute(ctx context.Context, from []Recorded, how Recomputation, began func(Recomputed, []*run.Run) run.Observer,
	tell func(Again)) (Recomputed, error) {
	r := recomputing{how: how, deadline: time.Now().Add(how.For), reached: map[Stratum]bool{}, room: run.NewRoom(), tell: tell}
	r.all = Recomputed{Lacking: map[string]int{}, Others: map[string]int{}}
	drawn := r.all.draw(from, how)
	r.observer = began(r.all, list.Map(drawn, func(a Again) *run.Run { return a.Run }))
	var workers sync.WaitGroup
	queue := make(chan Again)
	for range max(1, how.Workers) {
		workers.Go(func() {
			for a := range queue {
				r.one(ctx, a)
			}
		})
	}
	for _, a := range drawn {
		if how.For > 0 && time.Now().After(r.deadline) {
			r.mu.Lock()
			r.all.Cut++
			r.mu.Unlock()
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
	r.all.Reached = len(r.reached)
	if ctx.Err() != nil {
		return r.all, workflow.Errorf(workflow.Interrupted, "interrupted after %s", result.Count(len(r.all.Drawn), "run"))
	}
	return r.all, nil
}

// recomputing is a recomputation that is under way.
type recomputing struct {
	how      Recomputation
	deadline time.Time
	room     *run.Room
	observer run.Observer
	tell     func(Again)

	mu      sync.Mutex // of what follows, and of the observer
	all     Recomputed
	reached map[Stratum]bool
}

// one computes a record again and compares.
func (r *recomputing) one(ctx context.Context, a Again) {
	defer r.room.Take(a.Run.Memory())()
	r.mu.Lock()
	r.observer.Started(a.Run)
	r.mu.Unlock()
	var limit time.Duration
	if r.how.For > 0 {
		limit = max(time.Until(r.deadline), 0) + grace
	}
	rec, ok := a.Run.Compute(ctx, limit)
	lacks := a.Run.Lacks()
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case !ok:
	case lacks != nil:
		r.all.Records--
		r.all.Lacking[a.Run.ID.Dataset]++
	case rec.Status == result.Failed && r.how.For > 0 && time.Now().After(r.deadline.Add(grace)):
		r.all.Cut++
		shown := *rec
		shown.Status = result.Skipped
		rec = &shown
	default:
		a.New, a.Diff = rec, cmp.Or(store.Difference(a.Old, rec), otherOrigin(a.Old.Provenance, rec.Provenance))
		r.all.Drawn = append(r.all.Drawn, a)
		r.reached[StratumOf(a.Run, a.Old)] = true
		r.tell(a)
	}
	r.observer.Finished(a.Run, rec)
}

// otherOrigin says in what data and versions two records of a run differ, "" if in none.
func otherOrigin(old, fresh store.Provenance) string {
	switch {
	case old.DataSHA256 != fresh.DataSHA256:
		return fmt.Sprintf("data with the SHA-256 %.12s…, not %.12s…", old.DataSHA256, fresh.DataSHA256)
	case old.SolverVersion != fresh.SolverVersion:
		return fmt.Sprintf("version %d of the solver, not %d", old.SolverVersion, fresh.SolverVersion)
	case old.MetricVersion != nil && !maps.Equal(old.MetricVersion, fresh.MetricVersion):
		return fmt.Sprintf("versions of metrics %v, not %v", old.MetricVersion, fresh.MetricVersion)
	}
	return ""
}

// grace is how long a run may go on after the time is over: what it is said to take is a claim of its record.
const grace = 5 * time.Second
