package run

import (
	"context"
	"runtime"
	"time"

	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
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
// Its key is made of the unit, of the checksum of what it is computed from, and of the solver's version and digest; the name
// of the data set is for the reader and no part of it.
func Custom(u store.Unit, sum string, version int, digest string, task Task) *Unit {
	named := u
	u.Dataset = ""
	key := keyOf(canonical(struct {
		Custom  int
		Unit    store.Unit
		Data    string
		Solver  int
		Program string `json:",omitempty"`
	}{engineVersion, u, sum, version, digest}))
	return &Unit{Unit: named, Key: key, version: version, at: "(" + u.Subset + ")", custom: &task}
}

// CustomPlan is a plan of such units, whose records lie in the folder base of a store.
func CustomPlan(address, base string, units []*Unit) *Plan {
	return &Plan{Spec: &spec.Experiment{Address: address, Base: base}, Units: units}
}

// custom is the seconds of a unit that no spec describes: Trial's while there is time for it, else Guess, in proportion to what was
// timed of the same method before. A program is not run for a plan.
func (c *costs) custom(ctx context.Context, j *Unit) (seconds float64, from string, err error) {
	t, kin := j.custom, j.Unit.Method+"|"+j.Unit.Subset
	if m := c.past[costKey(j.Unit)]; m.count > 0 {
		c.timed[kin] = m.sum / float64(m.count) / t.Guess
		return m.sum / float64(m.count), reports.Count(m.count, "earlier unit"), nil
	}
	if c.budget == nil || *c.budget <= 0 || t.Elsewhere {
		if ratio := c.timed[kin]; ratio > 0 {
			return t.Guess * ratio, "what other ranks took", nil
		}
		return t.Guess, "a guess from the size", nil
	}
	began := time.Now()
	defer func() { *c.budget -= time.Since(began) }()
	runtime.LockOSThread() // whose clock tells how much of the time was the processor's
	defer runtime.UnlockOSThread()
	processor := processorTime()
	seconds, from, err = t.Trial(ctx)
	seconds *= took(began, processor).Seconds() / time.Since(began).Seconds()
	c.timed[kin] = seconds / t.Guess
	return seconds, from, err
}
