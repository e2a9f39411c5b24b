// Package claims evaluates the quantitative sentences of a paper, which paper.yaml holds as predicates over cells: on
// the numbers that the paper itself prints, and on those of a replication.
package claims

import (
	"fmt"
	"math"

	"nmfrepro/experiments/published"
)

// Source returns the number that stands in a cell: mean and deviation over n replicates. n is 0 for a number as printed,
// of which nothing is known but its digits. ok is false where there is no number.
type Source func(published.Ref) (mean, sd float64, n int, ok bool)

// Printed is the source of the paper's own numbers.
func Printed(p *published.Paper) Source {
	return func(r published.Ref) (mean, sd float64, n int, ok bool) {
		c := p.CellOf(r)
		mean, ok = c.Number()
		sd, _ = c.Deviation()
		return mean, sd, 0, ok
	}
}

// Verdict tells whether a claim holds.
type Verdict string

// The verdicts, from the one that decides a conjunction to the one that all parts must have.
const (
	Fails     Verdict = "does not hold"
	Undefined Verdict = "undefined" // a number is missing, or no number decides
	Undecided Verdict = "undecided" // equal in print where a claim wants more; or within the replicates' scatter
	Holds     Verdict = "holds"
)

var verdicts = []Verdict{Fails, Undefined, Undecided, Holds}

// Outcome is what became of a claim.
type Outcome struct {
	Verdict Verdict
	Margin  float64 // by how much the deciding comparison holds, or fails if negative; of an equality the deviation; NaN if undefined
	Detail  string  // the comparison that decided

	exact bool // an equality, whose margin does not tell how narrowly it holds
}

// confidence is that of the intervals: a margin whose interval holds zero is undecided. Replicates of a comparison share
// their start and data, which these intervals do not use: they are wider than need be.
const confidence = 0.95

// slack is what rounding in floating point may add to a comparison of printed decimals.
const slack = 1e-9

// Evaluate evaluates a claim on the numbers of a source. A claim of several predicates has the verdict of the worst of
// them, and among equals the margin of the narrowest.
func Evaluate(p *published.Paper, c published.Claim, s Source) Outcome {
	if c.Untestable != "" {
		return undefined("%s", c.Untestable)
	}
	e := evaluation{p, s}
	var parts []Outcome
	if len(c.Greater) > 0 {
		parts = append(parts, e.greater(c.Greater)...)
	}
	for _, b := range c.BestIn {
		parts = append(parts, e.bestIn(b))
	}
	for _, b := range c.BestRow {
		parts = append(parts, e.bestRow(b))
	}
	for _, q := range c.Equals {
		parts = append(parts, e.equal(q))
	}
	for _, b := range c.AtLeast {
		parts = append(parts, e.bounded(b, 1))
	}
	for _, b := range c.AtMost {
		parts = append(parts, e.bounded(b, -1))
	}
	for _, r := range c.Rows {
		parts = append(parts, e.rows(r))
	}
	return worst(parts)
}

// evaluation is the evaluation of one claim.
type evaluation struct {
	paper  *published.Paper
	source Source
}

func undefined(format string, args ...any) Outcome {
	return Outcome{Verdict: Undefined, Margin: math.NaN(), Detail: fmt.Sprintf(format, args...)}
}

// worst is the outcome that decides a conjunction.
func worst(parts []Outcome) Outcome {
	for _, v := range verdicts {
		var decides *Outcome
		for i, o := range parts {
			if o.Verdict == v && (decides == nil || o.decidesBefore(*decides)) {
				decides = &parts[i]
			}
		}
		if decides != nil {
			return *decides
		}
	}
	return undefined("no predicate")
}

// decidesBefore tells which of two outcomes of one verdict is the more telling one: the clearest failure, or else the
// narrowest margin, that of an inequality first.
func (o Outcome) decidesBefore(other Outcome) bool {
	switch {
	case o.Verdict == Fails:
		return math.Abs(o.Margin) > math.Abs(other.Margin)
	case o.exact != other.exact:
		return other.exact
	}
	return math.Abs(o.Margin) < math.Abs(other.Margin)
}

// tidy takes a margin that is rounding in floating point for none.
func tidy(margin float64) float64 {
	if math.Abs(margin) < slack {
		return 0
	}
	return margin
}

// compare judges a margin that should be positive, or not negative if ties are allowed.
func compare(margin number, ties bool, format string, args ...any) Outcome {
	o := Outcome{Margin: tidy(margin.x), Detail: fmt.Sprintf(format, args...)}
	switch {
	case math.Abs(margin.x) <= margin.halfWidth() && margin.halfWidth() > 0:
		o.Verdict = Undecided
	case margin.x > slack:
		o.Verdict = Holds
	case margin.x < -slack:
		o.Verdict = Fails
	case ties:
		o.Verdict = Holds
	default:
		o.Verdict = Undecided
	}
	return o
}
