package judge

import (
	"math"

	"nmfrepro/eval/stat"
)

// source holds what the uncertainty of a difference is made of.
type uncertainty struct {
	ours, paper float64 // standard deviations between runs
	n, runs     float64
	dfPaper     float64 // of the paper's deviation; 0 if ours serves for both
	borrowed    bool    // our deviation is the paper's
	rounding    float64 // unit²/12
}

// newSource tells where the variance of a cell comes from, and why it is unknown if it is. Where the paper prints no
// deviation, or does not say from how many runs, ours stands in for it: a replication has the same protocol, hence the same
// spread. With a single run of ours it is the other way round.
func newUncertainty(c Compared, unit float64) (s uncertainty, problem string) {
	s = uncertainty{n: float64(c.N), runs: float64(max(c.Runs, 1)), rounding: unit * unit / 12}
	if c.Count && unit == 1 {
		s.rounding = 0
	}
	known := c.Exact || c.N > 1 && !math.IsNaN(c.SD)
	if known && !c.Exact {
		s.ours = c.SD
	}
	sd, ok := parse(c.PublishedSD)
	printed := ok && c.Runs > 1
	switch {
	case c.PaperExact:
	case printed:
		s.paper, s.dfPaper = sd.value, s.runs-1
	default:
		s.paper = s.ours
	}
	if known {
		return s, ""
	}
	if !printed || c.PaperExact {
		return s, "the spread is not known from fewer than 2 replicates"
	}
	s.ours, s.borrowed = s.paper, true
	return s, ""
}

// estimate returns the difference with its standard error as n replicates would have it, +Inf for endlessly many.
func (s uncertainty) estimate(difference, n float64) stat.Estimate {
	ours, paper := s.ours*s.ours/n, s.paper*s.paper/s.runs
	rounding := stat.Part{Variance: s.rounding, DF: math.Inf(1)}
	switch {
	case s.borrowed && n < 2:
		return stat.Combine(difference, stat.Part{Variance: ours + paper, DF: s.dfPaper}, rounding)
	case s.dfPaper > 0:
		return stat.Combine(difference, stat.Part{Variance: ours, DF: n - 1}, stat.Part{Variance: paper, DF: s.dfPaper}, rounding)
	default:
		return stat.Combine(difference, stat.Part{Variance: ours + paper, DF: n - 1}, rounding)
	}
}

// outcome is what the tests say of an estimate; DIFFERS needs a p-value below level.
func outcome(e stat.Estimate, margin, level float64) Kind {
	switch {
	case e.Equivalence(margin) < Level:
		return Match
	case e.Beyond(margin) < level:
		return Differs
	}
	return Inconclusive
}

// mostReplicates bounds the search for how many replicates decide.
const mostReplicates = 1_000_000

// more returns how many further replicates would decide if mean and spread stay as they are: the least that does, found by
// doubling and bisection, since the standard error falls as replicates grow.
func (s uncertainty) more(difference, margin, level float64) int {
	decided := func(n int) bool { return outcome(s.estimate(difference, float64(n)), margin, level) != Inconclusive }
	lo := max(int(s.n), 1)
	hi := max(2*lo, 2)
	for !decided(hi) {
		if hi > mostReplicates {
			return Never
		}
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; decided(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi - int(s.n)
}
