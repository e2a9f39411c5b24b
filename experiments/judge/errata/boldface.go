package errata

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/published/printed"
)

// boldface checks that bold numbers are the best of their row and group and, where our copy keeps all of the boldface,
// that the best are bold.
func boldface(p *published.Paper) (found []Finding) {
	for _, b := range blocks(p) {
		if b.Bold == "" || b.Better == "" {
			continue
		}
		for _, row := range b.Rows.Names() {
			if k := b.kind(row); k != printed.Data && k != printed.Average {
				continue
			}
			for _, group := range b.GroupsOrAll() {
				found = append(found, b.boldOf(row, group)...)
			}
		}
	}
	return found
}

func (b block) boldOf(row string, group []string) (found []Finding) {
	numbers := b.numbers(row, group)
	if len(numbers) < 2 {
		return nil
	}
	best := b.best(numbers)
	var bold, unmarked []string
	for _, n := range numbers {
		isBest, isBold := slices.Contains(best, n.column), b.Cell(row, n.column).Bold
		switch {
		case isBold && !isBest:
			found = append(found, Finding{
				Severity: Error, Place: b.at(row, n.column),
				What: fmt.Sprintf("%s is bold", b.Cell(row, n.column).Value),
				Why:  fmt.Sprintf("%s has %s, which is better (%s)", best[0], b.Cell(row, best[0]).Value, b.Better),
			})
		case isBest && !isBold:
			unmarked = append(unmarked, n.column)
		}
		if isBold {
			bold = append(bold, n.column)
		}
	}
	if b.Bold == "row" && len(unmarked) > 0 {
		found = append(found, Finding{
			Severity: Doubt, Place: b.at(row, unmarked[0]),
			What: fmt.Sprintf("%s, the best of the row, is not bold (%s)", b.Cell(row, unmarked[0]).Value, strings.Join(unmarked, ", ")),
			Why:  fmt.Sprintf("boldface marks the best of a row; bold here: %s", orNone(bold)),
		})
	}
	return found
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// best lists the columns with the best number, ties included.
func (b block) best(numbers []number) []string {
	better := func(x, y float64) bool { return x > y }
	if b.Lower() {
		better = func(x, y float64) bool { return x < y }
	}
	top := numbers[0].x
	for _, n := range numbers {
		if better(n.x, top) {
			top = n.x
		}
	}
	var columns []string
	for _, n := range numbers {
		if n.x == top {
			columns = append(columns, n.column)
		}
	}
	return columns
}
