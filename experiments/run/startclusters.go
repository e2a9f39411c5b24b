package run

import (
	"context"
	"fmt"
	"math"
	"slices"

	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/solvers"
)

// startClusters is the start from the clusters that other methods of the experiment end with on this unit's data, those of
// least objective, as indicators plus 0.2 (Yang and Oja 2010, section IV-C). The methods are run here with their own random
// streams: their result is the one that their own units show, whichever runs first.
func (j *Unit) startClusters(ctx context.Context, data sample, f solvers.Factors) (solvers.Factors, error) {
	var labels []int
	least := math.Inf(1)
	for _, from := range j.from {
		var rec store.Record
		res, err := from.factorise(ctx, data, &rec)
		if err != nil {
			return f, fmt.Errorf("start from %s: %w", from.Unit.Method, err)
		}
		if res.Labels == nil || len(rec.Trace) == 0 {
			return f, fmt.Errorf("start from %s: the method ends in no clusters", from.Unit.Method)
		}
		if last := rec.Trace[len(rec.Trace)-1].Objective; labels == nil || last < least {
			least, labels = last, res.Labels
		}
	}
	return indicate(f, labels, j.Unit.Rank), nil
}

// initJobs are the jobs of the methods that a method starts from, made by job.
func initJobs(s *spec.Experiment, m spec.Method, job func(spec.Method) *Unit) []*Unit {
	var from []*Unit
	for _, other := range s.Methods {
		if slices.Contains(m.InitFrom, other.Key) {
			from = append(from, job(other))
		}
	}
	return from
}
