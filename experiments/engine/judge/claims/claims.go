// Package claims evaluates the quantitative sentences of a paper, which paper.yaml holds as predicates over cells and over
// what figures show: on the numbers that the paper itself reports, and on those of a replication.
package claims

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// Verdict tells whether a claim holds.
type Verdict = result.ClaimVerdict

// The verdicts.
const (
	Fails       = result.Fails
	NotTestable = result.NotTestable
	Undecided   = result.Undecided
	Holds       = result.Holds
)

var verdicts = []Verdict{Fails, NotTestable, Undecided, Holds}

// Outcome is a claim with its verdict.
type Outcome struct {
	result.Outcome
	exact bool // an equality, whose difference, the deviation, does not tell how narrowly it holds
}

// confidence is that of the intervals: a difference whose interval holds zero is undecided.
const confidence = 0.95

// slack is what rounding in floating point may add to a comparison of reported decimals.
const slack = 1e-9

// Evaluate evaluates a claim. A claim of several predicates has the verdict of the worst of them, and among equals the
// difference of the narrowest.
//
// On replicates, a claim holds only if all its comparisons are significant, each at 95 %, so that it holds by chance in one of
// forty replications at most (an intersection-union test). One comparison is enough to refute it, however many there are;
// hence these are Bonferroni-corrected. A claim that needs a part which is not there fails if the rest refutes it, and is
// not testable otherwise. Where our number covers only part of the rows that the paper's covers, it does not decide.
func Evaluate(p *reported.Paper, c reported.Claim, n Numbers) Outcome {
	if c.Untestable != "" && (len(c.Figures)+len(c.Traces) == 0 || !n.Replicated) {
		return notTestable(result.LackNumber, "%s", c.Untestable)
	}
	if len(c.Stands)+len(c.Agree) > 0 && !n.Replicated {
		return notTestable(result.LackNumber, "a sentence on runs of this program, for which nothing is reported")
	}
	if c.Open != "" && n.Replicated {
		return notTestable(result.LackOurs, "open: %s", c.Open)
	}
	var uncertain int
	e := evaluation{paper: p, numbers: n, refuting: confidence, uncertain: &uncertain}
	o := e.claim(c)
	if uncertain > 1 {
		e.refuting = 1 - (1-confidence)/float64(uncertain)
		o = e.claim(c)
	}
	if absent := p.Without(c); len(absent) > 0 {
		o.Detail += "; without " + strings.Join(absent, " and ") + ", whose data nobody has"
	}
	return o
}

func (e evaluation) claim(c reported.Claim) Outcome {
	var parts []Outcome
	for i := range len(c.Greater) - 1 { // these numbers fall
		a, b := e.compared(c.Greater[i], ""), e.compared(c.Greater[i+1], "")
		parts = append(parts, e.compare(a.minus(b), false, "%s %s, %s %s", c.Greater[i], a, c.Greater[i+1], b))
	}
	parts = slices.Concat(parts, list.FlatMap(c.BestIn, e.bestIn), list.FlatMap(c.Numbers, e.amount), list.Map(c.Rows, e.rows))
	if e.numbers.Replicated {
		parts = slices.Concat(parts, list.FlatMap(c.Figures, e.shown), list.FlatMap(c.Traces, e.traced), list.FlatMap(c.Stands, e.stands),
			list.Map(c.Agree, e.agree))
	}
	return worst(parts)
}

// evaluation is the evaluation of one claim.
type evaluation struct {
	paper     *reported.Paper
	numbers   Numbers
	refuting  float64 // confidence of the intervals of comparisons that refute
	uncertain *int    // comparisons of replicates so far
}

// notTestable returns the outcome of a comparison that lacks something: what, in a word, and why.
func notTestable(lack, format string, args ...any) Outcome {
	o := frame(fmt.Sprintf(format, args...))
	o.ClaimVerdict, o.Lack = NotTestable, lack
	return o
}

// without returns the outcome of a comparison for which a number is missing.
func without(m result.Missing) Outcome { return notTestable(m.Lack, "%s", m.Why) }

// frame returns an outcome without a verdict yet.
func frame(detail string) Outcome {
	unknown := result.Known(math.NaN())
	return Outcome{Outcome: result.Outcome{Difference: unknown, Low: unknown, High: unknown, Effect: unknown, Detail: detail}}
}

// worst returns the outcome that decides a conjunction. Where a missing number leaves it not testable, the detail says what the
// others are.
func worst(parts []Outcome) Outcome {
	for _, v := range verdicts {
		var decides *Outcome
		for i, o := range parts {
			if o.ClaimVerdict == v && (decides == nil || o.decidesBefore(*decides)) {
				decides = &parts[i]
			}
		}
		if decides == nil {
			continue
		}
		o := *decides
		o.NumbersDiffer = nil
		if v == Holds { // of all that is compared
			o.NumbersDiffer = list.AppendUnique[string](nil, list.FlatMap(parts, func(o Outcome) []string { return o.NumbersDiffer })...)
		}
		if v == NotTestable {
			o.Detail += rest(parts)
		}
		return o
	}
	return notTestable(result.LackNumber, "no predicate")
}

// counts counts outcomes by their verdict.
func counts(all []Outcome) map[Verdict]int {
	return list.Count(all, func(o Outcome) Verdict { return o.ClaimVerdict })
}

// rest counts the comparisons that could be made.
func rest(parts []Outcome) string {
	n := counts(parts)
	holding, undecided := n[Holds], n[Undecided]
	switch made := holding + undecided; {
	case made == 0:
		return ""
	case undecided == 0:
		return fmt.Sprintf("; the comparisons that can be made hold (%d)", made)
	default:
		return fmt.Sprintf("; of %d comparisons that can be made %d hold, the others are undecided", made, holding)
	}
}

// decidesBefore tells whether an outcome represents a conjunction rather than another of the same verdict does: among failures
// the clearest, otherwise the one with the narrowest difference, inequalities first.
func (o Outcome) decidesBefore(other Outcome) bool {
	own, others := math.Abs(float64(o.Difference)), math.Abs(float64(other.Difference))
	switch {
	case o.ClaimVerdict == Fails:
		return own > others
	case o.exact != other.exact:
		return other.exact
	}
	return own < others
}

// tidy replaces a difference that is mere floating-point rounding by 0.
func tidy(difference float64) float64 {
	if math.Abs(difference) < slack {
		return 0
	}
	return difference
}

// compare judges a difference that should be positive, or not negative if ties are allowed. A missing one is not testable.
func (e evaluation) compare(difference number, ties bool, format string, args ...any) Outcome {
	return e.comparison("difference", difference, ties, fmt.Sprintf(format, args...))
}

// bounded evaluates whether a number stays on its side of a bound. The interval is that of how far it stays, which is no difference of methods.
func (e evaluation) bounded(room number, format string, args ...any) Outcome {
	return e.comparison("room to the bound", room, true, fmt.Sprintf(format, args...))
}

// comparison evaluates whether a number, which of names, lies above zero.
func (e evaluation) comparison(of string, difference number, ties bool, detail string) Outcome {
	if difference.missing != present {
		return without(difference.missing)
	}
	s := difference.spread()
	o := e.outcome(of, difference, s, detail)
	half, refuting := s.halfWidth(confidence), s.halfWidth(e.refuting)
	o.NumbersDiffer = difference.differing()
	switch {
	case difference.x > slack && difference.x > half:
		o.ClaimVerdict = Holds
	case difference.x < -slack && difference.x < -refuting:
		o.ClaimVerdict = Fails
	case ties && (half == 0 || s.level):
		o.ClaimVerdict = Holds
	default:
		o.ClaimVerdict = Undecided
	}
	return o.of(difference)
}

// outcome returns the frame of a comparison of a number, which of names: Cohen's d is that of a difference of methods alone.
func (e evaluation) outcome(of string, x number, s spread, detail string) Outcome {
	o := frame(detail)
	if of != "difference" {
		s.effect = math.NaN()
	}
	o.Of = of
	o.Difference, o.Effect, o.Replicates, o.Paired = result.Known(tidy(x.x)), result.Known(s.effect), s.replicates, s.paired
	if s.replicates > 0 {
		*e.uncertain++
		o.Detail += fmt.Sprintf("; %s %s, %s", of, x, s)
	}
	if s.replicates > 1 {
		in := s.estimate.Interval(confidence)
		o.Low, o.High, o.On = result.Known(in.Low), result.Known(in.High), contrast.These.String()
	}
	return o
}

// of turns an outcome into undecided where our number covers only part of the rows or ranks that the paper's covers.
func (o Outcome) of(x number) Outcome {
	if part := x.partial(); part != "" {
		if o.ClaimVerdict != Undecided {
			part += ", which " + string(o.ClaimVerdict)
		}
		o.ClaimVerdict, o.Detail = Undecided, fmt.Sprintf("ours is %s: %s", part, o.Detail)
	}
	return o
}
