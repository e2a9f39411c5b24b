package stat

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// TCDF returns P(T ≤ t) for Student's t with df > 0 degrees of freedom, which need not be whole; df = +Inf is the normal
// distribution.
func TCDF(t, df float64) float64 {
	if math.IsNaN(t) || math.IsNaN(df) || df <= 0 {
		return math.NaN()
	}
	if df > normalFrom {
		return NormalCDF(t)
	}
	// Both forms of the incomplete beta function: the first keeps its digits near zero, the second in the tails. gonum's
	// distuv has the second only.
	if t*t < min(1, df) {
		return 0.5 + math.Copysign(mathext.RegIncBeta(0.5, df/2, t*t/(df+t*t))/2, t)
	}
	tail := mathext.RegIncBeta(df/2, 0.5, df/(df+t*t)) / 2
	if t > 0 {
		return 1 - tail
	}
	return tail
}

// normalFrom is where Student's t and the normal distribution agree to 1e-10.
const normalFrom = 1e10

// TQuantile returns the t with TCDF(t, df) = p. It solves for t: gonum's quantile and math.Erfcinv
// lose digits far out in the tails, where an interval of a Holm-corrected level lies.
func TQuantile(p, df float64) float64 {
	switch {
	case math.IsNaN(p) || math.IsNaN(df) || df <= 0 || p < 0 || p > 1:
		return math.NaN()
	case p == 0:
		return math.Inf(-1)
	case p == 0.5:
		return 0
	case p == 1:
		return math.Inf(1)
	case p > 0.5: // the lower tail keeps its digits
		return -TQuantile(1-p, df)
	}
	return cached(&tQuantiles, p, df, lowerTQuantile)
}

// cached solves for each pair of numbers once: a table asks for the same few of them in every cell.
func cached(known *sync.Map, a, b float64, solve func(a, b float64) float64) float64 {
	key := [2]float64{a, b}
	v, there := known.Load(key)
	if !there {
		v, _ = known.LoadOrStore(key, solve(a, b))
	}
	return v.(float64)
}

var tQuantiles, rangeQuantiles sync.Map

// lowerTQuantile serves 0 < p < 1/2: Newton's steps, and a bisection where one would leave the bracket. Far out the
// distribution function falls as |t|^-df, so the bracket is found by doubling.
func lowerTQuantile(p, df float64) float64 {
	lo, hi := -1.0, 0.0
	for TCDF(lo, df) > p {
		lo, hi = 2*lo, lo
		if math.IsInf(lo, -1) {
			return lo
		}
	}
	for t := lo; ; {
		excess := TCDF(t, df) - p
		if excess > 0 {
			hi = t
		} else {
			lo = t
		}
		step := excess / tDensity(t, df)
		if math.Abs(step) <= 1e-15*math.Abs(t) {
			return t
		}
		next := t - step
		if !(next > lo && next < hi) {
			next = lo + (hi-lo)/2
			if next == lo || next == hi {
				return next
			}
		}
		t = next
	}
}

func tDensity(t, df float64) float64 {
	if df > normalFrom {
		return math.Exp(-t*t/2) / math.Sqrt(2*math.Pi)
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Prob(t)
}

// NormalCDF returns P(Z ≤ z) for the standard normal distribution.
func NormalCDF(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
