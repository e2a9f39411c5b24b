package run

import (
	"context"
	"runtime"
	"sync"
	"time"

	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/solvers"
)

// Task is the work of a unit that no spec describes, with estimates of its time and memory.
type Task struct {
	Compute func(context.Context, *store.Record) error // fills the record
	Guess   float64                                    // seconds by the size of the data
	// Trial runs for a moment and says how long the whole will take at most, in seconds, and what was timed.
	Trial func(context.Context) (seconds float64, from string, err error)
	// Elsewhere is work of another process, which the clock of the unit's thread does not measure.
	Elsewhere bool
}

// Custom returns a unit that no spec describes. It runs, is kept and is found again as any other.
// Its key is made of the unit, of the checksum of what it is computed from, and of the version and the digest of the solver;
// the name of the data set is for the reader and no part of it.
func Custom(u store.Unit, sum string, version int, solver solvers.Solver, task Task) *Unit {
	named := u
	u.Dataset = ""
	key := keyOf([]byte(store.Canonical(struct {
		Custom  int
		Unit    store.Unit
		Data    string
		Solver  int
		Program string `json:",omitempty"`
	}{engineVersion, u, sum, version, digestOf(solver)})))
	prints := func() store.Fingerprint {
		if digestOf(solver) != "" {
			return nil
		}
		return store.Fingerprint{"engine": engineDigest(), "solver " + u.Solver: solverDigest(u.Solver, solver)}
	}
	return &Unit{Unit: named, Key: key, version: version, at: "(" + u.Subset + ")", prints: sync.OnceValue(prints), custom: &task}
}

// CustomPlan is a plan of such units, whose records lie in the folder base of a store.
func CustomPlan(address, base string, units []*Unit) *Plan {
	return &Plan{Spec: &spec.Experiment{Address: address, Base: base}, Units: units}
}

// Task is the work of a unit that no spec describes, nil for any other.
func (j *Unit) Task() *Task { return j.custom }

// Time tries the task and returns the seconds of a processor that the whole will take at most, and what was timed.
func (t *Task) Time(ctx context.Context) (seconds float64, from string, err error) {
	runtime.LockOSThread() // whose clock tells how much of the time was the processor's
	defer runtime.UnlockOSThread()
	began, processor := time.Now(), processorTime()
	seconds, from, err = t.Trial(ctx)
	return seconds * took(began, processor).Seconds() / time.Since(began).Seconds(), from, err
}

// took is the time since then: the processor's, or where that is not measured, the clock's.
func took(began time.Time, processor time.Duration) time.Duration {
	if now := processorTime(); now > 0 {
		return now - processor
	}
	return time.Since(began)
}
