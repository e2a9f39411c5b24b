package eval

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/rank"
	"nmfrepro/eval/stat"
)

// scoreAt returns the quantile of the scores of features at q, as R's summary has it.
func scoreAt(q float64) func(*mat.Dense) (float64, error) {
	return func(w *mat.Dense) (float64, error) { return quantile(rank.RowSpecificity(w), q), nil }
}

func scoreMean(w *mat.Dense) (float64, error) { return stat.Mean(rank.RowSpecificity(w)), nil }

// selected counts the features of a score of at least the median plus three times the median absolute deviation, which is multiplied
// by 1.4826, whose largest entry is at least the median of W.
func selected(w *mat.Dense) (float64, error) {
	scores := rank.RowSpecificity(w)
	centre := quantile(scores, 0.5)
	away := make([]float64, len(scores))
	for i, v := range scores {
		away[i] = math.Abs(v - centre)
	}
	least, entry := centre+3*1.4826*quantile(away, 0.5), quantile(mat.DenseCopyOf(w).RawMatrix().Data, 0.5)
	count := 0
	for i, v := range scores {
		if v >= least && slices.Max(w.RawRowView(i)) >= entry {
			count++
		}
	}
	return float64(count), nil
}

// quantile lies between the values that q parts, in proportion (type 7 of Hyndman and Fan, American Statistician 50, 1996).
func quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	at := q * float64(len(sorted)-1)
	low := int(at)
	if low+1 == len(sorted) {
		return sorted[low]
	}
	return sorted[low] + (at-float64(low))*(sorted[low+1]-sorted[low])
}
