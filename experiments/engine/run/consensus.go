package run

import (
	"context"
	"fmt"
	"slices"

	"nmfrepro/eval"
	"nmfrepro/eval/rank"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers"
)

// agree runs the method from several initialisations, clusters the samples by each, and sets the share of initialisations that put two
// samples into one cluster. It returns the factors of the smallest objective. The record has the trace of those factors and the seconds of
// all.
func (r *Run) agree(ctx context.Context, data sample, rec *store.Record, o *eval.Outcome, starts int, by eval.Assign) (solvers.Result, error) {
	var clusters [][]int
	best, err := r.best(ctx, data, rec, starts, func(run *Run, res solvers.Result) error {
		outcome := *o
		outcome.W, outcome.Ht, outcome.Basis, outcome.Embedding, outcome.Clusters = res.W, res.Ht, res.Basis, res.Embedding, res.Labels
		labels, _, err := by.Clusters(outcome, run.comparison().stream("clusters"))
		clusters = append(clusters, labels)
		return err
	})
	if err != nil {
		return best, err
	}
	o.Consensus, err = rank.Consensus(clusters)
	return best, err
}

// agreement returns the reading by which the initialisations of a run of several are compared: the first, where a metric asks for it.
func (r *Run) agreement() (by eval.Assign, asked bool) {
	if r.ID.Starts < 2 || len(r.readings) == 0 || !slices.ContainsFunc(r.metrics, func(m measure) bool { return m.metric.OnStarts }) {
		return by, false
	}
	return r.readings[0].Assign, true
}

// best runs the method from several initialisations, shows what each found, and returns that of the smallest objective. The record has
// its trace, and the seconds of all.
func (r *Run) best(ctx context.Context, data sample, rec *store.Record, starts int, found func(*Run, solvers.Result) error) (solvers.Result, error) {
	var best solvers.Result
	var bestRec store.Record
	whole := *rec
	for k := range starts {
		run, one := *r, whole
		run.ID.Seed += uint64(k) // as a study of a matrix of one's own has it
		one.Warnings = slices.Clone(whole.Warnings)
		res, err := run.factorise(ctx, data, &one, nil)
		if err != nil {
			return best, fmt.Errorf("initialisation %d of %d: %w", k+1, starts, err)
		}
		if err := found(&run, res); err != nil {
			return best, fmt.Errorf("clusters of initialisation %d of %d: %w", k+1, starts, err)
		}
		rec.Seconds, rec.ProcessorSeconds, rec.StartSeconds = rec.Seconds+one.Seconds, rec.ProcessorSeconds+one.ProcessorSeconds,
			rec.StartSeconds+one.StartSeconds
		if k == 0 || objective(&one) < objective(&bestRec) {
			best, bestRec = res, one
		}
	}
	rec.Trace, rec.Iterations, rec.Stopped, rec.Warnings, rec.Provenance = bestRec.Trace, bestRec.Iterations, bestRec.Stopped,
		bestRec.Warnings, bestRec.Provenance
	return best, nil
}

// objective returns the last that a run observed, 0 if none was.
func objective(rec *store.Record) float64 {
	if len(rec.Trace) == 0 {
		return 0
	}
	return rec.Trace[len(rec.Trace)-1].Objective
}
