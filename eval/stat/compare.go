package stat

import (
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
	if pairs := a.less(b); len(pairs.Values) > 1 {
		s, part := pairs.spread(grid)
		c = Difference{N: s.N, Paired: true, Estimate: Combine(s.Mean, part), Ranks: Wilcoxon(pairs.Values), Effect: ratio(s.Mean, s.SD)}
	} else {
		sa, partA := a.spread(grid)
		sb, partB := b.spread(grid)
		c = Difference{N: min(sa.N, sb.N), Estimate: Combine(sa.Mean-sb.Mean, partA, partB), Effect: CohenD(sa, sb)}
	}
	c.P, c.Interval = c.Estimate.P(0), c.Estimate.Interval(Confidence)
	return c
}

// spread sums up a sample, with the variance of its mean. No deviation is less than the grid.
func (a Sample) spread(grid float64) (Summary, Part) {
	s, df := Summarise(a.Values), float64(len(a.Values)-1)
	s.SD = max(s.SD, grid) // an unknown deviation stays unknown
	return s, Part{s.SD * s.SD / float64(s.N), df}
}

// less are the differences a - b over the replicates that both samples have.
func (a Sample) less(b Sample) (d Sample) {
	if a.Replicates == nil || b.Replicates == nil {
		if len(a.Values) == len(b.Values) {
			d.Values = differences(a.Values, b.Values)
		}
		return d
	}
	for i, replicate := range a.Replicates {
		if k := slices.Index(b.Replicates, replicate); k >= 0 {
			d.Values, d.Replicates = append(d.Values, a.Values[i]-b.Values[k]), append(d.Replicates, replicate)
		}
	}
	return d
}

// Turned is the difference seen from the other side.
func (d Difference) Turned() Difference {
	d.Estimate.Value, d.Effect = -d.Estimate.Value, -d.Effect
	d.Interval = Interval{-d.Interval.High, -d.Interval.Low}
	w := &d.Ranks
	w.Positive, w.Negative, w.Greater, w.Less = w.Negative, w.Positive, w.Less, w.Greater
	return d
}
