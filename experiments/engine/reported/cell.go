package reported

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
)

// Illegible marks a cell that cannot be read in our copy of a paper.
const Illegible = "illegible"

// Cell is a number as the paper reports it. Value is empty where the paper has none and [Illegible] where our copy cannot
// be read. Digits stay strings, because trailing zeros carry meaning.
type Cell struct {
	Value  string
	SD     string
	Bold   bool
	Is     string // of a comparable paper: Derived, Stated or Misprinted; "" if the number is as reported
	Status string // the same with how that is known: "derived: how", "stated: where", "misprinted: why"
	Void   bool   // misprinted, and nothing tells the right number

	part bool    // derived over part of the rows
	unit float64 // of a derived number, in its last place; 0 if the digits tell
}

// number also takes what tables of sizes print, 1,000,209, and .95 without its zero.
var number = regexp.MustCompile(`^-?(([0-9]+|[0-9]{1,3}(,[0-9]{3})+)(\.[0-9]+)?|\.[0-9]+|[0-9]\.[0-9]+e[+-][0-9]{2})%?$`)

// ParseCell reads a cell as reported: "0.97±0.01", "**0.97±0.01**", "12.3", "1,024", "illegible" or "".
func ParseCell(text string) (Cell, error) {
	c, deviates := cut(text)
	switch {
	case text == "" || text == Illegible:
	case c.Bold && (len(text) < len("****") || !strings.HasSuffix(text, "**")):
		return c, fmt.Errorf("%q, want ** on both sides of a bold number", text)
	case !number.MatchString(c.Value) || deviates && !number.MatchString(c.SD):
		return c, fmt.Errorf("%q, want a number, mean±deviation, %s or an empty string", text, Illegible)
	case strings.HasPrefix(c.SD, "-"):
		return c, fmt.Errorf("%q has a negative deviation, want one of 0 or more", text)
	}
	return c, nil
}

// Checked parses a cell that ParseCell has accepted before.
func Checked(text string) Cell {
	c, _ := cut(text)
	return c
}

// cut takes a cell apart that may hold anything.
func cut(text string) (c Cell, deviates bool) {
	if text, c.Bold = strings.CutPrefix(text, "**"); c.Bold {
		text = strings.TrimSuffix(text, "**")
	}
	c.Value, c.SD, deviates = strings.Cut(text, "±")
	return c, deviates
}

// cellKey is a cell of a panel.
type cellKey struct{ row, column string }

// cells returns the places of a panel, row by row.
func (p Panel) cells() iter.Seq[cellKey] {
	return func(yield func(cellKey) bool) {
		for _, row := range p.Rows.Names() {
			for _, column := range p.Columns {
				if !yield(cellKey{row, column}) {
					return
				}
			}
		}
	}
}

// Cell returns the reported or derived number of a row and column; the zero Cell where the panel has no such row or column.
func (p Panel) Cell(row, column string) Cell {
	if c, there := p.settled[cellKey{row, column}]; there {
		return c
	}
	cells, _ := p.Rows.Get(row)
	i := slices.Index(p.Columns, column)
	if i < 0 || i >= len(cells) {
		return Cell{}
	}
	c, _ := cut(cells[i]) // checked when the paper was loaded
	return c
}
