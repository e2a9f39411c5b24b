package reported

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/reports/result"

	"nmfrepro/datasets/list"
)

// Number returns the mean; ok is false where nothing is reported, the cell is illegible or void.
func (c Cell) Number() (x float64, ok bool) {
	x, ok = parseNumber(c.Value)
	return x, ok && !c.Void
}

// NumberOf returns the number of a cell as reports carry it.
func NumberOf(p result.Reported) (x float64, ok bool) {
	return Cell{Value: p.Value, Void: p.Void}.Number()
}

// Deviation returns the reported deviation; ok is false where there is none.
func (c Cell) Deviation() (x float64, ok bool) { return parseNumber(c.SD) }

func parseNumber(text string) (float64, bool) {
	text = strings.ReplaceAll(strings.TrimSuffix(text, "%"), ",", "")
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil
}

// LastPlace returns one unit of the last reported place; the number before rounding lies within half of it.
func (p Panel) LastPlace(c Cell) float64 {
	if c.unit > 0 {
		return c.unit
	}
	mantissa, exponent, scientific := strings.Cut(strings.ToLower(strings.TrimSuffix(c.Value, "%")), "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	if ten, err := strconv.Atoi(exponent); scientific && err == nil {
		return math.Pow10(ten - len(fraction))
	}
	return math.Pow10(-max(len(fraction), p.Decimals))
}

// Lower tells whether less is better in the panel.
func (p Panel) Lower() bool { return p.Better == "lower" }

// Factor returns the factor by which the heading of a row, or the caption, multiplies the row's numbers.
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
	if group, found := list.First(p.Groups, func(group []string) bool { return slices.Contains(group, column) }); found {
		return group
	}
	return p.Columns
}

// Data lists the rows other than averages and absent rows.
func (p Panel) Data() []string {
	return slices.DeleteFunc(p.Rows.Names(), func(row string) bool { return row == AverageRow || slices.Contains(p.Absent, row) })
}

// InPrint turns a value in natural units (shares of one, seconds, errors) into the unit in which the row is reported: percent
// where the panel's range is 0 to 100, and without the factor that stands beside the row.
func (p Panel) InPrint(row string, x float64) float64 {
	if len(p.Range) == 2 && p.Range[0] == 0 && p.Range[1] == 100 {
		x *= 100
	}
	return x / p.Factor(row)
}
