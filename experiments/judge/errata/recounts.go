package errata

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/published/printed"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// recounts counts again what a derived table counts, or a row that stands below the numbers themselves. Numbers that are equal
// in print may differ before rounding, so that every count between the wins outright and the wins with ties is possible; more or
// fewer is not.
func recounts(b block) (found []Finding) {
	for _, row := range b.rowsOf(printed.Wins) {
		for _, group := range b.GroupsOrAll() {
			if b.Better == "" {
				continue
			}
			w := b.wins(group, "")
			why := fmt.Sprintf("counted over %s; %s is better", reports.Count(w.rows, "row"), b.Better)
			found = append(found, b.miscounted(row, group, w, "the rows above have", why)...)
		}
	}
	for _, e := range b.Recount {
		row, source := e.Name, e.Value
		panel, _ := b.paper.PanelOf(source.Panel)
		w := block{source.Panel, panel, b.paper}.wins(b.Columns, source.Suffix)
		why := fmt.Sprintf("counted over the %d rows of that table (%s)", w.rows, strings.TrimSpace("columns "+source.Suffix))
		wrong := b.miscounted(row, b.Columns, w, source.Panel.String()+" has", why)
		total := 0.0
		for _, n := range b.numbers(row, b.Columns...) {
			total += n.x
		}
		if total < float64(w.rows) {
			wrong = append(wrong, b.finding(Error, row, "", fmt.Sprintf("the counts add up to %v", total),
				fmt.Sprintf("%s has %d rows, and each has a best", source.Panel, w.rows)))
		}
		found = append(found, b.oneRow(row, wrong)...)
	}
	return found
}

// miscounted are the counts of a row that the wins of no order of the ties give; has says whose those are.
func (b block) miscounted(row string, columns []string, w wins, has, why string) (wrong []Finding) {
	for _, n := range b.numbers(row, columns...) {
		least, most := w.outright[n.column], w.tied[n.column]
		if n.x < float64(least) || n.x > float64(most) {
			what := fmt.Sprintf("%s is reported, %s %s", n.Value, has, between(least, most, "%d, or up to %d with ties"))
			wrong = append(wrong, b.finding(Error, row, n.column, what, why))
		}
	}
	return wrong
}

// oneRow makes one finding of all that is wrong with the counts of a row, which most often is another's.
func (b block) oneRow(row string, wrong []Finding) []Finding {
	if len(wrong) < 2 {
		return wrong
	}
	what := list.Join(wrong, "; ", func(f Finding) string {
		if ref, err := published.ParseRef(f.Place); err == nil && ref.Column != "" {
			return ref.Column + ": " + f.What
		}
		return f.What
	})
	return []Finding{b.finding(Error, row, "", what, wrong[0].Why)}
}

// wins are the rows in which each column is the best alone, and alone or with others.
type wins struct {
	outright, tied map[string]int
	rows           int
}

// wins counts over the columns of these names with a suffix.
func (b block) wins(names []string, suffix string) wins {
	columns := list.Map(names, func(n string) string { return strings.TrimSpace(n + " " + suffix) })
	w := wins{outright: map[string]int{}, tied: map[string]int{}}
	for _, row := range b.Data() {
		numbers := b.numbers(row, columns...)
		if len(numbers) == 0 {
			continue
		}
		w.rows++
		best := b.best(numbers)
		for i, column := range columns {
			if slices.Contains(best, column) {
				w.tied[names[i]]++
				if len(best) == 1 {
					w.outright[names[i]]++
				}
			}
		}
	}
	return w
}

// between is a count, or two as the format has them.
func between(least, most int, format string) string {
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf(format, least, most)
}
