package judge

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/reports/result"
)

// fewestMethods is how many methods an order takes.
const fewestMethods = 3

// orderDraws is how often data sets are drawn for the interval of τ.
const orderDraws = 2000

// Orders holds every two comparisons against each other: how well the orders of the methods agree, over the methods and the data sets
// that both have. differ names the settings by which two comparisons differ.
func Orders(all []result.Comparison, differ func(a, b result.Comparison) string) (o result.Orders) {
	all = list.Filter(all, func(c result.Comparison) bool { return c.OursErr == nil })
	for i := range all {
		for j := i + 1; j < len(all); j++ {
			if p, ok := orderPair(all[i], all[j]); ok {
				p.Differ = differ(all[i], all[j])
				o.Pairs = append(o.Pairs, p)
			}
		}
	}
	slices.SortStableFunc(o.Pairs, func(a, b result.OrderPair) int { return cmp.Compare(a.Tau.Tau, b.Tau.Tau) })
	var metrics []string
	for _, c := range all {
		metrics = list.AppendUnique(metrics, c.Metric+"|"+c.Measure)
	}
	for _, m := range metrics {
		if s, ok := shares(list.Filter(all, func(c result.Comparison) bool { return c.Metric+"|"+c.Measure == m })); ok {
			o.Shares = append(o.Shares, s)
		}
	}
	return o
}

// scored returns the mean score of each method on each data set of a comparison, by name; sets are the data sets, or the rows where all are
// of one set. A method or set without all numbers is left out of what is in common.
func scored(c result.Comparison) (of map[string]map[string]float64, sets []string) {
	of = map[string]map[string]float64{}
	for _, w := range units(c) {
		name := cmp.Or(w.Set, c.Rows[w.Rows[0]].Label)
		sets = append(sets, name)
		for m, method := range c.Methods {
			v := stat.Mean(list.Map(w.Rows, func(i int) float64 { return stat.Mean(c.Rows[i].Cells[m].Cell.Runs.Values) }))
			if of[method.Key] == nil {
				of[method.Key] = map[string]float64{}
			}
			of[method.Key][name] = v
		}
	}
	return of, sets
}

// inCommon lists the data sets and methods of which every comparison has all numbers. As long as one is missing, the data set or the method
// that lacks the largest share of its numbers is left out, so that a set that is half computed costs no method. left tells what is left out
// of what all comparisons name, and why.
func inCommon(all []result.Comparison) (methods, sets []string, left []result.LeftOut, scores []map[string]map[string]float64) {
	for k, c := range all {
		of, named := scored(c)
		scores = append(scores, of)
		keys := list.Map(c.Methods, func(m result.Method) string { return m.Key })
		if k == 0 {
			methods, sets = list.AppendUnique(nil, keys...), named
			continue
		}
		methods = list.Filter(methods, func(m string) bool { return slices.Contains(keys, m) })
		sets = list.Filter(sets, func(s string) bool { return slices.Contains(named, s) })
	}
	lacks := func(m, s string) bool {
		return slices.ContainsFunc(scores, func(of map[string]map[string]float64) bool { return math.IsNaN(of[m][s]) })
	}
	for len(methods) > 0 {
		of := func(s string) int { return len(list.Filter(methods, func(m string) bool { return lacks(m, s) })) }
		by := func(m string) int { return len(list.Filter(sets, func(s string) bool { return lacks(m, s) })) }
		set := slices.MaxFunc(append([]string{""}, sets...), func(a, b string) int { return cmp.Compare(of(a), of(b)) })
		method := slices.MaxFunc(methods, func(a, b string) int { return cmp.Compare(by(a), by(b)) })
		if set == "" || of(set) == 0 {
			break
		}
		if of(set)*len(sets) >= by(method)*len(methods) {
			who := "of any method"
			if n := of(set); n < len(methods) {
				who = fmt.Sprintf("of %d of %d methods", n, len(methods))
			}
			left = append(left, result.LeftOut{Name: set, Lacks: "a number " + who})
			sets = slices.DeleteFunc(slices.Clone(sets), func(s string) bool { return s == set })
			continue
		}
		left = append(left, result.LeftOut{Name: all[0].Methods[byKey(all[0], method)].Name, Lacks: fmt.Sprintf("a number of %d of %d data sets", by(method), len(sets))})
		methods = slices.DeleteFunc(slices.Clone(methods), func(m string) bool { return m == method })
	}
	return methods, sets, left, scores
}

// seeds counts the numbers of each data set of which every comparison has one by every method.
func seeds(all []result.Comparison, methods, sets []string) []int {
	return list.Map(sets, func(set string) int {
		n := math.MaxInt
		for _, c := range all {
			for _, w := range units(c) {
				for _, i := range w.Rows {
					for _, m := range methods {
						if cmp.Or(w.Set, c.Rows[w.Rows[0]].Label) == set {
							n = min(n, len(c.Rows[i].Cells[byKey(c, m)].Cell.Runs.Values))
						}
					}
				}
			}
		}
		return n
	})
}

// byKey returns the place of a method by its key.
func byKey(c result.Comparison, key string) int {
	return slices.IndexFunc(c.Methods, func(m result.Method) bool { return m.Key == key })
}

func orderPair(a, b result.Comparison) (p result.OrderPair, ok bool) {
	methods, sets, left, scores := inCommon([]result.Comparison{a, b})
	if len(methods) < fewestMethods || len(sets) == 0 {
		return p, false
	}
	var ranks [2][][]float64 // by set and method
	for k, c := range []result.Comparison{a, b} {
		ranks[k] = list.Map(sets, func(set string) []float64 {
			return stat.Ranks(list.Map(methods, func(m string) float64 {
				if c.Lower {
					return scores[k][m][set]
				}
				return -scores[k][m][set]
			}))
		})
	}
	over := func(k int, drawn []int) []float64 {
		sums := make([]float64, len(methods))
		for _, i := range drawn {
			for m, r := range ranks[k][i] {
				sums[m] += r // halves: sums that are equal are so to the last bit
			}
		}
		for m := range sums {
			sums[m] /= float64(len(drawn))
		}
		return sums
	}
	whole := list.Upto(len(sets))
	shown := func(set string) string { // as the rows of a table name it
		for _, w := range units(a) {
			if w.Set == set && len(w.Rows) == 1 {
				return a.Rows[w.Rows[0]].Label
			}
		}
		return set
	}
	for i := range left {
		left[i].Name = shown(left[i].Name)
	}
	p = result.OrderPair{A: comparisonPlace(a), B: comparisonPlace(b), Sets: len(sets), Left: left,
		Seeds: result.SeedsText(list.Map(sets, shown), seeds([]result.Comparison{a, b}, methods, sets), true), Ranks: [2][]float64{over(0, whole), over(1, whole)},
		Spread: stat.Interval{Low: math.NaN(), High: math.NaN()}}
	p.Methods = list.Map(methods, func(key string) string { return a.Methods[byKey(a, key)].Name })
	p.Tau = stat.KendallTau(p.Ranks[0], p.Ranks[1])
	if len(sets) > 1 {
		p.Spread = spreadOfTau(len(sets), over)
	}
	return p, !math.IsNaN(p.Tau.Tau)
}

// spreadOfTau draws data sets with replacement, from a fixed seed, and returns the middle 95 % of τ.
func spreadOfTau(sets int, over func(k int, drawn []int) []float64) stat.Interval {
	rng := rand.New(rand.NewPCG(1, 2))
	var taus []float64
	drawn := make([]int, sets)
	for range orderDraws {
		for i := range drawn {
			drawn[i] = rng.IntN(sets)
		}
		if tau := stat.Tau(over(0, drawn), over(1, drawn)); !math.IsNaN(tau) {
			taus = append(taus, tau)
		}
	}
	slices.Sort(taus)
	tail := len(taus) / 40
	return stat.Interval{Low: taus[tail], High: taus[len(taus)-1-tail]}
}

func comparisonPlace(c result.Comparison) result.Place {
	return result.Place{Address: c.Address, Panel: c.Panel, Metric: strings.TrimSuffix(c.Metric+"@"+c.Reading, "@")}
}

// shares splits the sum of squares of the scores by one metric into those of method, data set, setting (the comparisons: their labelling, stop,
// scale), their pairs, and seeds. Seeds are counted as far as all have them.
func shares(all []result.Comparison) (out result.Shares, ok bool) {
	methods, sets, _, _ := inCommon(all)
	if len(methods) < 2 || len(sets) < 2 {
		return out, false
	}
	n := math.MaxInt
	values := func(c result.Comparison, method, set string) (rows [][]float64) {
		for _, w := range units(c) {
			if cmp.Or(w.Set, c.Rows[w.Rows[0]].Label) == set {
				for _, i := range w.Rows {
					rows = append(rows, c.Rows[i].Cells[byKey(c, method)].Cell.Runs.Values)
				}
			}
		}
		return rows
	}
	for _, c := range all {
		for _, m := range methods {
			for _, s := range sets {
				for _, v := range values(c, m, s) {
					n = min(n, len(v))
				}
			}
		}
	}
	if n < 1 {
		return out, false
	}
	var at [][4]int
	var x []float64
	for a, c := range all {
		for b, m := range methods {
			for d, s := range sets {
				rows := values(c, m, s)
				for k := range n {
					at = append(at, [4]int{a, b, d, k})
					x = append(x, stat.Mean(list.Map(rows, func(v []float64) float64 { return v[k] })))
				}
			}
		}
	}
	// The sum of squares of an effect is that of the means over everything else, less what its parts explain.
	squares := func(factors ...int) float64 {
		sums, counts := map[[4]int]float64{}, map[[4]int]float64{}
		var keys [][4]int
		for i, v := range x {
			key := [4]int{-1, -1, -1, -1}
			for _, f := range factors {
				key[f] = at[i][f]
			}
			if counts[key] == 0 {
				keys = append(keys, key)
			}
			sums[key] += v - x[0] // an offset costs no digits
			counts[key]++
		}
		total := 0.0
		for _, key := range keys {
			total += sums[key] * sums[key] / counts[key]
		}
		return total
	}
	const setting, method, set, seed = 0, 1, 2, 3
	none := squares()
	total := squares(setting, method, set, seed) - none
	if total <= 0 {
		return out, false
	}
	m, d, a := squares(method)-none, squares(set)-none, squares(setting)-none
	md := squares(method, set) - none - m - d
	cells := squares(setting, method, set) - none
	out = result.Shares{Metric: all[0].Metric, Methods: len(methods), Sets: len(sets), Settings: len(all)}
	add := func(factor string, part float64) {
		out.Of = append(out.Of, result.VariancePart{Factor: factor, Part: max(0, part) / total})
	}
	add("set", d)
	add("method", m)
	add("method × set", md)
	if len(all) > 1 {
		ma := squares(setting, method) - none - a - m
		add("setting", a)
		add("method × setting", ma)
		add("set × setting", cells-d-m-md-a-ma)
	}
	if n > 1 {
		add("seed", total-cells)
	}
	return out, true
}
