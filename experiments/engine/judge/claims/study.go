package claims

import (
	"fmt"
	"math"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// fewestSets is on how many data sets two methods must have numbers, so that anything is said of further sets.
const fewestSets = 6

// stands evaluates how a method stands against another over data sets, and without each family if that is asked for.
func (e evaluation) stands(s reported.Stand) []Outcome {
	if e.numbers.Stands == nil {
		return []Outcome{notTestable(result.LackOurs, "no comparison")}
	}
	all, err := e.numbers.Stands(s)
	if err != nil {
		return []Outcome{notTestable(result.LackRuns, "%v", err)}
	}
	return list.Map(all, func(v Standing) Outcome { return stood(s, v) })
}

func stood(s reported.Stand, v Standing) Outcome {
	p := map[string]float64{reported.Better: v.Better, reported.Equal: v.Equal, reported.Worse: v.Worse, reported.NotBetter: v.Equal + v.Worse}[s.Is]
	over := fmt.Sprintf("over %d data sets", len(v.Signed))
	if v.Of > len(v.Signed) {
		over = fmt.Sprintf("over %d of %d data sets", len(v.Signed), v.Of)
	}
	if v.Seeds != "" {
		over += " (seeds: " + v.Seeds + ")"
	}
	if v.Without != "" {
		over += " without " + v.Without
	}
	if len(v.Signed) < fewestSets {
		return notTestable(result.LackRuns, "%s against %s %s, want %d or more", s.Method, s.Against, over, fewestSets)
	}
	o := frame(fmt.Sprintf("%s against %s %s: P(worse) %.3f, P(equal) %.3f, P(better) %.3f; won %d, tied %d, lost %d; mean difference %+.3f", s.Method,
		s.Against, over, v.Worse, v.Equal, v.Posterior.Better, v.Wins, v.Ties, v.Losses, v.Mean))
	o.Difference = result.Known(p - reported.Sure)
	switch {
	case p >= reported.Sure:
		o.ClaimVerdict = Holds
	case p <= 1-reported.Sure:
		o.ClaimVerdict = Fails
	default:
		o.ClaimVerdict = Undecided
	}
	return o
}

// agree evaluates how far two orders agree: the interval of τ must lie on the side that is claimed, or on the other.
func (e evaluation) agree(a reported.Agree) Outcome {
	if e.numbers.Tau == nil {
		return notTestable(result.LackOurs, "no orders")
	}
	p, err := e.numbers.Tau(a.Of[0], a.Of[1])
	if err != nil {
		return notTestable(result.LackRuns, "%v", err)
	}
	tau, spread := p.Tau, p.Spread
	o := frame(fmt.Sprintf("Kendall's τ of %s and %s over %d methods and %d data sets (seeds: %s) is %.2f, %.2f to %.2f when data sets are drawn again", a.Of[0],
		a.Of[1], len(p.Methods), p.Sets, p.Seeds, tau.Tau, spread.Low, spread.High))
	room, sure, contrary := math.Inf(1), true, false // of τ from what it may be
	if a.Least != nil {
		room, sure, contrary = tau.Tau-*a.Least, spread.Low >= *a.Least, spread.High < *a.Least
	}
	if a.Most != nil {
		room, sure, contrary = min(room, *a.Most-tau.Tau), sure && spread.High <= *a.Most, contrary || spread.Low > *a.Most
	}
	o.Difference, o.ClaimVerdict = result.Known(room), Undecided
	switch {
	case contrary:
		o.ClaimVerdict = Fails
	case sure:
		o.ClaimVerdict = Holds
	}
	return o
}
