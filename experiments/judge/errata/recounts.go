package errata

import (
	"fmt"
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/published/printed"
	"nmfrepro/reports"
)

// recounts counts again what a derived table counts. Numbers that are equal in print may differ before rounding, so that
// every count between the wins outright and the wins with ties is possible; more or fewer is not.
func recounts(p *published.Paper) (found []Finding) {
	for _, b := range blocks(p) {
		found = append(found, b.recounted()...)
		for _, e := range b.Recount {
			row, source := e.Name, e.Value
			ref := source.Panel
			panel, ok := p.PanelOf(ref)
			if !ok {
				continue
			}
			outright, tied, rows := wins(block{ref, panel}, b.Columns, source.Suffix)
			total := 0.0
			var wrong []Finding
			for _, n := range b.numbers(row, b.Columns) {
				total += n.x
				least, most := outright[n.column], tied[n.column]
				if n.x >= float64(least) && n.x <= float64(most) {
					continue
				}
				wrong = append(wrong, Finding{
					Severity: Error, Place: b.at(row, n.column),
					What: fmt.Sprintf("%s is printed, %s has %s", b.Cell(row, n.column).Value, source.Panel, between(least, most, withTies)),
					Why:  fmt.Sprintf("counted over the %d rows of that table (%s)", rows, strings.TrimSpace("columns "+source.Suffix)),
				})
			}
			if total < float64(rows) {
				wrong = append(wrong, Finding{
					Severity: Error, Place: b.at(row, ""), What: fmt.Sprintf("the counts add up to %v", total),
					Why: fmt.Sprintf("%s has %d rows, and each has a best", source.Panel, rows),
				})
			}
			found = append(found, b.oneRow(row, wrong)...)
		}
	}
	return found
}

// oneRow makes one finding of all that is wrong with the counts of a row, which most often is another's.
func (b block) oneRow(row string, wrong []Finding) []Finding {
	if len(wrong) < 2 {
		return wrong
	}
	one := Finding{Severity: Error, Place: b.at(row, ""), Why: wrong[0].Why}
	var what []string
	for _, f := range wrong {
		if ref, err := published.ParseRef(f.Place); err == nil && ref.Column != "" {
			f.What = ref.Column + ": " + f.What
		}
		what = append(what, f.What)
	}
	one.What = strings.Join(what, "; ")
	return []Finding{one}
}

// recounted counts the wins of a row that stands below the numbers themselves.
func (b block) recounted() (found []Finding) {
	if b.Better == "" {
		return nil
	}
	for _, row := range b.Rows.Names() {
		if b.kind(row) != printed.Wins {
			continue
		}
		for _, group := range b.GroupsOrAll() {
			outright, tied, rows := wins(b, group, "")
			for _, n := range b.numbers(row, group) {
				least, most := outright[n.column], tied[n.column]
				if n.x < float64(least) || n.x > float64(most) {
					found = append(found, Finding{
						Severity: Error, Place: b.at(row, n.column),
						What: fmt.Sprintf("%s is printed, the rows above have %s", b.Cell(row, n.column).Value, between(least, most, withTies)),
						Why:  fmt.Sprintf("counted over %s; %s is better", reports.Count(rows, "row"), b.Better),
					})
				}
			}
		}
	}
	return found
}

// wins counts the rows in which each column is the best alone, and alone or with others.
func wins(b block, names []string, suffix string) (outright, tied map[string]int, rows int) {
	var columns []string
	for _, n := range names {
		columns = append(columns, strings.TrimSpace(n+" "+suffix))
	}
	outright, tied = map[string]int{}, map[string]int{}
	for _, row := range b.Data() {
		numbers := b.numbers(row, columns)
		if len(numbers) == 0 {
			continue
		}
		rows++
		best := b.best(numbers)
		for i, column := range columns {
			for _, winner := range best {
				if winner == column {
					tied[names[i]]++
					if len(best) == 1 {
						outright[names[i]]++
					}
				}
			}
		}
	}
	return outright, tied, rows
}

const withTies = "%d, or up to %d with ties"

// between is a count, or two as the format has them.
func between(least, most int, format string) string {
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf(format, least, most)
}
