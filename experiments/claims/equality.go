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
func (e evaluation) greater(refs []string) (parts []Outcome) {
	var before number
	for i, text := range refs {
		r, _ := published.ParseRef(text)
		x, ok := e.value(r, "")
		if !ok {
			return append(parts, undefined("no number in %s", text))
		}
		if i > 0 {
			parts = append(parts, compare(before.minus(x), false, "%s %s, %s %s", refs[i-1], before, text, x))
		}
		before = x
	}
	return parts
}

// equal evaluates "this number is ...". A printed number and the text may differ by their rounding, ours moreover by its
// sampling error. The margin is the deviation from the text.
func (e evaluation) equal(q published.Equality) Outcome {
	x, err := e.quantity(q)
	if err != nil {
		return undefined("%v", err)
	}
	is, _ := strconv.ParseFloat(q.Is, 64)
	_, fraction, _ := strings.Cut(q.Is, ".")
	allowed := q.Within + x.rounding() + math.Pow10(-len(fraction))/2 + x.halfWidth() + slack
	o := Outcome{Verdict: Holds, Margin: tidy(x.x - is), Detail: fmt.Sprintf("%s: %s, the text says %s", subject(q), x, q.Is), exact: true}
	switch {
	case math.IsInf(x.halfWidth(), 1):
		o.Verdict = Undecided
	case math.Abs(o.Margin) > allowed:
		o.Verdict = Fails
	}
	return o
}

// subject names what an equality is about.
func subject(q published.Equality) string {
	unit := ""
	if q.Relative {
		unit = " in percent"
	}
	switch {
	case len(q.Of) == 1 && q.By != "":
		return q.By + " of " + q.Of[0]
	case len(q.Of) == 1:
		return q.Of[0]
	case len(q.Of) == 2:
		return fmt.Sprintf("difference%s of %s and %s", unit, q.Of[0], q.Of[1])
	}
	return fmt.Sprintf("mean of %d differences%s", len(q.Of)/2, unit)
}

// quantity is what an equality is about.
func (e evaluation) quantity(q published.Equality) (number, error) {
	var all []number
	for pair := range slices.Chunk(q.Of, 2) {
		r, _ := published.ParseRef(pair[0])
		x, ok := e.value(r, q.By)
		if !ok {
			return x, fmt.Errorf("no number in %s", pair[0])
		}
		if len(pair) == 1 {
			all = append(all, x)
			continue
		}
		y, err := e.second(r, pair[1], q.By)
		if err != nil {
			return y, err
		}
		if q.Relative {
			all = append(all, x.relative(y))
		} else {
			all = append(all, x.minus(y))
		}
	}
	return mean(all), nil
}

// second is the number that another is compared with: a cell, or the best of the others in the row.
func (e evaluation) second(first published.Ref, text, by string) (number, error) {
	if text != published.Others {
		r, _ := published.ParseRef(text)
		y, ok := e.value(r, by)
		if !ok {
			return y, fmt.Errorf("no number in %s", text)
		}
		return y, nil
	}
	panel, _ := e.paper.PanelOf(first)
	rivals, missing := e.rivals(first, among(published.Best{Column: first.Column}, panel), panel.Lower(), by)
	if missing != "" || len(rivals) == 0 {
		return number{}, fmt.Errorf("not all numbers beside %s are there", first)
	}
	return rivals[0].number, nil
}

// bounded evaluates "no number is below (sign 1) or above (-1) a bound".
func (e evaluation) bounded(b published.Bound, sign float64) Outcome {
	var parts []Outcome
	for _, text := range b.Of {
		r, _ := published.ParseRef(text)
		for _, cell := range e.cells(r) {
			x, ok := e.value(cell, "")
			if !ok {
				return undefined("no number in %s", cell)
			}
			parts = append(parts, compare(x.plus(number{x: -b.Bound}).weighted(sign), true, "%s: %s, bound %v", cell, x, b.Bound))
		}
	}
	return worst(parts)
}

// cells lists the cells of a panel, row, column or cell, averages left out unless they are named.
func (e evaluation) cells(r published.Ref) (all []published.Ref) {
	panel, _ := e.paper.PanelOf(r)
	rows, columns := panel.Data(), panel.Columns
	if r.Row != "" {
		rows = []string{r.Row}
	}
	if r.Column != "" {
		columns = []string{r.Column}
	}
	for _, r.Row = range rows {
		for _, r.Column = range columns {
			all = append(all, r)
		}
	}
	return all
}

// rows evaluates "the table has these rows": those in which a number stands.
func (e evaluation) rows(want published.RowsAre) Outcome {
	r, _ := published.ParseRef(want.Panel)
	panel, _ := e.paper.PanelOf(r)
	var have []string
	for _, row := range panel.Data() {
		if slices.ContainsFunc(panel.Columns, func(column string) bool {
			_, ok := e.value(published.Ref{Table: r.Table, Panel: r.Panel, Row: row, Column: column}, "")
			return ok
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
	o := Outcome{Verdict: Holds, Margin: tidy(-float64(differing)), exact: true,
		Detail: fmt.Sprintf("%s has the rows %s; the text says %s", r, strings.Join(have, ", "), strings.Join(want.Are, ", "))}
	if differing > 0 {
		o.Verdict = Fails
	}
	return o
}
