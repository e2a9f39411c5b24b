package run

import (
	"cmp"
	"context"
	"runtime"
	"sync"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/own/ranks"
)

// Fits are the fits of a study of ranks as runs, which no spec describes: they run, are kept and are found again as any other.
type Fits struct {
	study *ranks.Study
	set   *store.Records
	runs  map[*ranks.Fit]*Run
}

// NewFits returns the runs of a study, with the records that a set has.
func NewFits(study *ranks.Study, set *store.Records) *Fits {
	f := &Fits{study, set, map[*ranks.Fit]*Run{}}
	for _, fit := range study.Whole() {
		f.runs[fit] = f.run(fit)
	}
	return f
}

// Plan returns a plan of some fits.
func (f *Fits) Plan(fits []*ranks.Fit) *Plan {
	p := &Plan{Spec: &spec.Experiment{Address: "rank " + f.study.Name, Base: f.base()}}
	for _, fit := range fits {
		p.Runs = append(p.Runs, f.runs[fit])
	}
	return p
}

// base names the folder of the records: one for each matrix.
func (f *Fits) base() string { return "rank/" + f.study.Sum[:12] }

// Left returns the result of a fit from its record; it is the [ranks.Records] of a study.
func (f *Fits) Left(fit *ranks.Fit) (*ranks.Left, bool) {
	rec, ok := f.set.Get(f.runs[fit])
	if !ok {
		return nil, false
	}
	left := &ranks.Left{Iterations: rec.Iterations, Stopped: rec.Stopped, Seconds: rec.Seconds, Warnings: rec.Warnings, Metrics: rec.Metrics,
		Outputs: map[string]*mat.Dense{}}
	if rec.Status != result.OK {
		left.Failed = cmp.Or(rec.Reason, string(rec.Status))
	}
	for name, a := range rec.Outputs {
		left.Outputs[name] = mat.NewDense(a.Rows, a.Cols, a.Values)
	}
	return left, true
}

func (f *Fits) run(fit *ranks.Fit) *Run {
	s, solver := f.study, fit.Method.Solver()
	id := store.Identity{
		Experiment: f.base(), Dataset: s.Name, Source: "file", Subset: fit.Subset, Rank: fit.Rank, Method: fit.Method.Entry.Name,
		Solver: fit.Method.Entry.Name, Options: solvers.OptionValues(solver), Init: s.InitKey(), Replicate: fit.Replicate, Seed: s.Seed,
		Metrics: []string{},
		Stop:    store.Stop{Iterations: s.Stop.Iterations, TolObjective: s.Stop.TolObjective, TolFactor: s.Stop.TolFactor, Every: s.Stop.Every},
	}
	_, elsewhere := solver.(solvers.Outside)
	return custom(id, s.Sum, fit.Method.Entry.Version, solver, task{guess: fit.Guess(), trial: fit.Trial, elsewhere: elsewhere,
		compute: func(ctx context.Context, rec *store.Record) error {
			left, err := fit.Compute(ctx)
			rec.Iterations, rec.Stopped, rec.Seconds, rec.Warnings, rec.Metrics = left.Iterations, left.Stopped, left.Seconds, left.Warnings, left.Metrics
			for name, a := range left.Outputs {
				if rec.Outputs == nil {
					rec.Outputs = map[string]store.Array{}
				}
				rows, cols := a.Dims()
				rec.Outputs[name] = store.Array{Rows: rows, Cols: cols, Values: a.RawMatrix().Data}
			}
			return err
		}})
}

// task is the work of a run that no spec describes, with estimates of its time.
type task struct {
	compute func(context.Context, *store.Record) error // fills the record
	guess   float64                                    // seconds by the size of the data
	// trial runs for a moment and says how long the whole will take at most, in seconds, and what was timed.
	trial func(context.Context) (seconds float64, from string, err error)
	// elsewhere is work of another process, which the clock of the run's thread does not measure.
	elsewhere bool
}

// customKey returns the key of a run that no spec describes. The name of the data set is for the reader and no part of it.
func customKey(id store.Identity, data string, version int, program string) string {
	id.Dataset = ""
	return keyOf([]byte(store.Canonical(struct {
		Custom  int
		Unit    store.Identity
		Data    string
		Solver  int
		Program string `json:",omitempty"`
	}{engineVersion, id, data, version, program})))
}

// custom returns a run that no spec describes, of the data with a checksum, by a version of a solver.
func custom(id store.Identity, sum string, version int, solver solvers.Solver, work task) *Run {
	fingerprint := func() store.Fingerprint {
		if digestOf(solver) != "" {
			return nil
		}
		return store.Fingerprint{"engine": engineDigest(), "solver " + id.Solver: solverDigest(id.Solver, solver)}
	}
	return &Run{ID: id, Key: customKey(id, sum, version, digestOf(solver)), version: version, origin: origin{at: "(" + id.Subset + ")"},
		fingerprints: sync.OnceValue(fingerprint), custom: &work}
}

// time tries the task and returns the seconds of a processor that the whole will take at most, and what was timed.
func (t *task) time(ctx context.Context) (seconds float64, from string, err error) {
	runtime.LockOSThread() // whose clock tells how much of the time was the processor's
	defer runtime.UnlockOSThread()
	began, processor := time.Now(), processorTime()
	seconds, from, err = t.trial(ctx)
	if now := processorTime(); now > 0 { // it is measured
		seconds *= (now - processor).Seconds() / time.Since(began).Seconds()
	}
	return seconds, from, err
}
