package run

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"nmfrepro/datasets"
	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// Estimate is the cost of a plan: runs, seconds, memory, downloads.
type Estimate struct {
	Address string `json:"address"`
	Profile string `json:"profile"`
	Counts
	// AloneSeconds are those of the CoreSeconds in which one run runs at a time, whatever the number of jobs.
	AloneSeconds float64 `json:"alone_seconds"`

	MemoryBytes int64          `json:"memory_bytes"`
	Groups      []Group        `json:"groups"`
	Work        []Work         `json:"work"`          // the runs to run that do not wait
	Outdated    map[string]int `json:"stale_because"` // stale runs by what has changed
	Downloads   []Download     `json:"downloads"`
	Wrong       []string       `json:"wrong"` // data that is there and is not what it should be
}

// Counts are the runs of a plan or of a part of it.
type Counts struct {
	Runs        int     `json:"units"`
	Cached      int     `json:"cached"`
	Stale       int     `json:"stale"`  // of the runs to run: those with a record of another version or other options
	Shared      int     `json:"shared"` // with an experiment that is planned before this one
	ToRun       int     `json:"to_run"`
	Waiting     int     `json:"waiting"`      // of the runs to run: those whose data is not there
	CoreSeconds float64 `json:"core_seconds"` // of those that do not wait
}

// Add adds the runs of another part.
func (c *Counts) Add(o Counts) {
	c.Runs += o.Runs
	c.Cached += o.Cached
	c.Stale += o.Stale
	c.Shared += o.Shared
	c.ToRun += o.ToRun
	c.Waiting += o.Waiting
	c.CoreSeconds += o.CoreSeconds
}

// Group is the share of one data set, rank and method.
type Group struct {
	Dataset string `json:"dataset"`
	Rank    int    `json:"rank"`
	Method  string `json:"method"`
	Counts
	From string `json:"from"` // where the time comes from
}

// notPriced stands in From where nothing tells the time.
const notPriced = "not known: a program that has not run here"

// Priced tells whether the time of the group is known.
func (g Group) Priced() bool { return g.From != notPriced }

// Download is data that has to be got first.
type Download struct {
	Dataset string `json:"dataset"`
	Bytes   int64  `json:"bytes"`
	Get     string `json:"get"`
}

// TrialBudget is the time that trials of one command may take together.
const TrialBudget = 20 * time.Second

// Estimates estimates plans. Of runs that several plans have, the first has the cost. Trials take no more than [TrialBudget] together.
func Estimates(ctx context.Context, plans []*Plan, st *store.Store) (all []Estimate, err error) {
	planned, budget := map[string]bool{}, TrialBudget
	for _, p := range plans {
		e, err := Of(ctx, p, st, planned, &budget)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}

// Sum returns the runs and the time of several estimates together.
func Sum(all []Estimate) (sum Estimate) {
	for _, e := range all {
		sum.Add(e.Counts)
		sum.AloneSeconds += e.AloneSeconds
	}
	return sum
}

// Wall returns the seconds that the runs take with so many workers.
func (e Estimate) Wall(workers int) float64 {
	return e.AloneSeconds + (e.CoreSeconds-e.AloneSeconds)/float64(workers)
}

// Of counts the records of a plan in the store and estimates the cost of its other runs. planned are the keys of runs that are planned
// already, with another experiment; those of this plan are added. Trials take from the budget and end with it.
func Of(ctx context.Context, p *Plan, st *store.Store, planned map[string]bool, budget *time.Duration) (Estimate, error) {
	e := Estimate{Address: p.Spec.Address, Profile: p.Profile, Groups: []Group{}, Work: []Work{}, Outdated: map[string]int{},
		Downloads: []Download{}, Wrong: []string{}}
	heads, old := st.Heads(p.Spec.Base), map[string]bool{}
	for _, of := range heads {
		old[Identity(of[0].Run)] = true
	}
	known, index := newCosts(p, st, budget), map[result.Address]int{}
	for _, r := range p.Runs {
		g := r.Place()
		k, seen := index[g]
		if !seen {
			k = len(e.Groups)
			index[g] = k
			e.Groups = append(e.Groups, Group{Dataset: g.Dataset, Rank: g.Rank, Method: strings.TrimSpace(g.Method + " " + g.Variant)})
		}
		ge := &e.Groups[k]
		ge.Runs++
		h, there := store.HeadOf(heads[r.Key], r)
		switch {
		case there && h.Status != result.Failed:
			ge.Cached++
			continue
		case planned[r.Key]:
			ge.Shared++
			continue
		case !there && old[Identity(r.ID)]:
			ge.Stale++
			why := store.OtherVersion
			if of := heads[r.Key]; of != nil {
				why = r.Stale(of[len(of)-1].Provenance)
			}
			e.Outdated[why]++
		}
		planned[r.Key] = true
		ge.ToRun++
		why := r.Trouble()
		switch {
		case why != "":
			ge.Waiting++
			ge.From = why
		case ge.From == "":
			var err error
			if ge.CoreSeconds, ge.From, err = known.of(ctx, r); err != nil {
				return e, err
			}
		}
		if r.custom == nil && why == "" { // others have no address
			e.Work = append(e.Work, workOf(r, p.Spec.Address, ge.CoreSeconds))
		}
	}
	e.total(p)
	return e, nil
}

// total sums up the groups of a plan, and adds what they need besides.
func (e *Estimate) total(p *Plan) {
	for k, g := range e.Groups {
		e.Groups[k].CoreSeconds *= float64(g.ToRun - g.Waiting) // of one run until now
		e.Add(e.Groups[k].Counts)
	}
	if p.Spec.Alone {
		e.AloneSeconds = e.CoreSeconds
	}
	e.download(p)
	e.MemoryBytes = Memory([]*Plan{p}, Workers())
}

// download adds the data sets of a plan that are to be got first, and what is wrong with others.
func (e *Estimate) download(p *Plan) {
	for _, s := range p.Sources {
		if s.Entry.Embedded || !p.Uses(s.Key) {
			continue
		}
		var missing *datasets.MissingError
		switch _, err := s.Load(); {
		case errors.As(err, &missing):
			d := Download{Dataset: s.Entry.Name, Get: missing.Get}
			for _, f := range s.Entry.Files {
				d.Bytes += f.Size
			}
			e.Downloads = append(e.Downloads, d)
		case err != nil:
			e.Wrong = append(e.Wrong, err.Error())
		}
	}
}

// programMemory is that of a process beside its data.
const programMemory = 64 << 20

// dataMemory returns that of a data set in both orientations.
func dataMemory(m, n int) float64 { return 2 * budget.Float64 * float64(m) * float64(n) }

// Memory estimates the bytes that a process needs for plans with so many workers: each data set once in both orientations,
// and the runs that need most.
func Memory(plans []*Plan, workers int) int64 {
	bytes, counted := float64(programMemory), map[string]bool{}
	var runs []float64
	for _, p := range plans {
		for _, s := range p.Sources {
			if at := p.Spec.Base + " " + s.Key; p.Uses(s.Key) && !counted[at] {
				counted[at] = true
				bytes += dataMemory(s.Size())
			}
		}
		runs = append(runs, list.Map(p.Runs, (*Run).Memory)...)
	}
	slices.SortFunc(runs, func(a, b float64) int { return cmp.Compare(b, a) })
	for _, need := range runs[:min(workers, len(runs))] {
		bytes += need
	}
	return int64(bytes)
}
