package reported

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"

	"nmfrepro/datasets/strict"
)

// Ref names a cell of a paper, or with fewer parts a row of a panel, a panel, a table: table/panel/row/column. Without a row it is the
// mean of the column; * is any row or column. It is no [nmfrepro/reports/result.Address]: a paper names rows and columns by
// its own labels, some of which no run of ours has, and paper.yaml is read without the specs that say which data set and method those are.
type Ref struct {
	Table, Panel, Row, Column string
}

// Others stands in an [Amount] for the best of the other columns.
var Others = Ref{Table: "others"}

// UnmarshalStrict implements strict.Unmarshaler: a reference is text.
func (r *Ref) UnmarshalStrict(n strict.Node, d *strict.Decoder) {
	text, ok := n.Text()
	if !ok {
		d.Problem(n, "found no text, want table/panel/row/column")
		return
	}
	ref, err := ParseRef(text)
	if err != nil {
		d.Problem(n, "%v", err)
	}
	*r = ref
}

// String writes the parts that are given, as ParseRef reads them.
func (r Ref) String() string {
	parts := []string{r.Table, r.Panel, r.Row, r.Column}
	for len(parts) > 0 && parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	return strings.Join(list.Map(parts, func(part string) string { return strings.ReplaceAll(part, "/", quotedSlash) }), "/")
}

// quotedSlash is a slash that belongs to a label.
const quotedSlash = `\/`

// ParseRef reads table/panel/row/column; parts may be missing from the right, and a row may be empty. A slash in a label is \/.
func ParseRef(text string) (Ref, error) {
	const kept = "\x00"
	parts := strings.Split(strings.ReplaceAll(text, quotedSlash, kept), "/")
	if len(parts) > 4 {
		return Ref{}, fmt.Errorf(`%q has %d parts, want table/panel/row/column; a slash in a label is \/`, text, len(parts))
	}
	parts = list.Map(append(parts, "", "", "")[:4], func(part string) string { return strings.ReplaceAll(part, kept, "/") })
	return Ref{parts[0], parts[1], parts[2], parts[3]}, nil
}

// PanelOf returns the panel that a reference names.
func (p *Paper) PanelOf(r Ref) (Panel, bool) {
	t, _ := p.Tables.Get(r.Table)
	return t.Panels.Get(r.Panel)
}

// CellOf returns the cell that a reference names; the zero Cell where there is none.
func (p *Paper) CellOf(r Ref) Cell {
	panel, _ := p.PanelOf(r)
	return panel.Cell(r.Row, r.Column)
}

// CellsOf lists the cells that references stand for: * is any row or column, averages left out, and so is a missing part at its end.
// Cells of absent rows are left out and counted, unless there are no others.
func (p *Paper) CellsOf(refs []Ref) (hand []Ref, absent int) {
	var gone []Ref
	for _, r := range refs {
		panel, _ := p.PanelOf(r)
		for _, cell := range p.cells(r) {
			if slices.Contains(panel.Absent, cell.Row) {
				gone = append(gone, cell)
			} else {
				hand = append(hand, cell)
			}
		}
	}
	if len(hand) == 0 {
		return gone, 0
	}
	return hand, len(gone)
}

// InPart tells whether our number of a reference covers only a part of the rows of the paper's number.
func (p *Paper) InPart(r Ref) bool {
	panel, _ := p.PanelOf(r)
	if r.Row != "" {
		return panel.Cell(r.Row, r.Column).part
	}
	return len(panel.Absent) > 0 || slices.ContainsFunc(panel.Data(), func(row string) bool { return panel.Cell(row, r.Column).part })
}

// Without lists the rows of a claim that are left out.
func (p *Paper) Without(c Claim) (absent []string) {
	for _, r := range c.Panels() {
		panel, _ := p.PanelOf(r)
		absent = list.AppendUnique(absent, panel.Absent...)
		for _, e := range panel.Recount {
			source, _ := p.PanelOf(e.Value.Panel)
			absent = list.AppendUnique(absent, source.Absent...)
		}
	}
	return absent
}

func (p *Paper) cells(r Ref) (all []Ref) {
	panel, _ := p.PanelOf(r)
	rows, columns := []string{r.Row}, []string{r.Column}
	if r.Row == "*" || r.Row == "" && r.Column == "" {
		rows = append(panel.Data(), panel.Absent...)
	}
	if r.Column == "*" || r.Column == "" {
		columns = panel.Columns
	}
	for _, r.Row = range rows {
		for _, r.Column = range columns {
			all = append(all, r)
		}
	}
	return all
}

// Resolve reports the first part of a reference that the paper does not have, with the nearest name.
func (p *Paper) Resolve(r Ref) error {
	t, ok := p.Tables.Get(r.Table)
	if !ok {
		return fmt.Errorf("unknown table %q, %s", r.Table, list.DidYouMean(r.Table, p.Tables.Names()))
	}
	panel, ok := t.Panels.Get(r.Panel)
	if !ok {
		return fmt.Errorf("unknown panel %q of %s, %s", r.Panel, r.Table, list.DidYouMean(r.Panel, t.Panels.Names()))
	}
	if rows := panel.Rows.Names(); r.Row != "" && r.Row != "*" && !slices.Contains(rows, r.Row) {
		return fmt.Errorf("unknown row %q of %s/%s, %s", r.Row, r.Table, r.Panel, list.DidYouMean(r.Row, rows))
	}
	if r.Column != "" && r.Column != "*" && !slices.Contains(panel.Columns, r.Column) {
		return fmt.Errorf("unknown column %q of %s/%s, %s", r.Column, r.Table, r.Panel, list.DidYouMean(r.Column, panel.Columns))
	}
	return nil
}

// Covers tells whether a cell is among those that the reference names: a part that is empty or * stands for any.
func (r Ref) Covers(cell Ref) bool {
	fits := func(part, of string) bool { return part == "" || part == "*" || part == of }
	return r.Table == cell.Table && fits(r.Panel, cell.Panel) && fits(r.Row, cell.Row) && fits(r.Column, cell.Column)
}

// FittedTo names the values of open settings that were fitted to a reported number, joined by commas; "" if none was.
func (p *Paper) FittedTo(cell Ref) string {
	var choices []string
	for _, f := range p.Fitted {
		if slices.ContainsFunc(f.Value, func(r Ref) bool { return r.Covers(cell) }) {
			choices = append(choices, f.Name)
		}
	}
	return strings.Join(choices, ", ")
}

func (c *checker) fitted() {
	keys := list.Map(c.paper.Protocol, func(choice Choice) string { return choice.Key })
	reported := c.paper.Reported()
	for _, f := range c.paper.Fitted {
		c.name(f.Key, "choice", f.Name, keys)
		for i, r := range f.Value {
			c.refuse(!slices.ContainsFunc(reported, r.Covers), f.Node.Index(i), "%s is no reported number", r)
		}
	}
}

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
