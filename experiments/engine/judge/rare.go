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

// rarely looks for runs that end apart in all cells of each metric that show it.
func rarely(cells []Compared) map[string]rare {
	depths, runs := map[string][]float64{}, map[string]int{}
	for _, c := range cells {
		if !scatters(c) {
			continue
		}
		low, rest := endApart(c.Cell.Runs.Values)
		runs[c.Cell.At.Metric] += len(c.Cell.Runs.Values)
		for _, v := range low {
			depths[c.Cell.At.Metric] = append(depths[c.Cell.At.Metric], v-stat.Mean(rest))
		}
	}
	all := map[string]rare{}
	for metric, d := range depths {
		s := stat.Summarise(d)
		r := rare{share: float64(s.N+1) / float64(runs[metric]+1), depth: s.Mean}
		if s.N > 1 {
			r.scatter = s.SD
		}
		all[metric] = r
	}
	return all
}

// scatters tells whether the runs of a cell show how those of its metric scatter.
func scatters(c Compared) bool {
	return !c.Cell.Runs.Repeats && !c.Class.Exact && c.Cell.Runs.Terms <= 1 && len(c.Cell.Runs.Values) >= Fewest && c.Cell.State.Substitute == ""
}

// endApart parts the few runs that end apart from the rest: no more than two fifths, beyond a gap of more than twice the range of the
// rest. Without any, all are the rest.
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
	if gap <= 2*(rest[len(rest)-1]-rest[0]) {
		return nil, sorted
	}
	return few, rest
}

// of returns what holds for a cell of these runs: its own share where that is larger, and how the others of its runs scatter.
func (r rare) of(values []float64) (own rare, others float64) {
	few, rest := endApart(values)
	r.share = max(r.share, float64(len(few))/float64(len(values)))
	if r.share == 0 || len(rest) < 2 {
		return rare{}, 0
	}
	return r, stat.SD(rest)
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
