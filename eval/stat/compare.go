package stat

import (
	"math"
	"slices"
)

// Confidence is that of the intervals of differences.
const Confidence = 0.95

// Sample is the values of a method, one a replicate.
type Sample struct {
	Values     []float64
	Replicates []int // which replicates those are; samples without them pair up by place if they are of one size
}

// Difference is what came of comparing two samples.
type Difference struct {
	N        int  // replicates: shared ones if paired, else those of the smaller sample
	Paired   bool // over replicates that share data and start
	Estimate Estimate
	Interval Interval   // of the difference, 95 %
	P        float64    // of no difference: Student's t on the pairs, else Welch's; NaN where a sample has no spread to estimate
	Ranks    SignedRank // of the pairs; zero unless paired
	Effect   float64    // Cohen's d, of the pairs if paired
}

// Compare estimates the difference a - b and tests whether there is one: over the replicates that both samples have, or as
// independent samples if they share fewer than two. grid is the step of a metric that counts: no deviation is held smaller,
// since equal counts do not mean that nothing scatters; 0 for a metric that has none.
func Compare(a, b Sample, grid float64) Difference {
	var c Difference
	if x, y := a.shared(b); len(x) > 1 {
		d := differences(x, y)
		n, sd := float64(len(d)), max(SD(d), grid)
		c = Difference{N: len(d), Paired: true, Estimate: Combine(Mean(d), Part{sd * sd / n, n - 1}), Ranks: Wilcoxon(d), Effect: ratio(Mean(d), sd)}
	} else {
		sa, sb := Summarise(a.Values), Summarise(b.Values)
		sa.SD, sb.SD = atLeast(sa.SD, grid), atLeast(sb.SD, grid)
		c = Difference{N: min(sa.N, sb.N), Estimate: Welch(sa, sb), Effect: CohenD(sa, sb)}
	}
	c.P, c.Interval = c.Estimate.P(0), c.Estimate.Interval(Confidence)
	return c
}

// atLeast is sd, or the grid if that is larger; an unknown deviation stays unknown.
func atLeast(sd, grid float64) float64 {
	if math.IsNaN(sd) {
		return sd
	}
	return max(sd, grid)
}

// shared are the values of the replicates that both samples have, in one order.
func (a Sample) shared(b Sample) (x, y []float64) {
	if a.Replicates == nil || b.Replicates == nil {
		if len(a.Values) != len(b.Values) {
			return nil, nil
		}
		return a.Values, b.Values
	}
	for i, replicate := range a.Replicates {
		if k := slices.Index(b.Replicates, replicate); k >= 0 {
			x, y = append(x, a.Values[i]), append(y, b.Values[k])
		}
	}
	return x, y
}

// Turned is the difference seen from the other side.
func (d Difference) Turned() Difference {
	d.Estimate.Value, d.Effect = -d.Estimate.Value, -d.Effect
	d.Interval = Interval{-d.Interval.High, -d.Interval.Low}
	w := &d.Ranks
	w.Positive, w.Negative, w.Greater, w.Less = w.Negative, w.Positive, w.Less, w.Greater
	return d
}
