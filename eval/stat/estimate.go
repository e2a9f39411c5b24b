package stat

import "math"

// Interval is a closed range; of an estimate that has none, both ends are NaN.
type Interval struct{ Low, High float64 }

// Contains tells whether v lies in the interval.
func (i Interval) Contains(v float64) bool { return i.Low <= v && v <= i.High }

// Estimate is a number with its standard error, which was itself estimated with DF degrees of freedom; +Inf means that it
// is known.
type Estimate struct {
	Value float64
	SE    float64
	DF    float64
}

// Part is one source of an estimate's variance, known with DF degrees of freedom: (standard deviation)²/n with n-1.
type Part struct{ Variance, DF float64 }

// Combine returns the estimate whose variance is the sum of independent parts. Its degrees of freedom are Welch's and
// Satterthwaite's, (Σ vᵢ)²/Σ vᵢ²/dfᵢ (Welch, Biometrika 1947, Eq. 28); they are +Inf where no part is uncertain.
func Combine(value float64, parts ...Part) Estimate {
	var sum, rest float64
	for _, p := range parts {
		sum += p.Variance
	}
	for _, p := range parts {
		if share := p.Variance / sum; share > 0 { // as shares, so that nothing under- or overflows
			rest += share * share / p.DF
		}
	}
	df := math.Inf(1)
	switch {
	case math.IsNaN(sum):
		df = math.NaN()
	case rest > 0:
		df = 1 / rest
	}
	return Estimate{Value: value, SE: math.Sqrt(sum), DF: df}
}

// Paired estimates the mean of x[i] - y[i] over replicates that share their start and data. It panics if the lengths
// differ.
func Paired(x, y []float64) Estimate {
	s := Summarise(differences(x, y))
	n := float64(s.N)
	return Combine(s.Mean, Part{s.SD * s.SD / n, n - 1})
}

func differences(x, y []float64) []float64 {
	if len(x) != len(y) {
		panic("stat: pairs of different lengths")
	}
	d := make([]float64, len(x))
	for i := range x {
		d[i] = x[i] - y[i]
	}
	return d
}

// Interval returns the two-sided confidence interval, as 0.95 for 95 %.
func (e Estimate) Interval(confidence float64) Interval {
	half := e.HalfWidth(confidence)
	return Interval{e.Value - half, e.Value + half}
}

// HalfWidth returns half the width of the confidence interval.
func (e Estimate) HalfWidth(confidence float64) float64 {
	if e.SE == 0 {
		return 0
	}
	return TQuantile(0.5+confidence/2, e.DF) * e.SE
}

// above returns P(estimate ≥ e.Value) if the true value were null.
func (e Estimate) above(null float64) float64 {
	switch d := e.Value - null; {
	case e.SE > 0 || math.IsNaN(d) || math.IsNaN(e.SE):
		return TCDF(-d/e.SE, e.DF)
	case d > 0:
		return 0
	default: // a number without error, at or below the null
		return 1
	}
}

// below returns P(estimate ≤ e.Value) if the true value were null.
func (e Estimate) below(null float64) float64 { return Estimate{-e.Value, e.SE, e.DF}.above(-null) }

// P returns the two-sided p-value of the hypothesis that the true value is null.
func (e Estimate) P(null float64) float64 { return min(1, 2*min(e.above(null), e.below(null))) }

// Equivalence returns the p-value of two one-sided tests (Schuirmann, J. Pharmacokinet. Biopharm. 1987): small if the true
// value lies inside ±tolerance. It is below α just where the interval of confidence 1 - 2α lies inside ±tolerance.
func (e Estimate) Equivalence(tolerance float64) float64 {
	return max(e.above(-tolerance), e.below(tolerance))
}
