package published

import "slices"

// Touches tells whether a predicate of the claim looks at the number in a cell. Averages are no rows of a column's mean.
func (c Claim) Touches(cell Ref) bool {
	covers := func(refs []Ref, alike Ref) bool {
		return slices.ContainsFunc(refs, func(r Ref) bool {
			return r != Others && r.Covers(alike) && (r.Row != "" || alike.Row != AverageRow)
		})
	}
	for _, b := range c.BestIn {
		rows := len(b.Rows) == 0 && cell.Row != AverageRow || slices.Contains(b.Rows, cell.Row)
		columns := len(b.Among) == 0 || cell.Column == b.Column || slices.Contains(b.Among, cell.Column)
		if rows && columns && covers(b.Panels, Ref{Table: cell.Table, Panel: cell.Panel}) {
			return true
		}
	}
	for _, b := range c.BestRow {
		if b.Panel.Covers(cell) && (len(b.Columns) == 0 || slices.Contains(b.Columns, cell.Column)) {
			return true
		}
	}
	for _, e := range c.Equals {
		if covers(e.Of, cell) {
			return true
		}
		for i, r := range e.Of { // any column of the row may be the best of the others
			if r == Others && i > 0 && covers([]Ref{{e.Of[i-1].Table, e.Of[i-1].Panel, e.Of[i-1].Row, ""}}, cell) {
				return true
			}
		}
	}
	for _, b := range slices.Concat(c.AtLeast, c.AtMost) {
		if covers(b.Of, cell) {
			return true
		}
	}
	return covers(c.Greater, cell)
}
