package run

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"nmfrepro/reports"
	"nmfrepro/solvers"
)

// ProbeTime bounds the timed steps of a unit that has never run here.
const ProbeTime = 300 * time.Millisecond

// Probe runs the unit for a moment. That may panic or not come back within the limit, and then says so.
func (j *Unit) Probe(ctx context.Context, limit time.Duration) (Probe, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var probed Probe
	err := awaited(ctx, 0, func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				probed, err = Probe{From: fmt.Sprintf("not possible: panic: %v at %s", p, panicPlace(string(debug.Stack())))}, nil
			}
		}()
		probed, err = j.probe(ctx)
		return err
	})
	if errors.Is(err, errAbandoned) {
		probed = Probe{Late: true, Start: limit, From: fmt.Sprintf("more than %v, a probe did not end", limit.Round(time.Second))}
		err = ctx.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	return probed, err
}

// Probe is a short run: how long Start took, and the mean of some steps in seconds.
type Probe struct {
	Start time.Duration
	Step  float64
	From  string // what was timed, or why nothing was
	Late  bool   // it did not end in time
}

func (j *Unit) probe(ctx context.Context) (Probe, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	data, err := j.sample()
	if err != nil {
		return Probe{From: "not possible: " + err.Error()}, nil
	}
	f, err := j.startDrawn(data.Data, solvers.InitRandom)
	if err != nil {
		return Probe{From: "not possible: " + err.Error()}, nil
	}
	began, processor := time.Now(), processorTime()
	run, err := j.solver.Start(solvers.Problem{X: data.X, Rank: j.Unit.Rank, Constraints: data.relations}, f, j.comparison().stream("probe"))
	if err != nil {
		return Probe{From: "not possible: " + err.Error()}, nil
	}
	if _, whole := run.(solvers.Whole); whole { // a plan runs nothing of the user's
		return Probe{From: "not known: a program that has not run here"}, nil
	}
	p := Probe{Start: took(began, processor), From: "a timed start"}
	warm, _, err := solvers.Solve(ctx, run, f, solvers.Settings{Iterations: 1}) // touches memory for the first time
	if err != nil || warm.Iteration == 0 {
		return p, err
	}
	steps := min(j.Unit.Stop.Iterations, 200)
	began, processor = time.Now(), processorTime()
	for n := 1; ; n++ {
		run.Step()
		p.Step, p.From = took(began, processor).Seconds()/float64(n), reports.Count(n, "timed step")
		if n == steps || time.Since(began) > ProbeTime || ctx.Err() != nil {
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
