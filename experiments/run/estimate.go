package run

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"time"

	"nmfrepro/datasets"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
	"nmfrepro/solvers"
)

// Estimate is what a plan would cost.
type Estimate struct {
	Address     string  `json:"address"`
	Profile     string  `json:"profile"`
	Units       int     `json:"units"`
	Cached      int     `json:"cached"`
	Stale       int     `json:"stale"`  // of the units to run: those with a record of another version or other options
	Shared      int     `json:"shared"` // with an experiment that is planned before this one
	ToRun       int     `json:"to_run"`
	Waiting     int     `json:"waiting"`      // of the units to run: those whose data is not there
	CoreSeconds float64 `json:"core_seconds"` // of those that do not wait
	// AloneSeconds are those of the CoreSeconds in which one unit runs at a time, whatever the number of jobs.
	AloneSeconds float64 `json:"alone_seconds"`

	MemoryBytes int64           `json:"memory_bytes"`
	Groups      []GroupEstimate `json:"groups"`
	Work        []Work          `json:"work"` // the units to run that do not wait
	Downloads   []Download      `json:"downloads"`
	Wrong       []string        `json:"wrong"` // data that is there and is not what it should be
}

// GroupEstimate is the share of one data set, rank and method.
type GroupEstimate struct {
	Dataset     string  `json:"dataset"`
	Rank        int     `json:"rank"`
	Method      string  `json:"method"`
	Units       int     `json:"units"`
	Cached      int     `json:"cached"`
	Stale       int     `json:"stale"`
	Shared      int     `json:"shared"`
	ToRun       int     `json:"to_run"`
	Waiting     int     `json:"waiting"`
	CoreSeconds float64 `json:"core_seconds"`
	From        string  `json:"from"` // where the time comes from
}

// Unknown tells whether nothing is known of the time.
func (g GroupEstimate) Unknown() bool { return strings.HasPrefix(g.From, "not ") }

// Download is data that has to be got first.
type Download struct {
	Dataset string `json:"dataset"`
	Bytes   int64  `json:"bytes"`
	Get     string `json:"get"`
}

// ProbeBudget is the time that the probes of one command may take together.
const ProbeBudget = 20 * time.Second

// Estimate counts what the store has and estimates the rest. planned are the keys of units that are planned already, with
// another experiment; those of this plan are added. Probes take from the budget and end with it.
func (p *Plan) Estimate(ctx context.Context, st *store.Store, planned map[string]bool, budget *time.Duration) (Estimate, error) {
	e := Estimate{Address: p.Spec.Address, Profile: p.Profile, Units: len(p.Units), Groups: []GroupEstimate{}, Work: []Work{}, Downloads: []Download{}, Wrong: []string{}}
	current, old := map[string]bool{}, map[string]bool{} // of this plan's units those that the store has
	for _, j := range p.Units {
		current[j.Key], old[Identity(j.Unit)] = false, false
	}
	heads, err := st.Heads(p.Spec.Base)
	if err != nil {
		return e, err
	}
	for _, h := range heads {
		if _, wanted := current[h.Key]; wanted && h.Status != reports.Failed {
			current[h.Key] = true
		}
		id := Identity(h.Unit)
		if _, wanted := old[id]; wanted {
			old[id] = true
		}
	}
	known, index := p.newCosts(heads, budget), map[Key]int{}
	for _, j := range p.Units {
		g := j.Place()
		k, seen := index[g]
		if !seen {
			k = len(e.Groups)
			index[g] = k
			e.Groups = append(e.Groups, GroupEstimate{Dataset: g.Dataset, Rank: g.Rank, Method: strings.TrimSpace(g.Method + " " + g.Variant)})
		}
		ge := &e.Groups[k]
		ge.Units++
		switch {
		case current[j.Key]:
			ge.Cached++
			continue
		case planned[j.Key]:
			ge.Shared++
			continue
		case old[Identity(j.Unit)]:
			ge.Stale++
		}
		planned[j.Key] = true
		ge.ToRun++
		switch why := j.lacks(); {
		case why != "":
			ge.Waiting++
			ge.From = why
		case ge.From == "":
			if ge.CoreSeconds, ge.From, err = known.of(ctx, j); err != nil {
				return e, err
			}
		}
		if j.custom == nil && j.lacks() == "" { // others have no address
			e.Work = append(e.Work, j.work(p.Spec.Address, ge.CoreSeconds))
		}
	}
	e.add()
	if p.Spec.Alone {
		e.AloneSeconds = e.CoreSeconds
	}
	p.needs(&e)
	return e, nil
}

// add sums the groups up, whose costs are those of one unit until then.
func (e *Estimate) add() {
	for k := range e.Groups {
		ge := &e.Groups[k]
		ge.CoreSeconds *= float64(ge.ToRun - ge.Waiting)
		e.Cached += ge.Cached
		e.Stale += ge.Stale
		e.Shared += ge.Shared
		e.ToRun += ge.ToRun
		e.Waiting += ge.Waiting
		e.CoreSeconds += ge.CoreSeconds
	}
}

// lacks says what is the matter with the data of a unit, "" for nothing. Data that is drawn anew for each unit is generated.
func (j *Unit) lacks() string {
	if j.split.redraw || j.custom != nil {
		return ""
	}
	_, err := j.load()
	switch {
	case err == nil:
		return ""
	case errors.As(err, new(*datasets.MissingError)):
		return "data missing"
	}
	return "data wrong"
}

// probe is a short run: how long Start took, and the mean of some steps in seconds.
type probe struct {
	start time.Duration
	step  float64
	from  string // what was timed, or why nothing was
	late  bool   // it did not end in time
	rank  int
}

func (j *Unit) probe(ctx context.Context) (probe, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	data, err := j.sample()
	if err != nil {
		return probe{from: "not possible: " + err.Error()}, nil
	}
	f := j.randomStart(data.Data)
	began, processor := time.Now(), processorTime()
	run, err := j.solver.Start(solvers.Problem{X: data.X, Rank: j.Unit.Rank, Constraints: data.relations}, f, j.comparison().stream("probe"))
	if err != nil {
		return probe{from: "not possible: " + err.Error()}, nil
	}
	if _, whole := run.(solvers.Whole); whole { // a plan runs nothing of the user's
		return probe{from: "not known: a program that has not run here"}, nil
	}
	p := probe{start: took(began, processor), from: "a timed start"}
	warm, _, err := solvers.Solve(ctx, run, f, solvers.Settings{Iterations: 1}) // touches memory for the first time
	if err != nil || warm.Iteration == 0 {
		return p, err
	}
	steps := min(j.Unit.Stop.Iterations, 200)
	began, processor = time.Now(), processorTime()
	for n := 1; ; n++ {
		run.Step()
		p.step, p.from = took(began, processor).Seconds()/float64(n), reports.Count(n, "timed step")
		if n == steps || time.Since(began) > probeTime || ctx.Err() != nil {
			return p, ctx.Err()
		}
	}
}

// took is the time since then: the processor's, or where that is not measured, the clock's.
func took(began time.Time, processor time.Duration) time.Duration {
	if now := processorTime(); now > 0 {
		return now - processor
	}
	return time.Since(began)
}

// needs adds memory and downloads.
func (p *Plan) needs(e *Estimate) {
	for _, s := range p.Sources {
		if !p.Uses(s.Key) {
			continue
		}
		if s.Entry.Embedded {
			continue
		}
		var missing *datasets.MissingError
		switch _, err := s.src.load(); {
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
