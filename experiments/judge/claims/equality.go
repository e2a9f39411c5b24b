package claims

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/reports/list"

	"nmfrepro/experiments/published"
)

// amount evaluates what is said of a number, or of each of some cells.
func (e evaluation) amount(a published.Amount) (parts []Outcome) {
	if len(a.Each) > 0 {
		cells, _ := e.paper.CellsOf(a.Each)
		return list.FlatMap(cells, func(cell published.Ref) []Outcome {
			one := a
			one.Of, one.Each = []published.Ref{cell}, nil
			return e.amount(one)
		})
	}
	x := e.quantity(a)
	if x.missing != "" {
		return []Outcome{undefined("%s", x.missing)}
	}
	if a.Is != "" && slices.ContainsFunc(a.Of, e.paper.InPart) { // the text has it over all rows: then it is as reported of those at hand
		reported := e
		reported.numbers = Printed(e.paper)
		a.Is = strconv.FormatFloat(reported.quantity(a).x, 'f', -1, 64)
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
		detail += fmt.Sprintf(", tolerance %.3g%s", allowed-slack, why)
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

// quantity evaluates what a claim is about.
func (e evaluation) quantity(q published.Amount) quantity {
	var all []number
	out := quantity{whole: true}
	for pair := range slices.Chunk(q.Of, 2) {
		x, margin := e.value(pair[0], q.By), 0.0
		if q.By == "" && x.missing == "" {
			margin = x.terms[0].Margin
		}
		if len(pair) == 2 {
			y := e.second(pair[0], pair[1], q.By)
			if q.Relative {
				x, margin = x.relative(y), 100*margin/math.Abs(y.x)
			} else {
				x = x.minus(y)
			}
		}
		if x.missing != "" {
			return quantity{number: x}
		}
		panel, _ := e.paper.PanelOf(pair[0])
		all, out.margin, out.whole = append(all, x), max(out.margin, margin), out.whole && panel.Whole && pair[0].Row != ""
	}
	out.number = mean(all)
	return out
}

// second is the number that another is compared with: a cell, or the best of the others in the row.
func (e evaluation) second(first, other published.Ref, by string) number {
	if other != published.Others {
		return e.value(other, by)
	}
	panel, _ := e.paper.PanelOf(first)
	rivals, missing := e.rivals(first, published.Best{By: by}, panel.Lower())
	switch {
	case len(missing) > 0:
		return number{missing: missing[0]}
	case len(rivals) == 0:
		return number{missing: fmt.Sprintf("nothing to compare %s with", first)}
	}
	return rivals[0].weighted(1 / panel.Factor(first.Row))
}

// rows evaluates "the table has these rows": those in which a number stands. It is about the print alone.
func (e evaluation) rows(want published.RowsAre) Outcome {
	if e.numbers.Replicated {
		return undefined("about the reported table alone: ours has its rows from there")
	}
	r := want.Panel
	panel, _ := e.paper.PanelOf(r)
	have := slices.DeleteFunc(append(panel.Data(), panel.Absent...), func(row string) bool {
		return !slices.ContainsFunc(panel.Columns, func(column string) bool {
			return e.numbers.Cell(published.Ref{Table: r.Table, Panel: r.Panel, Row: row, Column: column}).Missing == ""
		})
	})
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
