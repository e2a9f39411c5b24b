package errata

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported/transcript"
)

// boldface checks that bold numbers are the best of their row and group and, where our copy keeps all of the boldface,
// that the best are bold.
func boldface(b block) (found []Finding) {
	if b.Bold == "" || b.Better == "" {
		return nil
	}
	for _, row := range b.rowsOf(transcript.Data, transcript.Average) {
		for _, group := range b.GroupsOrAll() {
			found = append(found, b.boldOf(row, group)...)
		}
	}
	return found
}

func (b block) boldOf(row string, group []string) (found []Finding) {
	numbers := b.numbers(row, group...)
	if len(numbers) < 2 {
		return nil
	}
	best := b.best(numbers)
	isBests := list.Set(best)
	var bold, unmarked []string
	told := false // that the best is not the bold one
	for _, n := range numbers {
		isBest := isBests[n.column]
		switch {
		case n.Bold && !isBest:
			f := b.finding(Error, row, n.column, n.Value+" is bold",
				fmt.Sprintf("%s has %s, which is better (%s)", best[0], b.Cell(row, best[0]).Value, b.Better))
			if b.kinds[row] == transcript.Average && !slices.ContainsFunc(best, func(c string) bool { return b.sameRows(c, n.column) }) {
				f.Severity, told = Doubt, true
				f.Why += ", and is the average of other rows"
			}
			found = append(found, f)
		case isBest && !n.Bold:
			unmarked = append(unmarked, n.column)
		}
		if n.Bold {
			bold = append(bold, n.column)
		}
	}
	if b.Bold == "row" && len(unmarked) > 0 && !told && len(b.unread([]string{row}, group)) == 0 { // one that was not read could be the best
		found = append(found, b.finding(Doubt, row, unmarked[0],
			fmt.Sprintf("%s, the best of the row, is not bold (%s)", b.Cell(row, unmarked[0]).Value, strings.Join(unmarked, ", ")),
			"boldface marks the best of a row; bold here: "+cmp.Or(strings.Join(bold, ", "), "none")))
	}
	return found
}

// sameRows tells whether two columns have numbers in the same rows of data.
func (b block) sameRows(a, c string) bool {
	return !slices.ContainsFunc(b.Data(), func(row string) bool {
		_, one := b.Cell(row, a).Number()
		_, other := b.Cell(row, c).Number()
		return one != other
	})
}

// best lists the columns with the best number, ties included.
func (b block) best(numbers []number) []string {
	rising := func(a, b number) int { return cmp.Compare(a.x, b.x) }
	top := slices.MaxFunc(numbers, rising)
	if b.Lower() {
		top = slices.MinFunc(numbers, rising)
	}
	tied := list.Filter(numbers, func(n number) bool { return n.x == top.x })
	return list.Map(tied, func(n number) string { return n.column })
}
