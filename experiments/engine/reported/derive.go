package reported

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/strict"
	"nmfrepro/reports/result"
)

// The statuses that paper.yaml gives to numbers of a table.
const (
	Misprinted = "misprinted" // errata prove that another number belongs in its place
	Stated     = "stated"     // our copy of the table has lost it, and the text states it
	Derived    = "derived"    // others of the table determine it
)

// NumberStatus marks numbers of a panel with which a replication is not compared.
type NumberStatus struct {
	Rows    []string `yaml:"rows" doc:"rows of these numbers; all of the panel if empty"`
	Columns []string `yaml:"columns" doc:"columns of these numbers; all of the panel if empty"`
	Is      string   `yaml:"is" strict:"required" words:"is" doc:"misprinted: errata prove that another number belongs there; stated: the text states what our copy of the table has lost"`
	Value   string   `yaml:"value" doc:"the number that the text states"`
	Why     string   `yaml:"why" strict:"required" doc:"how that is known"`
}

func (s NumberStatus) covers(row, column string) bool {
	return (len(s.Rows) == 0 || slices.Contains(s.Rows, row)) && (len(s.Columns) == 0 || slices.Contains(s.Columns, column))
}

// statuses reports statuses of numbers that are not there, or that cannot have them.
func (c *checker) statuses(n strict.Node, p Panel) {
	for i, s := range p.Status {
		at := n.Index(i)
		c.name(at.Get("is"), "status", s.Is, words["is"])
		for k, row := range s.Rows {
			c.name(at.Get("rows").Index(k), "row", row, p.Rows.Names())
		}
		for k, column := range s.Columns {
			c.name(at.Get("columns").Index(k), "column", column, p.Columns)
		}
		c.refuse((s.Is == Stated) != number.MatchString(s.Value), at, "value = %q, want a number with stated and none with misprinted", s.Value)
		for cell := range p.cells() {
			reported := p.Cell(cell.row, cell.column)
			_, legible := reported.Number()
			c.refuse(s.covers(cell.row, cell.column) && legible != (s.Is == Misprinted), at,
				"%s/%s is %q: misprinted goes with a number, stated with %s", cell.row, cell.column, reported.Value, Illegible)
		}
	}
}

// Comparable returns the paper as a replication is compared with it, where nobody has the data of some rows, those that are absent.
// Averages and counts over such rows become those over the others. Numbers that are misprinted or illegible are derived where
// others of the table determine them. [Cell.Status] says so of each; a misprinted number that nothing determines is Void.
func (p *Paper) Comparable(absent func(table, row string) bool) *Paper {
	c := *p
	c.Tables = slices.Clone(p.Tables)
	var counts []*Panel
	for i := range c.Tables {
		t := &c.Tables[i].Value
		t.Panels = slices.Clone(t.Panels)
		for k := range t.Panels {
			b := &t.Panels[k].Value
			b.Absent = slices.DeleteFunc(b.Data(), func(row string) bool { return !absent(c.Tables[i].Name, row) })
			if len(b.Data()) == 0 { // nothing is left to compare
				b.Absent = nil
			}
			b.settle()
			if len(b.Recount) > 0 {
				counts = append(counts, b)
			}
		}
	}
	for _, b := range counts {
		b.recount(&c)
	}
	return &c
}

// settle derives the numbers of the panel.
func (p *Panel) settle() {
	p.settled = map[cellKey]Cell{}
	for cell := range p.cells() {
		for _, s := range p.Status {
			if c := p.Cell(cell.row, cell.column); s.covers(cell.row, cell.column) {
				if c.Void = s.Is == Misprinted; !c.Void {
					c.Value = s.Value
				}
				c.Is, c.Status = s.Is, s.Is+": "+s.Why
				p.settled[cell] = c
			}
		}
	}
	for _, column := range p.Columns {
		p.settleColumn(column)
	}
}

// settleColumn derives an average from the numbers above it, or a number from the average and the others.
func (p *Panel) settleColumn(column string) {
	data, average := p.Data(), p.Cell(AverageRow, column)
	if average.Value == "" || len(p.Times) > 0 { // rows with factors of their own have no plain mean
		return
	}
	x, known := average.Number()
	sum, units := 0.0, 0.0
	var lost []string
	for _, row := range data {
		c := p.Cell(row, column)
		v, ok := c.Number()
		if !ok {
			lost = append(lost, row)
			continue
		}
		sum, units = sum+v, units+p.LastPlace(c)
	}
	n := float64(len(data))
	switch whole := len(p.Absent) == 0; {
	case len(lost) == 0 && n > 0 && (!known || !whole):
		p.derive(AverageRow, column, sum/n, units/n, 1, p.over("the mean of", len(data)), !whole)
	case !whole: // the reported average is over rows that a replication lacks
		average.Void, average.Is, average.Status = true, "", fmt.Sprintf("over rows that nobody has the data of: %s", strings.Join(
			p.Absent, " and "))
		p.settled[cellKey{AverageRow, column}] = average
	case len(lost) == 1 && n > 1 && known && p.Cell(lost[0], column).Value != "":
		p.derive(lost[0], column, n*x-sum, n*p.LastPlace(average)+units, 0, "from the average and the other rows", false)
	case len(lost) > 1 && known: // one average does not tell two numbers, but their mean
		for _, row := range lost {
			if c := p.Cell(row, column); c.Void {
				c.Status += fmt.Sprintf("; the average leaves %.*f for the mean of %s", decimals(p.LastPlace(average)), (n*x-sum)/float64(len(lost)),
					strings.Join(lost, " and "))
				p.settled[cellKey{row, column}] = c
			}
		}
	}
}

// over says which rows something is derived from.
func (p Panel) over(what string, rows int) string {
	if len(p.Absent) == 0 {
		return what + " the " + result.Count(rows, "row")
	}
	return fmt.Sprintf("%s %d of %d rows, without %s", what, rows, rows+len(p.Absent), strings.Join(p.Absent, " and "))
}

// derive puts a derived number into a place, with so many digits more than were reported.
func (p *Panel) derive(row, column string, x, unit float64, digits int, how string, part bool) {
	if reported := p.Cell(row, column); reported.Void {
		how += "; reported " + reported.Value + ", " + reported.Status
	}
	p.settled[cellKey{row, column}] = Cell{Value: strconv.FormatFloat(x, 'f', decimals(unit)+digits, 64), Is: Derived, Status: Derived + ": " +
		how,
		part: part, unit: unit}
}

// decimals returns the digits after the point that a unit needs.
func decimals(unit float64) int { return max(0, int(math.Ceil(-math.Log10(unit)-1e-9))) }

// recount counts again what rows count in another panel, where that lacks rows or the count cannot be taken as reported.
func (p *Panel) recount(paper *Paper) {
	for _, e := range p.Recount {
		source, _ := paper.PanelOf(e.Value.Panel)
		_, tied, rows := source.Wins(p.Columns, e.Value.Suffix)
		for _, column := range p.Columns {
			c := p.Cell(e.Name, column)
			if _, known := c.Number(); known && len(source.Absent) == 0 || c.Value == "" {
				continue
			}
			p.derive(e.Name, column, float64(tied[column]), 1, 0, source.over("counted over", rows), len(source.Absent) > 0)
		}
	}
}

// Wins counts in how many rows each of some columns, which have these names with a suffix, is the best alone, and alone or with
// others; rows are those with a number.
func (p Panel) Wins(names []string, suffix string) (outright, tied map[string]int, rows int) {
	outright, tied = map[string]int{}, map[string]int{}
	for _, row := range p.Data() {
		var best []string
		var top float64
		for _, name := range names {
			x, ok := p.Cell(row, strings.TrimSpace(name+" "+suffix)).Number()
			switch {
			case !ok:
			case best == nil || x != top && (x < top) == p.Lower():
				best, top = []string{name}, x
			case x == top:
				best = append(best, name)
			}
		}
		if len(best) == 1 {
			outright[best[0]]++
		}
		for _, name := range best {
			tied[name]++
		}
		if best != nil {
			rows++
		}
	}
	return outright, tied, rows
}
