package stat

// Confidence is the confidence of the intervals of differences.
const Confidence = 0.95

// Difference is the comparison of two samples: two methods, one value a replicate.
type Difference struct {
	N        int  // replicates: shared ones if paired, else those of the smaller sample
	Paired   bool // over replicates that share data and start
	Estimate Estimate
	Interval Interval   // of the difference, 95 %
	P        float64    // of no difference: Student's t on the pairs, else Welch's; NaN where a sample has no spread to estimate
	Ranks    SignedRank // of the pairs; zero unless paired
	Effect   float64    // Cohen's d, of the pairs if paired
}

// Turned returns the difference seen from the other side.
func (d Difference) Turned() Difference {
	d.Estimate.Value, d.Effect = -d.Estimate.Value, -d.Effect
	d.Interval = Interval{-d.Interval.High, -d.Interval.Low}
	w := &d.Ranks
	w.Positive, w.Negative, w.Greater, w.Less = w.Negative, w.Positive, w.Less, w.Greater
	return d
}
