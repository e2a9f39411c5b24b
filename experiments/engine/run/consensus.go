package run

import (
	"context"
	"fmt"
	"slices"

	"nmfrepro/eval"
	"nmfrepro/eval/rank"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers"
)

// agree runs the method from each initialisation of a consensus. It returns the factors of the smallest objective and sets the clusters on
// which all agree. The record has the trace of those factors and the seconds of all.
func (r *Run) agree(ctx context.Context, data sample, rec *store.Record, o *eval.Outcome, c *spec.Consensus) (solvers.Result, error) {
	var starts [][]int
	best, err := r.best(ctx, data, rec, c.Starts, func(run *Run, res solvers.Result) error {
		outcome := *o
		outcome.W, outcome.Ht, outcome.Basis, outcome.Embedding, outcome.Clusters = res.W, res.Ht, res.Basis, res.Embedding, res.Labels
		labels, _, err := c.Clusters(outcome, run.comparison().stream("clusters"))
		starts = append(starts, labels)
		return err
	})
	if err != nil {
		return best, err
	}
	likeness, err := rank.Consensus(starts)
	if err != nil {
		return best, err
	}
	o.Consensus = likeness
	best.Labels = rank.Cut(likeness, r.ID.Rank)
	return best, nil
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
