package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
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
	Run  *run.Run
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

// Same says how many records another computation gives.
func (r Recomputed) Same() int {
	return len(list.Filter(r.Drawn, func(a Again) bool { return a.Diff == "" }))
}

// Differing returns the records that another computation does not give, and those that contradict their runs, by address.
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

// Left says which records were not computed again, and why.
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
func Recompute(ctx context.Context, from []Recorded, how Recomputation, began func(Recomputed, int) run.Observer,
	tell func(Again)) (Recomputed, error) {
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
		defer room.Take(a.Run.Memory())()
		mu.Lock()
		observer.Started(a.Run)
		mu.Unlock()
		var limit time.Duration
		if how.For > 0 {
			limit = max(time.Until(deadline), 0) + grace
		}
		rec, ok := a.Run.Compute(ctx, limit)
		lacks := a.Run.Lacks()
		mu.Lock()
		defer mu.Unlock()
		switch {
		case !ok:
		case lacks != nil:
			all.Records, all.Lacking[a.Run.ID.Dataset] = all.Records-1, all.Lacking[a.Run.ID.Dataset]+1
		case rec.Status == result.Failed && how.For > 0 && time.Now().After(deadline.Add(grace)):
			all.Cut++
			shown := *rec
			shown.Status = result.Skipped
			rec = &shown
		default:
			a.New, a.Diff = rec, cmp.Or(store.Difference(a.Old, rec), otherOrigin(a.Old.Provenance, rec.Provenance))
			all.Drawn = append(all.Drawn, a)
			reached[StratumOf(a.Run, a.Old)] = true
			tell(a)
		}
		observer.Finished(a.Run, rec)
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
		return all, workflow.Errorf(workflow.Interrupted, "interrupted after %s", result.Count(len(all.Drawn), "run"))
	}
	return all, nil
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

// Stratum is a table, a solver and the program that ran it.
type Stratum struct{ Experiment, Solver, Program string }

// StratumOf returns that of a record.
func StratumOf(u *run.Run, rec *store.Record) Stratum {
	return Stratum{u.ID.Experiment, u.ID.Solver, rec.Provenance.Program}
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
		for _, u := range list.FlatMap(f.Plans, func(p *run.Plan) []*run.Run { return p.Runs }) {
			if asked[u.Key] {
				continue
			}
			rec, ok := f.From.Get(store.Ref{Experiment: u.ID.Experiment, Key: u.Key})
			if !ok {
				continue
			}
			asked[u.Key] = true
			if slices.ContainsFunc(seen[u.Key], func(old *store.Record) bool { return store.Difference(old, rec) == "" }) {
				continue // in the results folder, too
			}
			seen[u.Key] = append(seen[u.Key], rec)
			if again, can := r.candidate(u, rec); can {
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
func (r *Recomputed) candidate(u *run.Run, rec *store.Record) (again Again, can bool) {
	if other := store.OtherArithmetic(rec.Provenance, run.Here()); other != "" {
		r.Others[other]++
		return again, false
	}
	if u.Source().Missing() != nil {
		r.Lacking[u.ID.Dataset]++
		return again, false
	}
	again = Again{Run: u, Old: rec, Diff: u.Contradicts(rec)}
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

// RecordsOf returns the records of the experiments that addresses name, of all experiments without any: those on a shelf, and those of a
// results folder, nil for none. data is the folder of the data sets. seed is that of the runs on the shelf, nil for the experiments'.
func RecordsOf(lib *spec.Library, addresses []string, shelf *store.Shelf, st *store.Store, data string, seed *uint64) ([]Recorded, error) {
	if len(addresses) == 0 {
		addresses = list.AppendUnique(nil, list.Map(lib.Specs, (*spec.Experiment).Paper)...)
	}
	var all []Recorded
	var errs []error
	for _, text := range addresses {
		a, err := lib.ParseAddress(text)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		committed, err := shelf.Committed(a.Paper)
		if err != nil {
			return nil, workflow.With(workflow.Data, err)
		}
		inArchive, err := committedOf(lib, a, committed, data, seed)
		errs = append(errs, err)
		if all = append(all, inArchive); st != nil {
			inFolder, err := storedOf(lib, a, st, data)
			errs, all = append(errs, err), append(all, inFolder)
		}
	}
	run.Share(list.FlatMap(all, func(r Recorded) []*run.Plan { return r.Plans }))
	return all, workflow.With(workflow.Usage, errors.Join(errs...))
}

// committedOf returns the records of an archive that an address names.
func committedOf(lib *spec.Library, address spec.Selection, a *store.Archive, data string, seed *uint64) (all Recorded, err error) {
	all.From = a
	for _, s := range lib.Select(address) {
		profile, replicates := a.ProfileOf(s.Base)
		if profile == "" {
			continue
		}
		plans, err := plansWith(lib, s, run.Request{Profile: profile, Replicates: replicates, Seed: seed, Only: address.Only}, data)
		if err != nil {
			return all, err
		}
		all.Plans = append(all.Plans, plans...)
	}
	if address.Table == "" && len(address.Only) == 0 {
		all.Held = list.Map(a.Keys(), func(key string) store.Ref { return store.Ref{Key: key} })
	}
	return all, nil
}

// storedOf returns the records of a results folder that an address names, of all profiles and master seeds.
func storedOf(lib *spec.Library, address spec.Selection, st *store.Store, data string) (all Recorded, err error) {
	all.From = st
	looked := map[string]bool{}
	for _, s := range lib.Select(address) {
		replicates := map[uint64]int{} // by master seed
		for key, of := range st.Heads(s.Base) {
			u := of[len(of)-1].Run
			replicates[u.Seed] = max(replicates[u.Seed], u.Replicate+1)
			if address.Table == "" && len(address.Only) == 0 && !looked[s.Base] {
				all.Held = append(all.Held, store.Ref{Experiment: s.Base, Key: key})
			}
		}
		looked[s.Base] = true
		for _, seed := range slices.Sorted(maps.Keys(replicates)) {
			for _, profile := range spec.ProfileNames {
				plans, err := plansWith(lib, s, run.Request{Profile: profile, Replicates: replicates[seed], Seed: &seed, Only: address.Only}, data)
				if err != nil {
					return all, err
				}
				all.Plans = append(all.Plans, plans...)
			}
		}
	}
	return all, nil
}

// plansWith returns the plans of an experiment under its protocol and each reading of it, with the data of a folder and with what takes its
// place where there is none.
func plansWith(lib *spec.Library, s *spec.Experiment, req run.Request, data string) (plans []*run.Plan, err error) {
	for _, folder := range []string{data, ""} {
		req.Data = folder
		for _, altered := range append([]*spec.Experiment{s}, judge.Readings(lib, s)...) {
			plan, err := run.NewPlan(altered, req)
			if err != nil {
				return nil, err
			}
			plans = append(plans, plan)
		}
	}
	return plans, nil
}
