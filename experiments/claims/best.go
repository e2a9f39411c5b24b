package claims

import (
	"cmp"
	"slices"

	"nmfrepro/experiments/published"
)

func sortRivals(all []rival, lower bool) {
	slices.SortStableFunc(all, func(a, b rival) int {
		if lower {
			return cmp.Compare(a.x, b.x)
		}
		return cmp.Compare(b.x, a.x)
	})
}

// bestIn evaluates "this column is the best of its row". The margin is that of the narrowest row or, where the claim
// counts rows, the number of rows above or below the claimed one.
func (e evaluation) bestIn(b published.Best) Outcome {
	var rows []Outcome
	for _, text := range b.Panels {
		r, _ := published.ParseRef(text)
		panel, _ := e.paper.PanelOf(r)
		r.Column = b.Column
		names := b.Rows
		switch {
		case b.Mean:
			names = []string{""}
		case len(names) == 0:
			names = panel.Data()
		}
		for _, r.Row = range names {
			rows = append(rows, e.bestOf(r, b, panel))
		}
	}
	if b.Least == 0 && b.Exactly == 0 {
		return worst(rows)
	}
	return counted(rows, b)
}

// bestOf evaluates one row.
func (e evaluation) bestOf(r published.Ref, b published.Best, panel published.Panel) Outcome {
	lower := panel.Lower() || b.By == "deviation"
	own, ok := e.value(r, b.By)
	if !ok {
		return undefined("no number in %s", r)
	}
	rivals, missing := e.rivals(r, among(b, panel), lower, b.By)
	switch {
	case missing != "":
		r.Column = missing
		return undefined("no number in %s", r)
	case len(rivals) == 0:
		return undefined("nothing to compare %s with", r)
	}
	place := max(1, b.Place)
	if place > len(rivals)+1 {
		return undefined("%s has only %d columns", r, len(rivals)+1)
	}
	ahead := func(a, b number) number { // by how much a is better than b
		if lower {
			return b.minus(a)
		}
		return a.minus(b)
	}
	var parts []Outcome
	if place <= len(rivals) {
		next := rivals[place-1]
		parts = append(parts, compare(ahead(own, next.number), !b.Alone, "%s: %s, %s %s", r, own, next.column, next))
	}
	if place > 1 {
		before := rivals[place-2]
		parts = append(parts, compare(ahead(before.number, own), false, "%s: %s, %s %s", r, own, before.column, before))
	}
	return worst(parts)
}

// among lists the columns that a column competes with.
func among(b published.Best, panel published.Panel) []string {
	switch {
	case len(b.Among) > 0:
		return b.Among
	case b.Across:
		return panel.Columns
	}
	for _, group := range panel.GroupsOrAll() {
		if slices.Contains(group, b.Column) {
			return group
		}
	}
	return panel.Columns
}

// counted evaluates a claim about the number of rows in which it holds. Rows that are open can go either way.
func counted(rows []Outcome, b published.Best) Outcome {
	holding, open := 0, 0
	for _, o := range rows {
		switch o.Verdict {
		case Holds:
			holding++
		case Undefined, Undecided:
			open++
		}
	}
	claimed, most := b.Least, len(rows)
	if b.Exactly > 0 {
		claimed, most = b.Exactly, b.Exactly
	}
	bound := "at least "
	if b.Exactly > 0 {
		bound = ""
	}
	o := compare(number{x: float64(holding - claimed)}, true, "%s in %d of %d rows, claimed %s%d", b.Column, holding, len(rows), bound, claimed)
	switch {
	case holding > most || holding+open < claimed:
		o.Verdict = Fails
	case holding < claimed || holding+open > most:
		o.Verdict = Undecided
	default:
		o.Verdict = Holds
	}
	return o
}

// bestRow evaluates "this row is the best of its column".
func (e evaluation) bestRow(b published.BestRow) Outcome {
	r, _ := published.ParseRef(b.Panel)
	panel, _ := e.paper.PanelOf(r)
	columns := b.Columns
	if len(columns) == 0 {
		columns = panel.Columns
	}
	var parts []Outcome
	for _, r.Column = range columns {
		r.Row = b.Row
		own, ok := e.value(r, "")
		if !ok {
			return undefined("no number in %s", r)
		}
		for _, row := range panel.Data() {
			if row == b.Row {
				continue
			}
			other := r
			other.Row = row
			x, ok := e.value(other, "")
			if !ok {
				return undefined("no number in %s", other)
			}
			margin := own.minus(x)
			if panel.Lower() {
				margin = x.minus(own)
			}
			parts = append(parts, compare(margin, true, "%s: %s, %s %s", r, own, row, x))
		}
	}
	return worst(parts)
}
