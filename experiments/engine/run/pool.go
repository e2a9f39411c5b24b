package run

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// ErrInterrupted is returned when the context ended before all runs were done; finished runs are in the store.
var ErrInterrupted = errors.New("interrupted")

// Observer is told of the progress of a run. Calls come from several goroutines, one at a time.
type Observer interface {
	Started(r *Run)
	Finished(r *Run, rec *store.Record)
}

// Runner executes the runs that are missing in a store.
type Runner struct {
	Store    *store.Store
	Workers  int           // runs at a time, ≥ 1
	Timeout  time.Duration // per run; 0 is none
	Wait     bool          // for runs that other processes hold, until they have a record; otherwise they are left to those
	Apart    Apart         // computes each run in a process of its own; nil for this one
	Observer Observer
}

// Run executes runs and puts their records into the store: first those that may run side by side, as many as the workers
// and the budget of memory allow, then, one at a time, those whose seconds are reported. A run that fails never stops the
// others; an error is returned for a store that cannot be written and, as ErrInterrupted, when ctx ends.
func (r *Runner) Run(ctx context.Context, jobs []*Run) error {
	if len(jobs) == 0 {
		return nil
	}
	if err := r.Store.CheckWritable(); err != nil {
		return err
	}
	together := list.Filter(jobs, func(planned *Run) bool { return !planned.alone })
	if err := r.pool(ctx, together, r.Workers); err != nil {
		return err
	}
	return r.pool(ctx, list.Filter(jobs, func(planned *Run) bool { return planned.alone }), 1)
}

// pool executes runs, so many at a time.
func (r *Runner) pool(ctx context.Context, jobs []*Run, at int) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		workers sync.WaitGroup
		mu      sync.Mutex // of the observer
		room    = NewRoom()
		queue   = make(chan *Run)
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
			var busy []*Run // held by another process
			for planned := range queue {
				done, err := r.one(ctx, planned, false, room, tell)
				if err != nil {
					cancel(err)
				} else if !done {
					busy = append(busy, planned)
				}
			}
			for _, planned := range busy {
				if !r.Wait {
					break
				}
				if _, err := r.one(ctx, planned, true, room, tell); err != nil {
					cancel(err)
				}
			}
		})
	}
feed:
	for _, planned := range jobs {
		select {
		case queue <- planned:
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

// one executes a run under its lock, once there is memory for it. done is false if another process holds the run and wait is false.
func (r *Runner) one(ctx context.Context, planned *Run, wait bool, room *Room, tell func(func(Observer))) (done bool, err error) {
	if ctx.Err() != nil {
		return true, nil
	}
	defer room.Take(planned.Memory())() // before the lock, which others look at
	unlock, ok := r.Store.Lock(ctx, planned.Key, wait)
	if !ok {
		return false, nil
	}
	defer unlock()
	if rec, found := r.Store.Get(planned); found && rec.Status != result.Failed {
		tell(func(o Observer) { o.Started(planned); o.Finished(planned, rec) }) // another process was faster
		return true, nil
	}
	tell(func(o Observer) { o.Started(planned) })
	compute := planned.Compute
	if r.Apart != nil {
		compute = func(ctx context.Context, _ time.Duration) (*store.Record, bool) { return r.apart(ctx, planned) }
	}
	rec, ok := compute(ctx, r.Timeout)
	if !ok {
		return true, nil
	}
	if err := r.Store.Put(rec); err != nil {
		return true, err
	}
	tell(func(o Observer) { o.Finished(planned, rec) })
	return true, nil
}

// Apart starts a process that computes the run of a key and puts its record into another store, a folder of its own.
type Apart func(ctx context.Context, key, folder string) *exec.Cmd

// apart has a run computed in a process of its own: whatever ends that, a signal or memory that runs out, is one failed run. ok is
// false if ctx ended first.
func (r *Runner) apart(ctx context.Context, planned *Run) (rec *store.Record, ok bool) {
	failed := func(format string, args ...any) (*store.Record, bool) {
		rec := planned.Blank()
		rec.Status, rec.Reason = result.Failed, fmt.Sprintf(format, args...)
		rec.Provenance.Finished = time.Now().UTC().Truncate(time.Second)
		return rec, ctx.Err() == nil
	}
	folder, err := os.MkdirTemp("", "nmfrepro-unit-")
	if err != nil {
		return failed("no process of its own: %v", err)
	}
	defer os.RemoveAll(folder)
	cmd := r.Apart(ctx, planned.Key, folder)
	var said bytes.Buffer
	cmd.Stderr = &said
	cmd.WaitDelay = patience
	ended := cmd.Run()
	if rec, found := store.Open(folder, nil).Get(planned); found && ctx.Err() == nil {
		return rec, true
	}
	why := cmp.Or(ended, errors.New("without a record")).Error()
	if line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n"); line != "" {
		const most = 200
		why += ": " + line[:min(len(line), most)]
	}
	return failed("its process ended: %s", why)
}

// Workers returns the default number of runs at a time: the cores that the process may use, as its CPU affinity and the quota of its
// cgroup have it, and no more than Slurm gives a task.
func Workers() int {
	n := runtime.GOMAXPROCS(0)
	if given, err := strconv.Atoi(os.Getenv("SLURM_CPUS_PER_TASK")); err == nil && given >= 1 {
		n = min(n, given)
	}
	return n
}

// Buffers of a run, counted in multiples of the factors and of the data: for example the samples that it draws, and WH.
const (
	likeFactors = 6
	likeData    = 2
)

// Memory estimates the bytes that the run needs beside its data set, which it shares with others.
func (r *Run) Memory() float64 {
	if r.custom != nil {
		return 0
	}
	m, n := r.source.Size()
	numbers := likeData*float64(m)*float64(n) + likeFactors*float64(r.rank())*float64(m+n)
	if r.solver == nil {
		return budget.Float64 * numbers
	}
	return budget.Float64*numbers + solvers.Memory(r.solver, solvers.Problem{X: shape{m: m, n: n}, Rank: r.rank()})
}

// shape is a matrix of which only the size is known.
type shape struct {
	matrix.Matrix
	m, n int
}

func (s shape) Dims() (rows, cols int) { return s.m, s.n }

// Room is the memory that runs share while they run: the budget, for the sum of what they need.
type Room struct {
	mu   sync.Mutex
	free *sync.Cond
	used float64
}

// NewRoom makes the budget, of which nothing is taken yet.
func NewRoom() *Room {
	r := &Room{}
	r.free = sync.NewCond(&r.mu)
	return r
}

// Take waits until there is room for so many bytes. A run that needs more than the budget takes all of it; when it runs, it
// fails with both figures.
func (r *Room) Take(bytes float64) (leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.used > 0 && r.used+bytes > float64(budget.Limit()) {
		r.free.Wait()
	}
	r.used += bytes
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.used -= bytes
		r.free.Broadcast()
	}
}
