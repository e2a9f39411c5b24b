package claims

import (
	"cmp"
	"fmt"
	"slices"

	"nmfrepro/experiments/published"
)

// bestIn evaluates "this column is the best of its row". The margin is that of the narrowest row or, where the claim
// counts rows, the number of rows above or below the claimed one.
func (e evaluation) bestIn(b published.Best) []Outcome {
	if b.Most > 0 {
		e.numbers.pair = nil // that it is not the best says nothing of any two
	}
	var rows [][]Outcome
	for _, r := range b.Panels {
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
	if b.Least == 0 && b.Most == 0 && b.Exactly == 0 {
		return slices.Concat(rows...)
	}
	var each []Outcome
	for _, parts := range rows {
		each = append(each, worst(parts))
	}
	switch {
	case b.Exactly > 0:
		return []Outcome{e.counted(each, b.Exactly, b.Exactly, b.Column, "rows")}
	case b.Most > 0:
		return []Outcome{e.counted(each, b.Least, b.Most, b.Column, "rows")}
	}
	return []Outcome{e.counted(each, b.Least, len(each), b.Column, "rows")}
}

// bestOf compares a column with each rival of its row: with those that it should be ahead of, and those before its place.
func (e evaluation) bestOf(r published.Ref, b published.Best, panel published.Panel) (parts []Outcome) {
	lower := panel.Lower() || b.By == "deviation"
	own, why := e.value(r, b.By)
	if why != "" {
		return []Outcome{undefined("%s", why)}
	}
	rivals, missing := e.rivals(r, among(b, panel), lower, b.By)
	place := max(1, b.Place)
	switch {
	case len(rivals)+len(missing) == 0:
		return []Outcome{undefined("nothing to compare %s with", r)}
	case place > 1 && len(missing) > 0:
		return []Outcome{undefined("%s", missing[0])}
	case place > len(rivals)+len(missing)+1:
		return []Outcome{undefined("%s has only %d columns", r, len(rivals)+1)}
	}
	for _, why := range missing {
		parts = append(parts, undefined("%s", why))
	}
	ahead := func(a, b number) number { // by how much a is better than b
		if lower {
			return b.minus(a)
		}
		return a.minus(b)
	}
	for i, other := range rivals {
		if i < place-1 {
			parts = append(parts, e.compare(ahead(other.number, own), false, "%s: %s, %s %s", r, own, other.column, other.number))
			continue
		}
		parts = append(parts, e.compare(ahead(own, other.number), !b.Alone, "%s: %s, %s %s", r, own, other.column, other.number))
	}
	return parts
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

// rival is a column that a column is compared with.
type rival struct {
	column string
	number
}

// rivals are the numbers of the other columns in a row, best first; missing names the columns without a number, and why.
func (e evaluation) rivals(r published.Ref, among []string, lower bool, by string) (all []rival, missing []string) {
	own := r.Column
	for _, r.Column = range among {
		if r.Column == own {
			continue
		}
		a, why := e.value(r, by)
		if why != "" {
			missing = append(missing, why)
			continue
		}
		all = append(all, rival{r.Column, a})
	}
	slices.SortStableFunc(all, func(a, b rival) int {
		if lower {
			return cmp.Compare(a.x, b.x)
		}
		return cmp.Compare(b.x, a.x)
	})
	return all, missing
}

// counted evaluates a claim about the number of rows, or curves, in which something holds. A row that is open may count or not,
// so the claim is decided only if it comes out the same either way.
func (e evaluation) counted(rows []Outcome, least, most int, what, of string) Outcome {
	holding, open, absent := 0, 0, 0
	for _, o := range rows {
		switch o.Verdict {
		case Holds:
			holding++
		case Undefined:
			open++
			absent++
		case Undecided:
			open++
		}
	}
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
		o.Verdict = Fails
	case holding < least || holding+open > most:
		if o.Verdict = Undecided; holding+open-absent < least || holding+open-absent <= most && absent > 0 && holding >= least {
			o.Verdict = Undefined // what is missing decides
		}
	default:
		o.Verdict = Holds
	}
	return o
}

// bestRow evaluates "this row is the best of its column".
func (e evaluation) bestRow(b published.BestRow) (parts []Outcome) {
	r := b.Panel
	panel, _ := e.paper.PanelOf(r)
	columns := b.Columns
	if len(columns) == 0 {
		columns = panel.Columns
	}
	for _, r.Column = range columns {
		r.Row = b.Row
		own, why := e.value(r, "")
		if why != "" {
			parts = append(parts, undefined("%s", why))
			continue
		}
		for _, row := range panel.Data() {
			if row == b.Row {
				continue
			}
			other := r
			other.Row = row
			x, why := e.value(other, "")
			if why != "" {
				parts = append(parts, undefined("%s", why))
				continue
			}
			margin := own.minus(x)
			if panel.Lower() {
				margin = x.minus(own)
			}
			parts = append(parts, e.compare(margin, true, "%s: %s, %s %s", r, own, row, x))
		}
	}
	return parts
}
