package published

import "slices"

// Touches tells whether a predicate of the claim looks at the number in a cell. Averages are no rows of a column's mean.
func (c Claim) Touches(cell Ref) bool {
	covers := func(r Ref) bool {
		return r != Others && r.Covers(cell) && (r.Row != "" && r.Row != "*" || cell.Row != AverageRow)
	}
	for _, b := range c.BestIn {
		for _, r := range b.Of {
			others := Ref{r.Table, r.Panel, r.Row, ""}
			if b.In == InColumn {
				others = Ref{r.Table, r.Panel, "", r.Column}
			} else if len(b.Among) > 0 && b.Among[0] != "*" && cell.Column != r.Column && !slices.Contains(b.Among, cell.Column) {
				continue
			}
			if covers(others) {
				return true
			}
		}
	}
	for _, a := range c.Numbers {
		for i, r := range a.Of { // any column of the row may be the best of the others
			if r == Others && i > 0 && covers(Ref{a.Of[i-1].Table, a.Of[i-1].Panel, a.Of[i-1].Row, ""}) {
				return true
			}
		}
		if slices.ContainsFunc(a.Of, covers) || slices.ContainsFunc(a.Each, covers) {
			return true
		}
	}
	return slices.ContainsFunc(c.Greater, covers)
}
