package stat

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Mixture is an estimate whose error is one of several, each with its weight: the weights sum to 1, and the values are equal.
type Mixture []Weighted

// Weighted is one error of a mixture with its weight.
type Weighted struct {
	Estimate
	Weight float64
}

// Sure returns an estimate as a mixture of itself.
func Sure(e Estimate) Mixture { return Mixture{{e, 1}} }

// At returns the mixture with another value.
func (m Mixture) At(value float64) Mixture {
	out := make(Mixture, len(m))
	for i, w := range m {
		w.Value = value
		out[i] = w
	}
	return out
}

// mean returns the weighted mean of what is computed of each estimate.
func (m Mixture) mean(of func(Estimate) float64) (sum float64) {
	for _, w := range m {
		sum += w.Weight * of(w.Estimate)
	}
	return sum
}

// SE returns the standard error.
func (m Mixture) SE() float64 {
	return math.Sqrt(m.mean(func(e Estimate) float64 { return e.SE * e.SE }))
}

// P returns the two-sided p-value of the hypothesis that the true value is null.
func (m Mixture) P(null float64) float64 {
	return min(1, 2*m.mean(func(e Estimate) float64 { return Estimate{math.Abs(e.Value - null), e.SE, e.DF}.above(0) }))
}

// Equivalence returns the p-value of two one-sided tests, as [Estimate.Equivalence] does.
func (m Mixture) Equivalence(tolerance float64) float64 {
	return max(m.mean(func(e Estimate) float64 { return e.above(-tolerance) }), m.mean(func(e Estimate) float64 { return e.below(tolerance) }))
}

// Above returns how far above the true value the estimate lies with this probability, at most 1/2. It is found by bisection.
func (m Mixture) Above(probability float64) float64 {
	if len(m) == 1 {
		if m[0].SE == 0 {
			return 0
		}
		return -TQuantile(probability, m[0].DF) * m[0].SE
	}
	if probability == 0.5 {
		return 0
	}
	widest := 0.0
	for _, w := range m { // the quantile lies between that of no error and the largest
		widest = max(widest, Sure(w.Estimate).Above(probability))
	}
	low, high := 0.0, widest
	over, under := math.Log(0.5/probability), min(0, m.logAbove(high)-math.Log(probability)) // the logarithm of a tail is nearly straight
	for side := 0.0; high-low > 1e-7*high && under < 0; {
		at := low + (high-low)*over/(over-under)
		d := m.logAbove(at) - math.Log(probability)
		if math.Abs(d) < 1e-9 {
			return at
		}
		if d > 0 {
			low, over = at, d
		} else {
			high, under = at, d
		}
		if d*side > 0 && d > 0 { // an end that stays is weighed half (the Illinois rule), or the other never moves
			under /= 2
		} else if d*side > 0 {
			over /= 2
		}
		side = d
	}
	return high
}

// logAbove returns the logarithm of the probability that the estimate lies so far above the true value or farther.
func (m Mixture) logAbove(far float64) float64 {
	return math.Log(m.mean(func(e Estimate) float64 { return Estimate{far, e.SE, e.DF}.above(0) }))
}

// HalfWidth returns half the width of the interval of this confidence.
func (m Mixture) HalfWidth(confidence float64) float64 { return m.Above(0.5 - confidence/2) }

// Excess returns the estimate whose variance is whole·σ² - less·τ² and another part, of variances that two normal samples tell, τ² being no
// greater than σ². Satterthwaite's degrees of freedom are for sums. Of a difference the generalised p-value holds its level (Tsui and
// Weerahandi, J. Amer. Statist. Assoc. 84, 1989): the mean of the p-values over what both variances may be, given the samples. It is taken
// over the ratio of the two chi-squares, whose logarithm is that of the odds of a beta variable; given the ratio the estimate has Student's
// distribution with the degrees of freedom of both. Of a τ² that nothing tells, 0 is taken.
func Excess(value, whole float64, sigma Part, less float64, tau Part, more Part) Mixture {
	if !(tau.DF > 0) || sigma.Variance == 0 {
		return Sure(Combine(value, Part{whole * sigma.Variance, sigma.DF}, more))
	}
	const known, steps, reach = 1e6, 16, 5.5 // degrees of freedom of a variance that is known; a grid over so many deviations
	a, b := min(sigma.DF, known)/2, min(tau.DF, known)/2
	middle, spread := mathext.Digamma(a)-mathext.Digamma(b), reach*math.Sqrt(1/a+1/b)
	out, sum := make(Mixture, steps), 0.0
	at := func(i int) (share, rest float64) {
		odds := middle + spread*((2*float64(i)+1)/steps-1)
		return 1 / (1 + math.Exp(-odds)), 1 / (1 + math.Exp(odds))
	}
	top := a*math.Log(a/(a+b)) + b*math.Log(b/(a+b)) // of the density
	for i := range out {
		share, rest := at(i)
		tau2 := tau.Variance * b / (a + b) / rest
		sigma2 := max(tau2, sigma.Variance*a/(a+b)/share)
		out[i] = Weighted{Combine(value, Part{whole*sigma2 - less*tau2, sigma.DF + tau.DF}, more),
			math.Exp(a*math.Log(share) + b*math.Log(rest) - top)}
		sum += out[i].Weight
	}
	for i := range out {
		out[i].Weight /= sum
	}
	return out
}
