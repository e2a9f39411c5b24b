package claims

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// amount evaluates what is said of a number, or of each of some cells.
func (e evaluation) amount(a reported.Amount) (parts []Outcome) {
	if len(a.Each) > 0 {
		cells, _ := e.paper.CellsOf(a.Each)
		return list.FlatMap(cells, func(cell reported.Ref) []Outcome {
			one := a
			one.Of, one.Each = []reported.Ref{cell}, nil
			return e.amount(one)
		})
	}
	x := e.quantity(a)
	if x.missing != present {
		return []Outcome{without(x.missing)}
	}
	if a.Is != "" && slices.ContainsFunc(a.Of, e.paper.InPart) { // the text has it over all rows: then it is as reported of those at hand
		reported := e
		reported.numbers = Reported(e.paper)
		a.Is = strconv.FormatFloat(reported.quantity(a).x, 'f', -1, 64)
	}
	if a.Is != "" {
		parts = append(parts, e.equal(a, x))
	}
	bound := func(b float64, sign float64) {
		parts = append(parts, e.bounded(x.plus(number{x: -b}).weighted(sign), "%s: %s, bound %v", subject(a), x.number, b))
	}
	if a.Least != nil {
		bound(*a.Least, 1)
	}
	if a.Most != nil {
		bound(*a.Most, -1)
	}
	return parts
}

// equal evaluates "this number is ...". A reported number and the text may differ by their rounding; counts are not rounded.
// Our number may differ from the text by the metric's tolerance, and a difference of two numbers by at most half of what is
// claimed, unless the claim itself states a tolerance. The claim holds if the 90 % interval of the deviation lies within that
// tolerance (two one-sided tests) and fails if the deviation is significantly larger. The difference of the outcome is the
// deviation from the text.
func (e evaluation) equal(q reported.Amount, x quantity) Outcome {
	is, _ := strconv.ParseFloat(q.Is, 64)
	deviation := x.number.plus(number{x: -is})
	allowed, why := x.rounding()+slack, ""
	switch size := math.Abs(is) / 2; {
	case q.Within > 0:
		allowed += q.Within // the text itself says how near
	case len(q.Of) > 1 && size > 0 && size < x.tolerance: // of what is claimed at least half must be there, which fixes the sign
		allowed, why = allowed+size, ", half of the claimed size"
	default:
		allowed += x.tolerance
	}
	if !x.whole {
		_, fraction, _ := strings.Cut(q.Is, ".")
		allowed += math.Pow10(-len(fraction)) / 2
	}
	s := deviation.spread()
	detail := fmt.Sprintf("%s: %s, the text says %s", subject(q), x.number, q.Is)
	if s.replicates > 0 {
		detail += fmt.Sprintf(", tolerance %.3g%s", allowed-slack, why)
	}
	o := e.outcome("deviation from the text", deviation, s, detail)
	o.exact = true
	far := math.Abs(deviation.x)
	switch {
	case far+s.halfWidth(equalConfidence) <= allowed:
		o.ClaimVerdict = Holds
	case far-s.halfWidth(e.refuting) > allowed:
		o.ClaimVerdict = Fails
	default:
		o.ClaimVerdict = Undecided
	}
	return o.of(deviation)
}

// equalConfidence is that of the interval that has to lie within the tolerance: two one-sided tests at 5 %.
const equalConfidence = 0.9

// subject names what a claim is about.
func subject(a reported.Amount) string {
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
	tolerance float64 // deviation that counts as none
	whole     bool    // it counts
}

// quantity evaluates what a claim is about.
func (e evaluation) quantity(q reported.Amount) quantity {
	var all []number
	out := quantity{whole: true}
	for pair := range slices.Chunk(q.Of, 2) {
		x, within := e.value(pair[0], q.By), 0.0
		if q.By == "" && x.missing == present {
			within = x.terms[0].Tolerance
		}
		if len(pair) == 2 {
			y := e.second(pair[0], pair[1], q.By)
			if q.Relative {
				x, within = x.relative(y), 100*within/math.Abs(y.x)
			} else {
				x = x.minus(y)
			}
		}
		if x.missing != present {
			return quantity{number: x}
		}
		panel, _ := e.paper.PanelOf(pair[0])
		all, out.tolerance, out.whole = append(all, x), max(out.tolerance, within), out.whole && panel.Whole && pair[0].Row != ""
	}
	out.number = mean(all)
	return out
}

// second returns the number that another is compared with: a cell, or the best of the others in the row.
func (e evaluation) second(first, other reported.Ref, by string) number {
	if other != reported.Others {
		return e.value(other, by)
	}
	panel, _ := e.paper.PanelOf(first)
	rivals, gone := e.rivals(first, reported.Best{By: by}, panel.Lower())
	switch {
	case len(gone) > 0:
		return number{missing: gone[0]}
	case len(rivals) == 0:
		return number{missing: missing(result.LackOurs, "nothing to compare %s with", first)}
	}
	return rivals[0].weighted(1 / panel.Factor(first.Row))
}

// rows evaluates "the table has these rows": those in which a number stands. It is about the print alone.
func (e evaluation) rows(want reported.RowsAre) Outcome {
	if e.numbers.Replicated {
		return notTestable(result.LackOurs, "about the reported table alone: ours has its rows from there")
	}
	r := want.Panel
	panel, _ := e.paper.PanelOf(r)
	have := slices.DeleteFunc(append(panel.Data(), panel.Absent...), func(row string) bool {
		return !slices.ContainsFunc(panel.Columns, func(column string) bool {
			return e.numbers.Cell(reported.Ref{Table: r.Table, Panel: r.Panel, Row: row, Column: column}).Missing == present
		})
	})
	if len(have) == 0 {
		return notTestable(result.LackNumber, "no number in %s", r)
	}
	differing := 0
	for _, row := range slices.Concat(have, want.Are) {
		if !slices.Contains(have, row) || !slices.Contains(want.Are, row) {
			differing++
		}
	}
	o := exactly(tidy(-float64(differing)), "%s has the rows %s; the text says %s", r, list.Join(have, "; ", e.paper.RowName),
		list.Join(want.Are, "; ", e.paper.RowName))
	o.exact = true
	return o
}

// bestIn evaluates "these cells are the best of their rows, or columns". The difference is that of the narrowest or, where the claim
// counts them, the number of cells above or below the claimed one.
func (e evaluation) bestIn(b reported.Best) []Outcome {
	cells, absent := e.paper.CellsOf(b.Of)
	contests := list.Map(cells, func(cell reported.Ref) []Outcome { return e.bestOf(cell, b) })
	if b.Least == 0 && b.Most == 0 {
		return slices.Concat(contests...)
	}
	each := list.Map(contests, worst)
	what, of := b.Of[0].Column, "rows"
	if b.In == reported.InColumn {
		what, of = b.Of[0].Row, "columns"
	}
	least, most := share(b.Least, cmp.Or(b.Most, len(each)+absent), len(each), absent)
	return []Outcome{e.counted(each, least, most, what, of)}
}

// share puts bounds on a count over all to the nearest share of those that are at hand; any stays any, and not all stays not all.
func share(least, most, hand, absent int) (int, int) {
	all := hand + absent
	of := func(n int) int { return (2*n*hand + all) / (2 * all) }
	if least > 0 {
		least = max(1, of(least))
	}
	if most < all {
		return least, min(of(most), hand-1)
	}
	return least, hand
}

// bestOf compares a cell with each rival: with those that it should be ahead of, and those before its place.
func (e evaluation) bestOf(r reported.Ref, b reported.Best) (parts []Outcome) {
	panel, _ := e.paper.PanelOf(r)
	lower := panel.Lower() || b.By == "deviation"
	own := e.compared(r, b.By)
	rivals, gone := e.rivals(r, b, lower)
	place := max(1, b.Place)
	switch {
	case own.missing != present:
		return []Outcome{without(own.missing)}
	case len(rivals)+len(gone) == 0:
		return []Outcome{notTestable(result.LackOurs, "nothing to compare %s with", r)}
	case place > 1 && len(gone) > 0:
		return []Outcome{without(gone[0])}
	case place > len(rivals)+len(gone)+1:
		return []Outcome{notTestable(result.LackOurs, "%s has only %d rivals", r, len(rivals))}
	}
	parts = list.Map(gone, without)
	for i, other := range rivals {
		ahead, ties := own.ahead(other.number, lower), !b.Alone
		if i < place-1 {
			ahead, ties = other.ahead(own, lower), false
		}
		parts = append(parts, e.compare(ahead, ties, "%s: %s, %s %s", r, own, other.name, other.number))
	}
	return parts
}

// rival is a column, or a row, that a cell is compared with.
type rival struct {
	name string
	number
}

// rivals returns the numbers of the other columns of a row, or rows of a column, best first; gone says why there is none of some.
func (e evaluation) rivals(r reported.Ref, b reported.Best, lower bool) (all []rival, gone []result.Missing) {
	panel, _ := e.paper.PanelOf(r)
	other, own, names := r, r.Column, b.Among
	place := &other.Column
	if b.In == reported.InColumn {
		place, own = &other.Row, r.Row
	}
	switch {
	case len(names) > 0 && names[0] != "*":
	case b.In == reported.InColumn:
		names = panel.Data()
	case len(names) == 0:
		names = panel.GroupOf(r.Column)
	default:
		names = panel.Columns
	}
	for _, name := range names {
		if name == own {
			continue
		}
		*place = name
		if x := e.compared(other, b.By); x.missing != present {
			gone = append(gone, x.missing)
		} else {
			all = append(all, rival{name, x})
		}
	}
	slices.SortStableFunc(all, func(a, b rival) int {
		if lower {
			return cmp.Compare(a.x, b.x)
		}
		return cmp.Compare(b.x, a.x)
	})
	return all, gone
}

// counted evaluates a claim about the number of rows, or curves, in which something holds. A row that is open may count or not,
// so the claim is decided only if it comes out the same either way.
func (e evaluation) counted(rows []Outcome, least, most int, what, of string) Outcome {
	n := counts(rows)
	holding, absent := n[Holds], n[NotTestable]
	open := absent + n[Undecided]
	room, claimed := holding-least, fmt.Sprintf("at least %d", least)
	switch {
	case most == least:
		room, claimed = holding-least, fmt.Sprint(least)
	case least == 0:
		room, claimed = most-holding, fmt.Sprintf("at most %d", most)
	}
	o := exactly(float64(room), "%s in %d of %d %s, claimed %s", what, holding, len(rows), of, claimed)
	switch {
	case absent > 0 && absent < open:
		o.Detail += fmt.Sprintf("; %d have no number, %d are undecided", absent, open-absent)
	case absent > 0:
		o.Detail += fmt.Sprintf("; %d have no number", absent)
	case open > 0:
		o.Detail += fmt.Sprintf("; %d are undecided", open)
	}
	switch {
	case holding > most || holding+open < least:
		o.ClaimVerdict = Fails
	case holding < least || holding+open > most:
		if o.ClaimVerdict = Undecided; holding+open-absent < least || holding+open-absent <= most && absent > 0 && holding >= least {
			first, _ := list.First(rows, func(o Outcome) bool { return o.ClaimVerdict == NotTestable })
			o.ClaimVerdict, o.Lack = NotTestable, first.Lack // what is missing decides
		}
	default:
		o.ClaimVerdict = Holds
	}
	return o
}
