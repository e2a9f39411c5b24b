package stat

import (
	"fmt"
	"math"
	"slices"

	"nmfrepro/datasets/list"

	"gonum.org/v1/gonum/stat/distuv"
)

// Friedman compares several methods over several data sets by their ranks.
type Friedman struct {
	Sets    int       // data sets
	Ranks   []float64 // mean rank of each method; 1 is best
	ChiSq   float64   // Friedman's statistic, corrected for ties; NaN if all methods tie everywhere
	P       float64   // p-value by the χ² distribution
	F       float64   // Iman's and Davenport's statistic, less conservative; +Inf if all sets agree
	PF      float64   // p-value by the F distribution
	Methods int
}

// FriedmanTest ranks the methods within each data set, scores[set][method], and tests whether they differ (Demšar, JMLR
// 2006, section 3.2.2). Higher scores are better unless lower is set. There must be two methods and two sets, all scored.
func FriedmanTest(scores [][]float64, lower bool) (Friedman, error) {
	if len(scores) < 2 {
		return Friedman{}, fmt.Errorf("stat: friedman: too few data sets: %d, want at least 2", len(scores))
	}
	k := len(scores[0])
	if k < 2 {
		return Friedman{}, fmt.Errorf("stat: friedman: too few methods: %d, want at least 2", k)
	}
	f := Friedman{Sets: len(scores), Methods: k, Ranks: make([]float64, k)}
	var ties float64 // Σ t³ - t
	for i, row := range scores {
		if len(row) != k {
			return Friedman{}, fmt.Errorf("stat: friedman: data set %d has %d scores, want %d", i+1, len(row), k)
		}
		signed := slices.Clone(row)
		for j, v := range row {
			if math.IsNaN(v) {
				return Friedman{}, fmt.Errorf("stat: friedman: data set %d has no score of method %d; leave the set or the method out", i+1, j+1)
			}
			if !lower {
				signed[j] = -v
			}
		}
		for j, r := range Ranks(signed) {
			f.Ranks[j] += r
		}
		for _, t := range tieSizes(signed) {
			ties += float64(t*t*t - t)
		}
	}
	n, m := float64(len(scores)), float64(k)
	var squares float64
	for j := range f.Ranks {
		f.Ranks[j] /= n
		d := f.Ranks[j] - (m+1)/2
		squares += d * d
	}
	f.ChiSq = 12 * n / (m * (m + 1)) * squares / (1 - ties/(n*m*(m*m-1)))
	f.P = distuv.ChiSquared{K: m - 1}.Survival(f.ChiSq)
	rest := n*(m-1) - f.ChiSq
	switch {
	case math.IsNaN(f.ChiSq):
		f.P, f.F, f.PF = math.NaN(), math.NaN(), math.NaN()
	case rest <= 1e-12*n*m:
		f.F, f.PF = math.Inf(1), 0
	default:
		f.F = (n - 1) * f.ChiSq / rest
		f.PF = distuv.F{D1: m - 1, D2: (m - 1) * (n - 1)}.Survival(f.F)
	}
	return f, nil
}

// CriticalDifference returns how far two mean ranks have to lie apart to differ by Nemenyi's test at level alpha (Demšar, Eq.
// after Table 5): q·√(k(k+1)/6N), q being the studentised range of k means over √2.
func (f Friedman) CriticalDifference(alpha float64) float64 {
	k := float64(f.Methods)
	return RangeQuantile(1-alpha, f.Methods) / math.Sqrt2 * math.Sqrt(k*(k+1)/(6*float64(f.Sets)))
}

// Cliques returns the largest groups of methods whose mean ranks all lie within cd, each by its methods from best to worst:
// the bars of a critical-difference diagram. A method alone is no group.
func (f Friedman) Cliques(cd float64) [][]int {
	order := list.Order(f.Ranks)
	var groups [][]int
	last := 0 // end of the previous group: the next one has to reach further
	for i := range order {
		j := i
		for j < len(order) && f.Ranks[order[j]]-f.Ranks[order[i]] < cd {
			j++
		}
		if j-i > 1 && j > last {
			groups = append(groups, slices.Clone(order[i:j]))
			last = j
		}
	}
	return groups
}

// RangeCDF returns the probability that k independent standard normal variables lie within q of each other,
// k∫φ(z)(Φ(z)-Φ(z-q))ᵏ⁻¹dz: the studentised range with infinitely many degrees of freedom. The trapezoidal rule converges
// faster than any power on so smooth and short-tailed a function; its step of 1/16 leaves nothing at double precision.
func RangeCDF(q float64, k int) float64 {
	if q <= 0 || k < 1 {
		return 0
	}
	const step, far = 1.0 / 16, 9.0
	var sum float64
	for z := -far; z <= far; z += step {
		sum += math.Exp(-z*z/2) * math.Pow(NormalCDF(z)-NormalCDF(z-q), float64(k-1))
	}
	return min(1, float64(k)*sum*step/math.Sqrt(2*math.Pi))
}

// RangeQuantile returns the q with RangeCDF(q, k) = p, for 0 < p < 1 and k ≥ 2.
func RangeQuantile(p float64, k int) float64 {
	return cached(&rangeQuantiles, p, float64(k), rangeQuantile)
}

func rangeQuantile(p, k float64) float64 {
	if k < 2 || !(p > 0 && p < 1) {
		return math.NaN()
	}
	lo, hi := 0.0, 40.0
	for {
		mid := lo + (hi-lo)/2
		if mid <= lo || mid >= hi {
			return mid
		}
		if RangeCDF(mid, int(k)) < p {
			lo = mid
		} else {
			hi = mid
		}
	}
}
