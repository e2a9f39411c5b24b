package errata

import (
	"fmt"
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/published"
)

// line is a row, or a column, of a panel.
type line struct {
	place   string
	other   []string // labels of its cells
	numbers map[string]number
	group   int // columns are compared within their group
}

// duplicates looks for rows and for columns of a table that agree in nearly all of their numbers: copied ones, where a
// cell or two may have been mended since. Numbers at the ends of the range (0 and 100 %) agree easily and are left out.
// A pair is reported when agreement by chance has a probability below one in a million over all pairs of the table.
func duplicates(p *published.Paper) (found []Finding) {
	for _, t := range p.Tables {
		var rows, columns []line
		for _, b := range blocks(p) {
			if b.Ref.Table == t.Name {
				rows = append(rows, b.rowLines()...)
				columns = append(columns, b.columnLines()...)
			}
		}
		found = append(found, copies(rows, "row")...)
		found = append(found, copies(columns, "column")...)
	}
	return found
}

func (b block) rowLines() []line {
	return list.Map(b.Data(), func(row string) line {
		numbers := list.ByKey(b.inside([]string{row}, b.Columns), func(n number) string { return n.column })
		return line{place: b.at(row, ""), other: b.Columns, numbers: numbers}
	})
}

func (b block) columnLines() (lines []line) {
	for g, group := range b.GroupsOrAll() {
		for _, column := range group {
			numbers := list.ByKey(b.inside(b.Data(), []string{column}), func(n number) string { return n.row })
			lines = append(lines, line{place: b.at("", column), other: b.Data(), numbers: numbers, group: g})
		}
	}
	return lines
}

// inside are the numbers within the range that are not at its ends.
func (b block) inside(rows, columns []string) []number {
	return slices.DeleteFunc(b.among(rows, columns), func(n number) bool {
		return len(b.Range) == 2 && !(n.x > b.Range[0]+slack && n.x < b.Range[1]-slack)
	})
}

// What makes two lines a copy: so many equal numbers, so large a share, so small a chance.
const leastEqual, leastShare, mostChance = 4, 0.75, 1e-6

func copies(lines []line, what string) (found []Finding) {
	pairs := float64(len(lines)*(len(lines)-1)) / 2
	for i, a := range lines {
		for _, b := range lines[:i] {
			if a.group != b.group || !slices.Equal(a.other, b.other) {
				continue
			}
			equal, compared, share := agreement(a, b)
			if equal < leastEqual || float64(equal) < leastShare*float64(compared) {
				continue
			}
			if chance := pairs * tail(equal, compared, share); chance < mostChance {
				found = append(found, Finding{
					Severity: Error, Place: a.place, Of: b.place,
					What: fmt.Sprintf("%d of %d numbers are those of the %s %s", equal, compared, what, b.place),
					Why:  fmt.Sprintf("by chance this happens in one of %.0e tables", 1/chance),
				})
			}
		}
	}
	return found
}

// agreement counts the equal numbers of two lines and estimates the chance that two numbers agree: one unit over the
// spread of the numbers.
func agreement(a, b line) (equal, compared int, chance float64) {
	low, high, unit := math.Inf(1), math.Inf(-1), 0.0
	for _, label := range a.other {
		x, inA := a.numbers[label]
		y, inB := b.numbers[label]
		if !inA || !inB {
			continue
		}
		compared++
		if math.Abs(x.x-y.x) < slack {
			equal++
		}
		low, high, unit = min(low, x.x, y.x), max(high, x.x, y.x), max(unit, x.unit, y.unit)
	}
	if high <= low {
		return equal, compared, 1
	}
	return equal, compared, min(1, unit/(high-low))
}

// tail is the probability of at least k successes in n trials.
func tail(k, n int, p float64) float64 {
	sum := 0.0
	for i := k; i <= n; i++ {
		sum += math.Exp(logChoose(n, i)) * math.Pow(p, float64(i)) * math.Pow(1-p, float64(n-i))
	}
	return sum
}

// logChoose is the logarithm of the number of ways to choose k of n.
func logChoose(n, k int) float64 {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x + 1)); return v }
	return lg(n) - lg(k) - lg(n-k)
}
