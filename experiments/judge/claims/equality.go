package claims

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/experiments/published"
)

// greater evaluates "these numbers fall".
func (e evaluation) greater(refs []published.Ref) (parts []Outcome) {
	var before number
	missing := ""
	for i, r := range refs {
		x, why := e.compared(r, "")
		switch {
		case why != "":
			parts = append(parts, undefined("%s", why))
		case i > 0 && missing == "":
			parts = append(parts, e.compare(before.minus(x), false, "%s %s, %s %s", refs[i-1], before, r, x))
		}
		before, missing = x, why
	}
	return parts
}

// amount evaluates what is said of a number, or of each of some cells.
func (e evaluation) amount(a published.Amount) (parts []Outcome) {
	for _, r := range a.Each {
		for _, cell := range e.paper.Cells(r) {
			one := a
			one.Of, one.Each = []published.Ref{cell}, nil
			parts = append(parts, e.amount(one)...)
		}
	}
	if len(a.Each) > 0 {
		return parts
	}
	x, why := e.quantity(a)
	if why != "" {
		return []Outcome{undefined("%s", why)}
	}
	if a.Is != "" {
		parts = append(parts, e.equal(a, x))
	}
	bound := func(b float64, sign float64) {
		parts = append(parts, e.compare(x.plus(number{x: -b}).weighted(sign), true, "%s: %s, bound %v", subject(a), x.number, b))
	}
	if a.Least != nil {
		bound(*a.Least, 1)
	}
	if a.Most != nil {
		bound(*a.Most, -1)
	}
	return parts
}

// equal evaluates "this number is ...". A printed number and the text may differ by their rounding; counts are not rounded.
// Our number may differ from the text by the metric's margin, and a difference of two numbers by at most half of what is
// claimed, unless the claim itself states a tolerance. The claim holds if the 90 % interval of the deviation lies within that
// tolerance (two one-sided tests) and fails if the deviation is significantly larger. The margin of the outcome is the
// deviation from the text.
func (e evaluation) equal(q published.Amount, x quantity) Outcome {
	is, _ := strconv.ParseFloat(q.Is, 64)
	deviation := x.number.plus(number{x: -is})
	allowed, why := x.rounding()+slack, ""
	switch size := math.Abs(is) / 2; {
	case q.Within > 0:
		allowed += q.Within // the text itself says how near
	case len(q.Of) > 1 && size > 0 && size < x.margin: // of what is claimed at least half must be there, which fixes the sign
		allowed, why = allowed+size, ", half of the claimed size"
	default:
		allowed += x.margin
	}
	if !x.whole {
		_, fraction, _ := strings.Cut(q.Is, ".")
		allowed += math.Pow10(-len(fraction)) / 2
	}
	s := deviation.spread()
	s.effect = math.NaN() // of a deviation from the text, not of one method from another
	detail := fmt.Sprintf("%s: %s, the text says %s", subject(q), x.number, q.Is)
	if s.replicates > 0 {
		detail += fmt.Sprintf(", margin %.3g%s", allowed-slack, why)
	}
	o := e.outcome(deviation, s, detail)
	o.exact = true
	far := math.Abs(deviation.x)
	switch {
	case far+s.halfWidth(equalConfidence) <= allowed:
		o.Verdict = Holds
	case far-s.halfWidth(e.refuting) > allowed:
		o.Verdict = Fails
	default:
		o.Verdict = Undecided
	}
	return o.of(deviation)
}

// equalConfidence is that of the interval that has to lie within the margin: two one-sided tests at 5 %.
const equalConfidence = 0.9

// subject names what a claim is about.
func subject(a published.Amount) string {
	unit := ""
	if a.Relative {
		unit = " in percent"
	}
	switch {
	case len(a.Of) == 1 && a.By != "":
		return a.By + " of " + a.Of[0].String()
	case len(a.Of) == 1:
		return a.Of[0].String()
	case len(a.Of) == 2:
		return fmt.Sprintf("difference%s of %s and %s", unit, a.Of[0], a.Of[1])
	}
	return fmt.Sprintf("mean of %d differences%s", len(a.Of)/2, unit)
}

// quantity is what a claim is about.
type quantity struct {
	number
	margin float64 // deviation that counts as none
	whole  bool    // it counts
}

// quantity evaluates what a claim is about, or says which number is missing.
func (e evaluation) quantity(q published.Amount) (quantity, string) {
	var all []number
	out := quantity{whole: true}
	for pair := range slices.Chunk(q.Of, 2) {
		r := pair[0]
		panel, _ := e.paper.PanelOf(r)
		x, why := e.value(r, q.By)
		if why != "" {
			return out, why
		}
		margin := 0.0
		if q.By == "" {
			margin = x.terms[0].Margin
		}
		out.whole = out.whole && panel.Whole
		if len(pair) == 1 {
			all, out.margin = append(all, x), max(out.margin, margin)
			continue
		}
		y, why := e.second(r, pair[1], q.By)
		if why != "" {
			return out, why
		}
		if is, _ := strconv.ParseFloat(q.Is, 64); is != 0 { // that two are alike claims no gap
			e.pairOff(x.minus(y))
		}
		if q.Relative {
			all, margin = append(all, x.relative(y)), 100*margin/math.Abs(y.x)
		} else {
			all = append(all, x.minus(y))
		}
		out.margin = max(out.margin, margin)
	}
	out.number = mean(all)
	return out, ""
}

// second is the number that another is compared with: a cell, or the best of the others in the row.
func (e evaluation) second(first, other published.Ref, by string) (number, string) {
	if other != published.Others {
		return e.value(other, by)
	}
	panel, _ := e.paper.PanelOf(first)
	rivals, missing := e.rivals(first, published.Best{By: by}, panel.Lower())
	switch {
	case len(missing) > 0:
		return number{}, missing[0]
	case len(rivals) == 0:
		return number{}, fmt.Sprintf("nothing to compare %s with", first)
	}
	return rivals[0].weighted(1 / panel.Factor(first.Row)), ""
}

// rows evaluates "the table has these rows": those in which a number stands. It is about the print alone.
func (e evaluation) rows(want published.RowsAre) Outcome {
	if e.numbers.Replicated {
		return undefined("about the printed table alone: ours has its rows from there")
	}
	r := want.Panel
	panel, _ := e.paper.PanelOf(r)
	var have []string
	for _, row := range panel.Data() {
		if slices.ContainsFunc(panel.Columns, func(column string) bool {
			return e.numbers.Cell(published.Ref{Table: r.Table, Panel: r.Panel, Row: row, Column: column}).Missing == ""
		}) {
			have = append(have, row)
		}
	}
	if len(have) == 0 {
		return undefined("no number in %s", r)
	}
	differing := 0
	for _, row := range slices.Concat(have, want.Are) {
		if !slices.Contains(have, row) || !slices.Contains(want.Are, row) {
			differing++
		}
	}
	o := Outcome{Verdict: Holds, Margin: tidy(-float64(differing)), Interval: noInterval, Effect: math.NaN(), exact: true,
		Detail: fmt.Sprintf("%s has the rows %s; the text says %s", r, strings.Join(have, ", "), strings.Join(want.Are, ", "))}
	if differing > 0 {
		o.Verdict = Fails
	}
	return o
}
