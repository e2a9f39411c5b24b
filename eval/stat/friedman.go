package stat

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"nmfrepro/datasets/list"

	"gonum.org/v1/gonum/stat/distuv"
)

// Friedman compares several methods over several data sets by their ranks.
type Friedman struct {
	Sets    int       // data sets
	Ranks   []float64 // mean rank of each method; 1 is best
	ChiSq   float64   // Friedman's statistic, corrected for ties; NaN if all methods tie everywhere
	F       float64   // Iman's and Davenport's form of it; +Inf if all sets agree
	P       float64   // p-value of either: they order all rankings alike
	By      string    // how the p-value came about: Exact, Drawn or Limit
	Methods int

	reach []atom // the largest difference of two mean ranks, by chance alone, the smallest first; nil by the limit distribution
}

// The ways to a p-value of ranks.
const (
	Exact = "exact"                   // all rankings within the sets were counted
	Drawn = "by 100,000 permutations" // that many were drawn, from a fixed seed
	Limit = "limit"                   // the distribution for many sets
)

// atom is a value with its probability.
type atom struct{ value, share float64 }

// Bounds of the distribution of rankings: it is counted out up to mostSteps steps and drawn up to mostSets sets.
const (
	mostSteps = 150_000
	mostSets  = 30
	draws     = 100_000
)

// FriedmanTest ranks the methods within each data set, scores[set][method], and tests whether they differ (Demšar, JMLR
// 2006, section 3.2.2). Higher scores are better unless lower is set. There must be two methods and two sets, all scored. Were there no
// difference, every order within a set would be as likely, tied ranks included: up to 30 sets the p-value is that of these orders, beyond
// it is that of Iman's and Davenport's F.
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
	rows := make([][]int, len(scores))
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
		rows[i] = make([]int, k)
		for j, r := range Ranks(signed) {
			f.Ranks[j] += r
			rows[i][j] = int(math.Round(2 * r)) // tied ranks may be halves
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
	rest := n*(m-1) - f.ChiSq
	switch {
	case math.IsNaN(f.ChiSq):
		f.F, f.P = math.NaN(), math.NaN()
		return f, nil
	case rest <= 1e-12*n*m:
		f.F = math.Inf(1)
	default:
		f.F = (n - 1) * f.ChiSq / rest
	}
	if len(rows) > mostSets {
		f.P, f.By = distuv.F{D1: m - 1, D2: (m - 1) * (n - 1)}.Survival(f.F), Limit
		return f, nil
	}
	f.byOrders(rows)
	return f, nil
}

// byOrders finds the distribution of the sums of ranks under all orders within the sets: the share of those that are as unequal as the
// sums at hand, and how far the mean ranks lie apart. Ranks are counted twice.
func (f *Friedman) byOrders(rows [][]int) {
	sums := make([]int, f.Methods)
	for _, row := range rows {
		for j, r := range row {
			sums[j] += r
		}
	}
	seen, reach := squared(sums), map[int]float64{}
	count := func(sums []int, share float64) {
		if squared(sums) >= seen {
			f.P += share
		}
		reach[slices.Max(sums)-slices.Min(sums)] += share
	}
	if f.By = Exact; !allOrders(rows, count) {
		f.By, f.P = Drawn, 0
		clear(reach)
		drawnOrders(rows, count)
		f.P = (f.P*draws + 1) / (draws + 1) // the ranking at hand is one of them
	}
	if share, agree := agreement(rows); agree {
		f.P, f.By = share, Exact
	}
	for _, r := range slices.Sorted(maps.Keys(reach)) {
		f.reach = append(f.reach, atom{float64(r) / 2 / float64(f.Sets), reach[r]})
	}
}

func squared(x []int) (sum int) {
	for _, v := range x {
		sum += v * v
	}
	return sum
}

// allOrders visits the sums of ranks under all orders within the rows, each with its probability; false if these are too many. Sums
// are sorted, since every column is as good as another.
func allOrders(rows [][]int, visit func(sums []int, share float64)) bool {
	steps := 0
	states := map[string]float64{string(make([]byte, 2*len(rows[0]))): 1}
	key, sums := make([]byte, 2*len(rows[0])), make([]int, len(rows[0]))
	for i, row := range rows {
		perms := ordersOf(row, mostSteps)
		if i == 0 && perms != nil {
			perms = perms[:1] // which column is which does not matter
		}
		if steps += len(states) * len(perms); perms == nil || steps > mostSteps {
			return false
		}
		next := map[string]float64{}
		for _, state := range slices.Sorted(maps.Keys(states)) { // in one order, for the same bits
			share := states[state]
			for _, p := range perms {
				for j := range sums {
					sums[j] = int(state[2*j])<<8 + int(state[2*j+1]) + p[j]
				}
				slices.Sort(sums)
				for j, s := range sums {
					key[2*j], key[2*j+1] = byte(s>>8), byte(s)
				}
				next[string(key)] += share / float64(len(perms))
			}
		}
		states = next
	}
	for _, state := range slices.Sorted(maps.Keys(states)) {
		for j := range sums {
			sums[j] = int(state[2*j])<<8 + int(state[2*j+1])
		}
		visit(sums, states[state])
	}
	return true
}

// ordersOf returns the different orders of some numbers, nil if they are more than so many.
func ordersOf(x []int, most int) (all [][]int) {
	if ordersCount(x) > float64(most) {
		return nil
	}
	order := slices.Sorted(slices.Values(x))
	for {
		all = append(all, slices.Clone(order))
		i := len(order) - 2
		for i >= 0 && order[i] >= order[i+1] {
			i--
		}
		if i < 0 {
			return all
		}
		j := len(order) - 1
		for order[j] <= order[i] {
			j--
		}
		order[i], order[j] = order[j], order[i]
		slices.Reverse(order[i+1:])
	}
}

// ordersCount returns how many different orders there are.
func ordersCount(x []int) float64 {
	orders := 1.0
	for i, v := range x {
		equal := 0
		for _, w := range x[:i+1] {
			if v == w {
				equal++
			}
		}
		orders *= float64(i+1) / float64(equal)
	}
	return orders
}

// agreement returns the probability that all rows agree where they do, with as many ties in each.
func agreement(rows [][]int) (share float64, agree bool) {
	share = 1
	for _, row := range rows[1:] {
		if !slices.Equal(row, rows[0]) {
			return 0, false
		}
		share /= ordersCount(row)
	}
	return share, true
}

// drawnOrders visits the sums of ranks under orders that are drawn.
func drawnOrders(rows [][]int, visit func(sums []int, share float64)) {
	rng := rand.New(rand.NewPCG(1, 2))
	sums, row := make([]int, len(rows[0])), make([]int, len(rows[0]))
	for range draws {
		clear(sums)
		for _, r := range rows {
			copy(row, r)
			for j := len(row) - 1; j >= 0; j-- {
				at := rng.IntN(j + 1)
				row[j], row[at] = row[at], row[j]
				sums[j] += row[j]
			}
		}
		visit(sums, 1.0/draws)
	}
}

// CriticalDifference returns how far two mean ranks have to lie apart to differ at level alpha, whichever of all pairs they are: the
// smallest difference that chance alone exceeds or meets so rarely, +Inf if there is none. Beyond 30 sets it is Nemenyi's
// q·√(k(k+1)/6N), q being the studentised range of k means over √2 (Demšar, Eq. after Table 5), to which it tends; of few sets it is that
// of Hollander and Wolfe (Nonparametric Statistical Methods, 3rd ed., 7.3).
func (f Friedman) CriticalDifference(alpha float64) float64 {
	if f.reach == nil {
		k := float64(f.Methods)
		return RangeQuantile(1-alpha, f.Methods) / math.Sqrt2 * math.Sqrt(k*(k+1)/(6*float64(f.Sets)))
	}
	critical, tail := math.Inf(1), 0.0
	for _, a := range slices.Backward(f.reach) {
		if tail += a.share; tail > alpha+1e-12 {
			break
		}
		critical = a.value
	}
	return critical
}

// Cliques returns the largest groups of methods whose mean ranks all lie within cd, each by its methods from best to worst:
// the bars of a critical-difference diagram. A method alone is no group.
func (f Friedman) Cliques(cd float64) [][]int {
	order := list.Order(f.Ranks)
	var groups [][]int
	last := 0 // end of the previous group: the next one has to reach further
	for i := range order {
		j := i
		for j < len(order) && f.Ranks[order[j]]-f.Ranks[order[i]] < cd-1e-9 {
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
