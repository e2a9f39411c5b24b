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

// startClusters starts a method from the clusters of other methods of the experiment on this unit's data: the indicators of the
// run with the least objective, plus 0.2 (Yang and Oja 2010, section IV-C). Those methods are run here with their own random
// streams, so that their result is the one that their own units have.
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

// initVariants are those of the methods that a method starts from.
func initVariants(s *spec.Experiment, p spec.Profile, m spec.Method, d spec.Dataset, src *Source, rank int, seed uint64, metrics []measure) []*variant {
	var from []*variant
	for _, other := range s.Methods {
		if slices.Contains(m.InitFrom, other.Key) {
			stop, _ := s.StopFor(p, d.Key, other)
			from = append(from, newVariant(s, d, src, rank, other.Variants()[0], stop, seed, metrics))
		}
	}
	return from
}
