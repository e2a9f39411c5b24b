package published

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Illegible marks a cell that cannot be read in our copy of a paper.
const Illegible = "illegible"

// Cell is a number as the paper prints it. Value is empty where the paper has none and [Illegible] where our copy cannot
// be read. Digits stay strings, because trailing zeros carry meaning.
type Cell struct {
	Value string
	SD    string
	Bold  bool
}

// number also takes what tables of sizes print, 1,000,209 and the range [20, 200], and .95 without its zero.
var (
	number   = regexp.MustCompile(`^-?(([0-9]+|[0-9]{1,3}(,[0-9]{3})+)(\.[0-9]+)?|\.[0-9]+)%?$`)
	interval = regexp.MustCompile(`^\[[0-9]+, [0-9]+\]$`)
)

// ParseCell reads a cell as printed: "0.97±0.01", "**0.97±0.01**", "12.3", "1,024", "[20, 200]", "illegible" or "".
func ParseCell(text string) (Cell, error) {
	c, deviates := cut(text)
	switch {
	case text == "" || text == Illegible || interval.MatchString(c.Value) && !deviates:
	case c.Bold && (len(text) < len("****") || !strings.HasSuffix(text, "**")):
		return c, fmt.Errorf("%q, want ** on both sides of a bold number", text)
	case !number.MatchString(c.Value) || deviates && !number.MatchString(c.SD):
		return c, fmt.Errorf("%q, want a number, mean±deviation, %s or an empty string", text, Illegible)
	}
	return c, nil
}

// cut takes a cell apart that may hold anything.
func cut(text string) (c Cell, deviates bool) {
	if text, c.Bold = strings.CutPrefix(text, "**"); c.Bold {
		text = strings.TrimSuffix(text, "**")
	}
	c.Value, c.SD, deviates = strings.Cut(text, "±")
	return c, deviates
}

// Cell returns what is printed in a row and column; the zero Cell where the panel has no such row or column.
func (p Panel) Cell(row, column string) Cell {
	cells, _ := p.Rows.Get(row)
	i := slices.Index(p.Columns, column)
	if i < 0 || i >= len(cells) {
		return Cell{}
	}
	c, _ := cut(cells[i]) // checked when the paper was loaded
	return c
}

// Number is the printed mean; ok is false where nothing is printed, the cell is illegible or holds a range.
func (c Cell) Number() (x float64, ok bool) { return parseNumber(c.Value) }

// Deviation is the printed deviation; ok is false where there is none.
func (c Cell) Deviation() (x float64, ok bool) { return parseNumber(c.SD) }

func parseNumber(text string) (float64, bool) {
	text = strings.ReplaceAll(strings.TrimSuffix(text, "%"), ",", "")
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}

// Unit is one in the last place that is printed: what was rounded lies within half a Unit.
func (p Panel) Unit(c Cell) float64 {
	_, fraction, _ := strings.Cut(strings.TrimSuffix(c.Value, "%"), ".")
	return math.Pow10(-max(len(fraction), p.Decimals))
}

// Lower tells whether less is better in the panel.
func (p Panel) Lower() bool { return p.Better == "lower" }

// Factor is what the heading of a row, or the caption, multiplies the row's numbers with.
func (p Panel) Factor(row string) float64 {
	if f, ok := p.Times.Get(row); ok {
		return f
	}
	return 1
}

// GroupsOrAll lists the columns that compete with each other: one group of all columns where the paper has none.
func (p Panel) GroupsOrAll() [][]string {
	if len(p.Groups) == 0 {
		return [][]string{p.Columns}
	}
	return p.Groups
}

// GroupOf lists the columns that compete with a column, itself among them.
func (p Panel) GroupOf(column string) []string {
	for _, group := range p.Groups {
		if slices.Contains(group, column) {
			return group
		}
	}
	return p.Columns
}

// Data lists the rows other than averages.
func (p Panel) Data() []string {
	return slices.DeleteFunc(p.Rows.Names(), func(row string) bool { return row == AverageRow })
}

// InPrint turns a value in natural units (shares of one, seconds, errors) into the unit that the row prints: percent
// where the panel's range is 0 to 100, and without the factor that stands beside the row.
func (p Panel) InPrint(row string, x float64) float64 {
	if len(p.Range) == 2 && p.Range[0] == 0 && p.Range[1] == 100 {
		x *= 100
	}
	return x / p.Factor(row)
}
