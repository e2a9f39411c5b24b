package run

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"nmfrepro/reports/list"

	"nmfrepro/datasets"
	"nmfrepro/datasets/budget"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// Estimate is what a plan would cost.
type Estimate struct {
	Address string `json:"address"`
	Profile string `json:"profile"`
	Counts
	// AloneSeconds are those of the CoreSeconds in which one unit runs at a time, whatever the number of jobs.
	AloneSeconds float64 `json:"alone_seconds"`

	MemoryBytes int64          `json:"memory_bytes"`
	Groups      []Group        `json:"groups"`
	Work        []Work         `json:"work"`          // the units to run that do not wait
	Outdated    map[string]int `json:"stale_because"` // stale units by what has changed
	Downloads   []Download     `json:"downloads"`
	Wrong       []string       `json:"wrong"` // data that is there and is not what it should be
}

// Counts are the units of a plan or of a part of it.
type Counts struct {
	Units       int     `json:"units"`
	Cached      int     `json:"cached"`
	Stale       int     `json:"stale"`  // of the units to run: those with a record of another version or other options
	Shared      int     `json:"shared"` // with an experiment that is planned before this one
	ToRun       int     `json:"to_run"`
	Waiting     int     `json:"waiting"`      // of the units to run: those whose data is not there
	CoreSeconds float64 `json:"core_seconds"` // of those that do not wait
}

// Add adds the units of another part.
func (c *Counts) Add(o Counts) {
	c.Units += o.Units
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

// Download is data that has to be got first.
type Download struct {
	Dataset string `json:"dataset"`
	Bytes   int64  `json:"bytes"`
	Get     string `json:"get"`
}

// TrialBudget is the time that trials of one command may take together.
const TrialBudget = 20 * time.Second

// Of counts what the store has and estimates the rest. planned are the keys of units that are planned already, with
// another experiment; those of this plan are added. Trials take from the budget and end with it.
func Of(ctx context.Context, p *Plan, st *store.Store, planned map[string]bool, budget *time.Duration) (Estimate, error) {
	e := Estimate{Address: p.Spec.Address, Profile: p.Profile, Groups: []Group{}, Work: []Work{}, Outdated: map[string]int{}, Downloads: []Download{}, Wrong: []string{}}
	heads, old := st.Heads(p.Spec.Base), map[string]bool{}
	for _, of := range heads {
		old[Identity(of[0].Unit)] = true
	}
	known, index := newCosts(p, heads, budget), map[Key]int{}
	for _, j := range p.Units {
		g := j.Place()
		k, seen := index[g]
		if !seen {
			k = len(e.Groups)
			index[g] = k
			e.Groups = append(e.Groups, Group{Dataset: g.Dataset, Rank: g.Rank, Method: strings.TrimSpace(g.Method + " " + g.Variant)})
		}
		ge := &e.Groups[k]
		ge.Units++
		h, there := store.HeadOf(heads[j.Key], j)
		switch {
		case there && h.Status != reports.Failed:
			ge.Cached++
			continue
		case planned[j.Key]:
			ge.Shared++
			continue
		case !there && old[Identity(j.Unit)]:
			ge.Stale++
			why := store.OtherVersion
			if of := heads[j.Key]; of != nil {
				why = of[len(of)-1].Stale(j)
			}
			e.Outdated[why]++
		}
		planned[j.Key] = true
		ge.ToRun++
		switch why := j.Trouble(); {
		case why != "":
			ge.Waiting++
			ge.From = why
		case ge.From == "":
			var err error
			if ge.CoreSeconds, ge.From, err = known.of(ctx, j); err != nil {
				return e, err
			}
		}
		if j.Task() == nil && j.Trouble() == "" { // others have no address
			e.Work = append(e.Work, workOf(j, p.Spec.Address, ge.CoreSeconds))
		}
	}
	for k, g := range e.Groups {
		e.Groups[k].CoreSeconds *= float64(g.ToRun - g.Waiting) // of one unit until now
		e.Add(e.Groups[k].Counts)
	}
	if p.Spec.Alone {
		e.AloneSeconds = e.CoreSeconds
	}
	e.needs(p)
	return e, nil
}

// needs adds memory and downloads.
func (e *Estimate) needs(p *Plan) {
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
	e.MemoryBytes = Memory([]*Plan{p}, Workers())
}

// programMemory is that of a process beside its data.
const programMemory = 64 << 20

// dataMemory is that of a data set in both orientations.
func dataMemory(m, n int) float64 { return 2 * budget.Float64 * float64(m) * float64(n) }

// Memory estimates the bytes that a process needs for plans with so many workers: each data set once in both orientations,
// and the units that need most.
func Memory(plans []*Plan, workers int) int64 {
	bytes, counted := float64(programMemory), map[string]bool{}
	var units []float64
	for _, p := range plans {
		for _, s := range p.Sources {
			if at := p.Spec.Base + " " + s.Key; p.Uses(s.Key) && !counted[at] {
				counted[at] = true
				bytes += dataMemory(s.Size())
			}
		}
		units = append(units, list.Map(p.Units, (*Unit).Memory)...)
	}
	slices.SortFunc(units, func(a, b float64) int { return cmp.Compare(b, a) })
	for _, unit := range units[:min(workers, len(units))] {
		bytes += unit
	}
	return int64(bytes)
}
