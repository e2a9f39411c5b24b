package experiments

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strings"
	"time"

	"nmfrepro/datasets"
	"nmfrepro/eval"
	"nmfrepro/experiments/result"
	"nmfrepro/solvers"
)

// execute runs one unit. Whatever goes wrong, a panic included, becomes the record's status and reason. ok is false if ctx
// ended first: there is nothing to keep then.
func (j *Job) execute(ctx context.Context, timeout time.Duration) (rec result.Record, ok bool) {
	rec = result.Record{Key: j.Key, Unit: j.Unit, Status: result.OK, Provenance: Here()}
	rec.Provenance.SolverVersion = j.version
	rec.Provenance.MetricVersion = j.metricVersions()
	unitCtx := ctx
	if timeout > 0 {
		var cancel context.CancelFunc
		unitCtx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	err := j.guarded(unitCtx, &rec)
	rec.Provenance.Finished = time.Now().UTC().Truncate(time.Second)
	switch {
	case ctx.Err() != nil:
		return rec, false
	case errors.Is(err, solvers.ErrUnsupported):
		rec.Status, rec.Reason = result.Skipped, err.Error()
	case errors.Is(err, context.DeadlineExceeded):
		rec.Status, rec.Reason = result.Failed, fmt.Sprintf("timeout after %v, at iteration %d", timeout, rec.Iterations)
	case err != nil:
		rec.Status, rec.Reason = result.Failed, err.Error()
	}
	if rec.Status != result.OK {
		rec.Metrics, rec.Unavailable = nil, nil
	}
	return rec, true
}

// guarded turns a panic into an error that names the place.
func (j *Job) guarded(ctx context.Context, rec *result.Record) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v at %s", p, panicPlace(string(debug.Stack())))
		}
	}()
	return j.compute(ctx, rec)
}

// panicPlace is the innermost function of this module on the stack below the panic.
func panicPlace(stack string) string {
	_, below, _ := strings.Cut(stack, "panic(")
	for line := range strings.Lines(below) {
		if name, _, isCall := strings.Cut(line, "("); isCall && strings.HasPrefix(line, "nmfrepro/") {
			return name
		}
	}
	return "unknown place"
}

func (j *Job) compute(ctx context.Context, rec *result.Record) error {
	data, err := j.source.load()
	if err != nil {
		return err
	}
	rec.Provenance.DataSHA256, rec.Provenance.StandIn = data.SHA256, data.StandIn
	data, err = j.subset(data)
	if err != nil {
		return err
	}
	outcome := eval.Outcome{X: data.X, Rank: j.Unit.Rank, Labels: data.Labels}
	if j.solver != nil {
		res, err := j.factorise(ctx, data, rec)
		if err != nil {
			return err
		}
		outcome.W, outcome.Ht, outcome.Basis, outcome.Embedding = res.W, res.Ht, res.Basis, res.Embedding
		outcome.Clusters = res.Labels
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return j.score(outcome, rec)
}

func (j *Job) factorise(ctx context.Context, data *datasets.Data, rec *result.Record) (solvers.Result, error) {
	none := solvers.Result{}
	f, err := j.start(data)
	if err != nil {
		return none, err
	}
	p := solvers.Problem{X: data.X, Rank: j.Unit.Rank}
	run, err := j.solver.Start(p, f, j.comparison().stream("solver:"+j.Unit.Method))
	if err != nil {
		return none, err
	}
	stop := j.Unit.Stop
	last, status, err := solvers.Solve(ctx, run, f, solvers.Settings{
		Iterations:   stop.Iterations,
		TolObjective: stop.TolObjective,
		TolFactor:    stop.TolFactor,
		Every:        stop.Every,
		Record: func(p solvers.Point) {
			if !math.IsNaN(p.Objective) && !math.IsInf(p.Objective, 0) {
				rec.Trace = append(rec.Trace, result.Point{Iteration: p.Iteration, Objective: p.Objective})
			}
		},
	})
	if err != nil {
		return none, err
	}
	rec.Trace = thin(rec.Trace)
	rec.Iterations, rec.Stopped, rec.Seconds = last.Iteration, status.String(), last.Elapsed.Seconds()
	switch status {
	case solvers.Cancelled:
		return none, ctx.Err()
	case solvers.Diverged:
		return none, fmt.Errorf("diverged: the objective is %v after iteration %d", last.Objective, last.Iteration)
	}
	return run.Finish(), nil
}

// tracePoints bounds the trace that a record keeps.
const tracePoints = 64

// thin keeps every k-th point and the last.
func thin(trace []result.Point) []result.Point {
	k := (len(trace) + tracePoints - 1) / tracePoints
	if k <= 1 {
		return trace
	}
	var kept []result.Point
	for i, p := range trace {
		if i%k == 0 || i == len(trace)-1 {
			kept = append(kept, p)
		}
	}
	return kept
}

// score computes every metric under its reading. A metric that does not apply is recorded with its reason.
func (j *Job) score(o eval.Outcome, rec *result.Record) error {
	clusters := make(map[string][]int, len(j.readings))
	for i, r := range j.readings {
		labels, warnings, err := r.Clusters(o, j.comparison().stream("clusters"))
		if errors.Is(err, eval.ErrUnavailable) {
			continue // the metrics that need it will say so
		}
		if err != nil {
			return fmt.Errorf("clusters by %s: %w", r.Name, err)
		}
		for _, w := range warnings {
			rec.Warnings = append(rec.Warnings, "clusters by "+r.Name+": "+w)
		}
		clusters[r.Name] = labels
		if i == 0 {
			clusters[""] = labels
		}
	}
	rec.Metrics, rec.Unavailable = map[string]float64{}, map[string]string{}
	for _, m := range j.metrics {
		labels, read := clusters[m.reading]
		if !read && m.reading != "" {
			rec.Unavailable[m.name] = fmt.Sprintf("method %s has no reading %q", j.Unit.Method, m.reading)
			continue
		}
		o.Clusters = labels
		v, err := m.metric.Score(o, j.comparison().stream("metric:"+m.name))
		switch {
		case errors.Is(err, eval.ErrUnavailable):
			rec.Unavailable[m.name] = err.Error()
		case err != nil:
			return fmt.Errorf("metric %s: %w", m.name, err)
		case math.IsNaN(v) || math.IsInf(v, 0):
			rec.Unavailable[m.name] = fmt.Sprintf("is %v", v)
		default:
			rec.Metrics[m.name] = v
		}
	}
	return nil
}
