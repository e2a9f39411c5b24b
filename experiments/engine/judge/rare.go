package judge

import (
	"math"
	"slices"

	"nmfrepro/eval/stat"
)

// rare says how often runs of a metric end apart from the others, at a lost column or a poor minimum, and how far from them. Ten runs
// seldom hold such a run though a mean of a hundred does, so that a cell alone cannot tell: all cells of a table do together.
type rare struct {
	share   float64 // of the runs; 0 where none is seen
	depth   float64 // mean distance from the others, with its sign
	scatter float64 // deviation of these distances
}

// rarely looks for runs that end apart in all cells of each metric that show it. Skewed runs seem to, now and then: of exponential ones
// chance parts 7 % of cells of five runs and 1 % of those of twenty (TestEndApart), so that it takes more cells than that. Depths are shares of
// the level of a loss, and differences of other metrics. The median counts, which one run that diverged does not move.
func rarely(cells []Compared) map[string]rare {
	depths, runs, parted, chance := map[string][]float64{}, map[string]int{}, map[string]int{}, map[string]float64{}
	for _, c := range cells {
		if !scatters(c) {
			continue
		}
		metric, n := c.Cell.At.Metric, len(c.Cell.Runs.Values)
		few, rest := endApart(c.Cell.Runs.Values)
		runs[metric], chance[metric] = runs[metric]+n, chance[metric]+partedByChance(n)
		if len(few) > 0 {
			parted[metric]++
		}
		for _, v := range few {
			depths[metric] = append(depths[metric], (v-stat.Mean(rest))/levelOf(c))
		}
	}
	all := map[string]rare{}
	for metric, d := range depths {
		if atLeast(parted[metric], chance[metric]) > Level {
			continue
		}
		depth := median(d)
		for i := range d {
			d[i] = math.Abs(d[i] - depth)
		}
		all[metric] = rare{float64(len(d)+1) / float64(runs[metric]+1), depth, 1.4826 * median(d)} // of a normal scatter
	}
	return all
}

// levelOf returns what depths of a metric are shares of.
func levelOf(c Compared) float64 {
	if level := math.Abs(stat.Mean(c.Cell.Runs.Values)); c.Class.Relative && level > 0 {
		return level
	}
	return 1
}

// partedByChance returns the probability with which chance parts n exponential runs.
func partedByChance(n int) float64 { return 0.01 + 7.5/math.Pow(float64(n), 3) }

// atLeast returns the probability of so many events or more where so many are expected.
func atLeast(n int, expected float64) float64 {
	term, below := math.Exp(-expected), 0.0
	for k := range n {
		below += term
		term *= expected / float64(k+1)
	}
	return 1 - below
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// scatters tells whether the runs of a cell show how those of its metric scatter.
func scatters(c Compared) bool {
	return !c.Cell.Runs.Repeats && !c.Class.Exact && c.Cell.Runs.Terms <= 1 && len(c.Cell.Runs.Values) >= Fewest && c.Cell.State.Substitute == ""
}

// endApart parts the few runs that end apart from the rest: no more than two fifths, beyond a gap that is wide beside the range of the
// rest, six times as wide of five runs and twice as wide of twenty-five. Without any, all are the rest.
func endApart(values []float64) (few, rest []float64) {
	sorted := slices.Sorted(slices.Values(values))
	n, gap, at := len(sorted), 0.0, 0
	for i := 1; i < n; i++ {
		if d := sorted[i] - sorted[i-1]; d > gap && min(i, n-i)*5 <= 2*n {
			gap, at = d, i
		}
	}
	few, rest = sorted[:at], sorted[at:]
	if len(few) > len(rest) {
		few, rest = rest, few
	}
	if gap <= (1+25/float64(n))*(rest[len(rest)-1]-rest[0]) {
		return nil, sorted
	}
	return few, rest
}

// of returns what holds for a cell: its own share where that is larger, depths at its level, and how the others of its runs scatter.
func (r rare) of(c Compared) (own rare, others float64) {
	few, rest := endApart(c.Cell.Runs.Values)
	if r.share == 0 || len(rest) < 2 {
		return rare{}, 0
	}
	level := levelOf(c)
	return rare{max(r.share, float64(len(few))/float64(len(c.Cell.Runs.Values))), r.depth * level, r.scatter * level}, stat.SD(rest)
}

// spread returns the deviation between runs of which the others have this one.
func (r rare) spread(others float64) float64 {
	return math.Sqrt(others*others + r.share*((1-r.share)*r.depth*r.depth+r.scatter*r.scatter))
}

// counts lists the shares of n runs that may end apart with their probabilities: binomially, without the tails that nobody meets. Of more
// than a few hundred runs the share is known.
func (r rare) counts(n float64) (shares, p []float64) {
	if n > 500 {
		return []float64{r.share}, []float64{1}
	}
	whole, _ := math.Lgamma(n + 1)
	for k := 0.0; k <= n; k++ {
		few, _ := math.Lgamma(k + 1)
		rest, _ := math.Lgamma(n - k + 1)
		if q := math.Exp(whole - few - rest + k*math.Log(r.share) + (n-k)*math.Log1p(-r.share)); q > 1e-5 {
			shares, p = append(shares, k/n), append(p, q)
		}
	}
	return shares, p
}

// beyond returns with what probability a mean of n of our runs lies as far from a mean of R reported ones, were all of one kind: each mean
// has as many runs that end apart as chance gives it, and the others scatter by Student's t.
func (r rare) beyond(far, others, n, runs float64) (p float64) {
	shares, ours := r.counts(n)
	reported, theirs := r.counts(runs)
	for i, x := range shares {
		for k, y := range reported {
			e := stat.Combine(r.depth*(x-y), stat.Part{Variance: others * others * (1/n + 1/runs), DF: n - 1},
				stat.Part{Variance: r.scatter * r.scatter * (x/n + y/runs), DF: math.Inf(1)})
			p += ours[i] * theirs[k] * (1 - within(e, far))
		}
	}
	return min(1, p)
}

// within returns the probability that an estimate lies less than so far from zero.
func within(e stat.Estimate, far float64) float64 {
	if e.SE == 0 {
		if math.Abs(e.Value) < far {
			return 1
		}
		return 0
	}
	return stat.TCDF((far-e.Value)/e.SE, e.DF) - stat.TCDF((-far-e.Value)/e.SE, e.DF)
}
