package collect

import (
	"slices"
	"strings"

	"nmfrepro/eval"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// grid is the step of a metric that counts samples of a data set: one sample, 0 of another metric.
func (g *Results) grid(dataset string, class eval.Class) float64 {
	if s := g.source(dataset); s != nil && class.Grid {
		if _, n := s.Size(); n > 0 {
			return 1 / float64(n)
		}
	}
	return 0
}

// drawsNothing tells whether a method has no randomness, by its records. Two replicates or more must agree in every metric that
// depends neither on clusters nor on time; and either no solver iterated, as in a spectral embedding, or one of these metrics
// is a loss or a width. Counts that agree are not enough: they can do so by chance.
func drawsNothing(records []*store.Record, m eval.Metric) bool {
	if len(records) < 2 || m.OnClusters || m.Class.Machine {
		return false
	}
	first, shown := records[0], true
	for _, r := range records {
		if r.Status != reports.OK || r.Unit.Subset != first.Unit.Subset || r.Iterations != first.Iterations {
			return false
		}
		shown = shown && r.Iterations == 0
	}
	for name, v := range first.Metrics {
		c, _ := eval.Find(spec.BaseOf(name))
		if c.OnClusters || c.Class.Machine || c.Class.Exact {
			continue
		}
		for _, r := range records[1:] {
			if r.Metrics[name] != v {
				return false
			}
		}
		shown = shown || c.Class == eval.Loss || c.Class == eval.Width
	}
	return shown
}

// Collapsed runs share next to nothing with the classes where another replicate does: their normalised mutual information
// is below a third of the best one's.
const (
	collapsedShare = 1.0 / 3
	collapsedRank  = 10  // least rank: a handful of clusters of a few samples miss classes by chance
	collapsedFrom  = 0.3 // least information of the best: where no replicate has any, the method may be bad and not broken
)

// collapsed lists the replicates that put nearly all samples into one cluster.
func collapsed(records []*store.Record, rank int) (replicates []int) {
	var scores []float64
	var of []int
	for _, r := range records {
		best, known := 0.0, false
		for name, v := range r.Metrics {
			if strings.HasPrefix(name, "nmi-") && !strings.Contains(name, "@") {
				best, known = max(best, v), true
			}
		}
		if known {
			scores, of = append(scores, best), append(of, r.Unit.Replicate)
		}
	}
	if rank < collapsedRank || len(scores) < 2 || slices.Max(scores) < collapsedFrom {
		return nil
	}
	most := slices.Max(scores)
	for i, v := range scores {
		if v < collapsedShare*most {
			replicates = append(replicates, of[i])
		}
	}
	return replicates
}
