package run

import (
	"context"
	"errors"
	"sync"
	"time"

	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// ErrInterrupted is returned when the context ended before all units were done; what was done is in the store.
var ErrInterrupted = errors.New("interrupted")

// Observer is told of the progress of a run. Calls come from several goroutines, one at a time.
type Observer interface {
	Started(j *Unit)
	Finished(j *Unit, rec store.Record)
}

// Runner executes the units that are missing in a store.
type Runner struct {
	Store    *store.Store
	Workers  int           // units at a time, ≥ 1
	Timeout  time.Duration // per unit; 0 is none
	Wait     bool          // for units that other processes hold, until they have a record; otherwise they are left to those
	Apart    Apart         // computes each unit in a process of its own; nil for this one
	Observer Observer
}

// Run executes units and puts their records into the store: first those that may run side by side, as many as the workers
// and the budget of memory allow, then, one at a time, those whose seconds are reported. A unit that fails never stops the
// others; an error is returned for a store that cannot be written and, as ErrInterrupted, when ctx ends.
func (r *Runner) Run(ctx context.Context, jobs []*Unit) error {
	if len(jobs) == 0 {
		return nil
	}
	if err := r.Store.CheckWritable(); err != nil {
		return err
	}
	var together, alone []*Unit
	for _, j := range jobs {
		if j.alone {
			alone = append(alone, j)
		} else {
			together = append(together, j)
		}
	}
	if err := r.pool(ctx, together, r.Workers); err != nil {
		return err
	}
	return r.pool(ctx, alone, 1)
}

// pool executes units, so many at a time.
func (r *Runner) pool(ctx context.Context, jobs []*Unit, at int) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		workers sync.WaitGroup
		mu      sync.Mutex // of the observer
		room    = newRoom()
		queue   = make(chan *Unit)
	)
	tell := func(f func(Observer)) {
		if r.Observer != nil {
			mu.Lock()
			defer mu.Unlock()
			f(r.Observer)
		}
	}
	for range max(1, min(at, len(jobs))) {
		workers.Go(func() {
			var busy []*Unit // held by another process
			for j := range queue {
				done, err := r.one(ctx, j, false, room, tell)
				if err != nil {
					cancel(err)
				} else if !done {
					busy = append(busy, j)
				}
			}
			for _, j := range busy {
				if !r.Wait {
					break
				}
				if _, err := r.one(ctx, j, true, room, tell); err != nil {
					cancel(err)
				}
			}
		})
	}
feed:
	for _, j := range jobs {
		select {
		case queue <- j:
		case <-ctx.Done():
			break feed
		}
	}
	close(queue)
	workers.Wait()
	if ctx.Err() == nil {
		return nil
	}
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) && !errors.Is(cause, context.DeadlineExceeded) {
		return cause
	}
	return ErrInterrupted
}

// one executes a unit under its lock, once there is memory for it. done is false if another process holds the unit and wait is false.
func (r *Runner) one(ctx context.Context, j *Unit, wait bool, room *room, tell func(func(Observer))) (done bool, err error) {
	if ctx.Err() != nil {
		return true, nil
	}
	defer room.take(j.Memory())() // before the lock, which others look at
	if r.Apart != nil {
		return r.apart(ctx, j, tell)
	}
	unlock, ok := r.Store.Lock(ctx, j.Key, wait)
	if !ok {
		return false, nil
	}
	defer unlock()
	if rec, found := r.Store.Get(j.Unit.Experiment, j.Key); found && rec.Status != reports.Failed {
		tell(func(o Observer) { o.Started(j); o.Finished(j, rec) }) // another process was faster
		return true, nil
	}
	tell(func(o Observer) { o.Started(j) })
	rec, ok := j.execute(ctx, r.Timeout)
	if !ok {
		return true, nil
	}
	if err := r.Store.Put(rec); err != nil {
		return true, err
	}
	tell(func(o Observer) { o.Finished(j, rec) })
	return true, nil
}
