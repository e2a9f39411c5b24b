package claims

import (
	"cmp"
	"fmt"
	"slices"

	"nmfrepro/reports/list"

	"nmfrepro/experiments/published"
)

// bestIn evaluates "these cells are the best of their rows, or columns". The margin is that of the narrowest or, where the claim
// counts them, the number of cells above or below the claimed one.
func (e evaluation) bestIn(b published.Best) []Outcome {
	cells, absent := e.paper.CellsOf(b.Of)
	contests := list.Map(cells, func(cell published.Ref) []Outcome { return e.bestOf(cell, b) })
	if b.Least == 0 && b.Most == 0 {
		return slices.Concat(contests...)
	}
	each := list.Map(contests, worst)
	what, of := b.Of[0].Column, "rows"
	if b.In == published.InColumn {
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
func (e evaluation) bestOf(r published.Ref, b published.Best) (parts []Outcome) {
	panel, _ := e.paper.PanelOf(r)
	lower := panel.Lower() || b.By == "deviation"
	own := e.compared(r, b.By)
	rivals, missing := e.rivals(r, b, lower)
	place := max(1, b.Place)
	switch {
	case own.missing != "":
		return []Outcome{undefined("%s", own.missing)}
	case len(rivals)+len(missing) == 0:
		return []Outcome{undefined("nothing to compare %s with", r)}
	case place > 1 && len(missing) > 0:
		return []Outcome{undefined("%s", missing[0])}
	case place > len(rivals)+len(missing)+1:
		return []Outcome{undefined("%s has only %d rivals", r, len(rivals))}
	}
	for _, why := range missing {
		parts = append(parts, undefined("%s", why))
	}
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

// rivals are the numbers of the other columns of a row, or rows of a column, best first; missing says why there is none of some.
func (e evaluation) rivals(r published.Ref, b published.Best, lower bool) (all []rival, missing []string) {
	panel, _ := e.paper.PanelOf(r)
	other, own, names := r, r.Column, b.Among
	place := &other.Column
	if b.In == published.InColumn {
		place, own = &other.Row, r.Row
	}
	switch {
	case len(names) > 0 && names[0] != "*":
	case b.In == published.InColumn:
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
		if x := e.compared(other, b.By); x.missing != "" {
			missing = append(missing, x.missing)
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
	return all, missing
}

// counted evaluates a claim about the number of rows, or curves, in which something holds. A row that is open may count or not,
// so the claim is decided only if it comes out the same either way.
func (e evaluation) counted(rows []Outcome, least, most int, what, of string) Outcome {
	n := counts(rows)
	holding, absent := n[Holds], n[Undefined]
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
