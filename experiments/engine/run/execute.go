package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/eval"
	"nmfrepro/eval/rank"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/external"
)

// patience is how long a run may take to return once its time is over: longer than it takes to stop an external program.
var patience = 7 * time.Second

// errAbandoned ends a run that did not return in time.
var errAbandoned = errors.New("abandoned")

// Compute runs one run. Whatever goes wrong, a panic included, becomes the record's status and reason. ok is false if ctx
// ended first: there is nothing to keep then. A run whose time is over and that does not come back, as in one long step, is
// abandoned: it goes on in the background until it ends or the program does, and nothing waits for it.
func (r *Run) Compute(ctx context.Context, timeout time.Duration) (rec *store.Record, ok bool) {
	runCtx, cancel := context.WithCancel(ctx)
	if timeout > 0 {
		runCtx, cancel = context.WithTimeout(ctx, timeout)
	}
	defer cancel()
	rec, computed := r.Blank(), r.Blank()
	err := awaited(runCtx, patience, func() error { return r.guarded(runCtx, computed) })
	if !errors.Is(err, errAbandoned) {
		rec = computed
	}
	rec.Provenance.Finished = time.Now().UTC().Truncate(time.Second)
	switch {
	case ctx.Err() != nil:
		return rec, false
	case errors.Is(err, solvers.ErrUnsupported):
		rec.Status, rec.Reason = result.Skipped, err.Error()
	case errors.Is(err, errAbandoned):
		rec.Status, rec.Reason = result.Failed, fmt.Sprintf("timeout after %v; it did not come back within %v more and was abandoned", timeout,
			patience)
	case errors.Is(err, context.DeadlineExceeded):
		rec.Status, rec.Reason = result.Failed, fmt.Sprintf("timeout after %v, at iteration %d", timeout, rec.Iterations)
	case err != nil:
		rec.Status, rec.Reason = result.Failed, err.Error()
	}
	if rec.Status != result.OK {
		rec.Metrics, rec.Unavailable, rec.Path = nil, nil, nil
	}
	return rec, true
}

// awaited returns the error of do, which runs in the background; if that does not come back so long after ctx ended, it is
// errAbandoned, and nothing that do writes may be read.
func awaited(ctx context.Context, patience time.Duration, do func() error) error {
	back := make(chan error, 1)
	go func() { back <- do() }()
	select {
	case err := <-back:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-back:
		return err
	case <-time.After(patience):
		return errAbandoned
	}
}

// Blank returns the record of a run before it has run.
func (r *Run) Blank() *store.Record {
	rec := &store.Record{Key: r.Key, Run: r.ID, Status: result.OK, Provenance: Here()}
	rec.Provenance.SolverVersion = r.version
	rec.Provenance.MetricVersion = r.metricVersions()
	rec.Provenance.Fingerprint = r.Fingerprint()
	return rec
}

// guarded turns a panic into an error that names the place. It keeps to one thread, whose clock measures the run.
func (r *Run) guarded(ctx context.Context, rec *store.Record) (err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began, processor := time.Now(), processorTime()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v at %s", p, panicPlace(string(debug.Stack())))
		}
		if rec.CoreSeconds += (processorTime() - processor).Seconds(); r.custom != nil && r.custom.elsewhere {
			rec.CoreSeconds = time.Since(began).Seconds()
		}
	}()
	if r.custom != nil {
		return r.custom.compute(ctx, rec)
	}
	return r.compute(ctx, rec)
}

// panicPlace returns the innermost function of this module, whatever its path, on the stack below the panic.
func panicPlace(stack string) string {
	module := strings.TrimSuffix(reflect.TypeFor[Run]().PkgPath(), "experiments/engine/run")
	_, below, _ := strings.Cut(stack, "panic(")
	for line := range strings.Lines(below) {
		if name, _, isCall := strings.Cut(line, "("); isCall && strings.HasPrefix(line, module) {
			return name
		}
	}
	return "unknown place"
}

func (r *Run) compute(ctx context.Context, rec *store.Record) error {
	if err := budget.Check(r.Memory(), "%s on %s at rank %d", r.ID.Method, r.ID.Dataset, r.ID.Rank); err != nil {
		return err
	}
	data, err := r.sample()
	if err != nil {
		return err
	}
	rec.Provenance.DataSHA256, rec.Provenance.Substitute = data.SHA256, data.Substitute
	outcome := eval.Outcome{
		Given: eval.Given{X: data.X, Labels: data.Labels, Data: data.known, Held: data.held, Truth: data.Basis,
			Triples: eval.Triples{W: spec.Plain(data.relations.W), H: spec.Plain(data.relations.H)}},
		Found: eval.Found{Rank: r.ID.Rank},
	}
	if r.solver != nil {
		defer func() { rec.Trace = thin(rec.Trace) }()
		res, err := r.result(ctx, data, rec, &outcome)
		if err != nil {
			return err
		}
		if err := r.reach(ctx, data, &outcome, res, rec); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	clusters, unread, err := r.read(outcome, rec)
	if err != nil {
		return err
	}
	if err := r.score(outcome, clusters, unread, rec); err != nil {
		return err
	}
	endPath(rec)
	return r.keep(outcome, clusters, data, rec)
}

// reach fills an outcome with what a run has reached: its factors, and what the record tells of the way to them.
func (r *Run) reach(ctx context.Context, data sample, o *eval.Outcome, res solvers.Result, rec *store.Record) error {
	o.W, o.Ht, o.Basis, o.Embedding = res.W, res.Ht, res.Basis, res.Embedding
	o.Clusters, o.Iterations, o.Seconds, o.StartSeconds = res.Labels, rec.Iterations, rec.Seconds, rec.StartSeconds
	o.ProcessorSeconds = rec.ProcessorSeconds
	o.Objectives = list.Map(rec.Trace, func(p store.Point) float64 { return p.Objective })
	return r.project(ctx, data, o)
}

// result returns that of the method from one initialisation, the best of several, or those of a consensus.
func (r *Run) result(ctx context.Context, data sample, rec *store.Record, o *eval.Outcome) (solvers.Result, error) {
	if c := r.consensus; c != nil {
		res, err := r.agree(ctx, data, rec, o, c.Starts, c.Assign)
		if err == nil {
			res.Labels = rank.Cut(o.Consensus, r.ID.Rank)
		}
		return res, err
	}
	if by, asked := r.agreement(); asked {
		return r.agree(ctx, data, rec, o, r.ID.Starts, by)
	}
	if r.ID.Starts > 1 {
		return r.best(ctx, data, rec, r.ID.Starts, func(*Run, solvers.Result) error { return nil })
	}
	return r.factorise(ctx, data, rec, r.newWalk(ctx, data, *o, rec))
}

// factorise runs the solver. on is told of the way, and may be nil.
func (planned *Run) factorise(ctx context.Context, data sample, rec *store.Record, on *walk) (solvers.Result, error) {
	none := solvers.Result{}
	f, err := planned.start(ctx, data)
	if err != nil {
		return none, err
	}
	p := solvers.Problem{X: data.X, Rank: planned.rank(), Constraints: data.relations, Another: planned.another(data.X)}
	began := time.Now()
	run, err := planned.solver.Start(p, f, planned.comparison().stream("solver:"+planned.ID.Method))
	rec.StartSeconds = time.Since(began).Seconds()
	if err != nil {
		return none, err
	}
	processor, settings := processorTime(), planned.settings()
	settings.Record = func(p solvers.Point) {
		if !math.IsNaN(p.Objective) && !math.IsInf(p.Objective, 0) {
			rec.Trace = append(rec.Trace, store.Point{Iteration: p.Iteration, Objective: p.Objective})
		}
	}
	on.begin(run, processor, &settings)
	last, status, err := solvers.Solve(ctx, run, f, settings)
	if err != nil {
		return none, err
	}
	rec.Iterations, rec.Stopped, rec.Seconds = last.Iteration, status.String(), last.Elapsed.Seconds()
	rec.ProcessorSeconds = (processorTime() - processor - on.spent()).Seconds()
	if r, ok := run.(interface{ Report() external.Report }); ok {
		report := r.Report()
		rec.Provenance.External, rec.CoreSeconds = &report, report.Process
	}
	rec.Warnings = append(rec.Warnings, note.Texts(solvers.Unmet(planned.solver, p))...)
	if w, ok := run.(solvers.Warner); ok {
		rec.Warnings = append(rec.Warnings, note.Texts(w.Warnings())...)
	}
	switch status {
	case solvers.Cancelled:
		return none, ctx.Err()
	case solvers.Diverged:
		return none, fmt.Errorf("diverged: the objective is %v after iteration %d", last.Objective, last.Iteration)
	}
	on.end(last)
	return run.Finish(), nil
}

// settings returns the stopping rules as the loop takes them.
func (r *Run) settings() solvers.Settings {
	stop := r.ID.Stop
	return solvers.Settings{Iterations: stop.Iterations, TolObjective: stop.TolObjective, TolFactor: stop.TolFactor, TolResidual: stop.TolResidual,
		Every: stop.Every, StillClusters: stop.StillClusters, ClustersEvery: stop.ClustersEvery, MaxTime: r.most}
}

// tracePoints bounds the trace that a record keeps, far above what is observed by default: where a spec asks for every
// iteration, thinning would hide what flips between two of them.
const tracePoints = 256

// thin keeps every k-th point and the last.
func thin(trace []store.Point) []store.Point {
	k := (len(trace) + tracePoints - 1) / tracePoints
	if k <= 1 {
		return trace
	}
	var kept []store.Point
	for i, p := range trace {
		if i%k == 0 || i == len(trace)-1 {
			kept = append(kept, p)
		}
	}
	return kept
}

// clusterings are those of one outcome by the name of the reading; "" is the method's first reading.
type clusterings map[string][][]int

// score computes every metric under its reading. A metric that does not apply is recorded with its reason.
// unread says why readings gave none.
func (r *Run) score(o eval.Outcome, clusters clusterings, unread map[string]error, rec *store.Record) error {
	rec.Metrics, rec.Unavailable = map[string]float64{}, map[string]string{}
	for _, m := range r.metrics {
		clusterings, read := clusters[m.reading]
		if !read && m.reading != "" {
			rec.Unavailable[m.name] = fmt.Sprintf("method %s has no reading %q", r.ID.Method, m.reading)
			if why := unread[m.reading]; why != nil {
				rec.Unavailable[m.name] = fmt.Sprintf("reading %s: %v", m.reading, why)
			}
			continue
		}
		v, err := m.mean(o, clusterings, r.comparison().stream("metric:"+m.name))
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

// read clusters the samples under every reading of the method, as often as the reading repeats. unread says why the others cannot be.
func (planned *Run) read(o eval.Outcome, rec *store.Record) (clusters clusterings, unread map[string]error, err error) {
	clusters, unread = make(clusterings, len(planned.readings)), map[string]error{}
	for i, r := range planned.readings {
		rng := planned.comparison().stream("clusters")
		for k := range max(1, r.Repeats) {
			labels, warnings, err := r.Clusters(o, rng)
			if errors.Is(err, eval.ErrUnavailable) {
				unread[r.Name] = err
				break
			}
			if err != nil {
				return nil, nil, fmt.Errorf("clusters by %s: %w", r.Name, err)
			}
			for _, w := range warnings {
				if k == 0 {
					rec.Warnings = append(rec.Warnings, "clusters by "+r.Name+": "+w)
				}
			}
			clusters[r.Name] = append(clusters[r.Name], labels)
		}
		if i == 0 && clusters[r.Name] != nil {
			clusters[""] = clusters[r.Name]
		}
	}
	return clusters, unread, nil
}

// mean returns the metric, averaged over the clusterings of a reading; without any, over the outcome as it is.
func (m measure) mean(o eval.Outcome, clusterings [][]int, rng *rand.Rand) (float64, error) {
	if len(clusterings) == 0 {
		o.Clusters = nil
		return m.metric.Score(o, rng)
	}
	if !m.metric.OnClusters {
		clusterings = clusterings[:1]
	}
	var sum float64
	for _, labels := range clusterings {
		o.Clusters = labels
		v, err := m.metric.Score(o, rng)
		if err != nil {
			return 0, err
		}
		sum += v
	}
	return sum / float64(len(clusterings)), nil
}

// namedSamples is how many samples a figure can name at most.
const namedSamples = 20

// keep stores the matrices that figures draw. Those of clusters are of the first clustering of a reading: output@reading, or
// the method's first reading without a name.
func (r *Run) keep(o eval.Outcome, clusters clusterings, data sample, rec *store.Record) error {
	rec.Picture = [2]int{data.Image.X, data.Image.Y}
	if len(r.ID.Outputs) > 0 && len(data.Columns) <= namedSamples {
		rec.Samples = data.Columns
	}
	own := o.Clusters
	for _, name := range r.ID.Outputs {
		base, reading := result.SplitMetric(name)
		if o.Clusters = nil; clusters[reading] != nil {
			o.Clusters = clusters[reading][0]
		} else if reading == "" {
			o.Clusters = own
		}
		if err := r.points(&o, reading); err != nil {
			return err
		}
		output, _ := eval.FindOutput(base)
		a, err := output.Of(o)
		if errors.Is(err, eval.ErrUnavailable) {
			rec.Unavailable[name] = err.Error()
			continue
		}
		if err != nil {
			return fmt.Errorf("output %s: %w", name, err)
		}
		if rec.Outputs == nil {
			rec.Outputs = map[string]store.Array{}
		}
		rows, cols := a.Dims()
		rec.Outputs[name] = store.Array{Rows: rows, Cols: cols, Values: mat.DenseCopyOf(a).RawMatrix().Data}
	}
	return nil
}

// points sets the points among which a reading found its clusters, for example the columns of H.
func (planned *Run) points(o *eval.Outcome, reading string) (err error) {
	o.Points = nil
	for i, r := range planned.readings {
		if r.Name != reading && (reading != "" || i > 0) || r.Method == eval.ByLabels {
			continue
		}
		if o.Points, err = r.Points(*o); errors.Is(err, eval.ErrUnavailable) {
			o.Points, err = nil, nil
		}
	}
	return err
}
