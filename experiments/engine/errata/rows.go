package errata

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/published/printed"
	"nmfrepro/experiments/engine/result"
)

// otherStatistic is a statistic of runs.
var otherStatistic = regexp.MustCompile(`(?i)^(max|min|maximum|minimum|best|worst)$`)

// kind tells what a row holds. A row "mean" beside a row "max" is a statistic of runs, and rows that are counts over another
// panel are data.
func (b block) kind(row string) printed.Kind {
	if _, derived := b.Recount.Get(row); derived {
		return printed.Data
	}
	k := printed.KindOf(row)
	if k == printed.Average && row != published.AverageRow && slices.ContainsFunc(b.Rows.Names(), otherStatistic.MatchString) {
		return printed.Data
	}
	return k
}

// rowsOf lists the rows of some kinds.
func (b block) rowsOf(kinds ...printed.Kind) []string {
	return list.Filter(b.Rows.Names(), func(row string) bool { return slices.Contains(kinds, b.kind(row)) })
}

// Data lists the rows that sum up no others.
func (b block) Data() []string { return b.rowsOf(printed.Data) }

// sums compares a row of sums with the sums of the numbers above it. Shares add up to nothing that would be printed.
func sums(b block) (found []Finding) {
	if len(b.Range) == 2 {
		return nil
	}
	for _, n := range b.among(b.rowsOf(printed.Sum), b.Columns) {
		above := b.whole(b.Data(), []string{n.column})
		if above == nil {
			continue
		}
		total, allowed := 0.0, n.unit/2
		for _, term := range above {
			total += term.x
			if !b.Whole && term.unit != 1 { // whole numbers are counts
				allowed += term.unit / 2
			}
		}
		if math.Abs(n.x-total) > allowed+slack {
			terms := list.Join(above, " + ", func(term number) string { return term.Value })
			found = append(found, b.finding(Error, n.row, n.column,
				fmt.Sprintf("the sum is reported as %s, the %d numbers above it add up to %.*f", n.Value, len(above), decimals(n.unit), total),
				fmt.Sprintf("%s = %.*f; rounding explains at most %.2g", terms, decimals(n.unit), total, allowed)))
		}
	}
	return found
}

// ranks checks ranks that stand beside numbers, and rows of mean ranks. Numbers that are equal in print may differ before
// rounding, and ties are counted in several ways, so that a range of ranks is right for them.
func ranks(b block) []Finding {
	switch {
	case b.Ranks != "":
		ref := published.Ref{Table: b.Ref.Table, Panel: b.Ranks}
		if panel, _ := b.paper.PanelOf(ref); panel.Better != "" {
			return b.ranksOf(block{ref, panel, b.paper})
		}
	case b.Better != "" && b.Metric != "rank":
		return b.meanRanks()
	}
	return nil
}

// rankIn bounds the rank of a column in a row of its group; ok is false where a number is missing.
func (b block) rankIn(row, column string) (least, most int, ok bool) {
	numbers := b.numbers(row, b.GroupOf(column)...)
	own := b.numbers(row, column)
	if len(own) == 0 || len(numbers) < 2 {
		return 0, 0, false
	}
	for _, n := range numbers {
		switch {
		case n.x == own[0].x:
			most++
		case (n.x < own[0].x) == b.Lower():
			least++
		}
	}
	return least + 1, least + most, true
}

func (b block) ranksOf(of block) (found []Finding) {
	for _, n := range b.among(b.Data(), b.Columns) {
		least, most, ok := of.rankIn(n.row, n.column)
		if ok && (n.x < float64(least)-slack || n.x > float64(most)+slack) {
			found = append(found, b.finding(Error, n.row, n.column,
				fmt.Sprintf("the rank is reported as %v, %s is number %s of the row", n.x, of.Cell(n.row, n.column).Value, between(least, most, "%d to %d")),
				fmt.Sprintf("%d numbers of the row are better (%s)", least-1, of.Better)))
		}
	}
	return found
}

func (b block) meanRanks() (found []Finding) {
	for _, n := range b.among(b.rowsOf(printed.Rank), b.Columns) {
		low, high, rows := 0, 0, 0
		for _, data := range b.Data() {
			least, most, ok := b.rankIn(data, n.column)
			if !ok {
				rows = 0
				break
			}
			low, high, rows = low+least, high+most, rows+1
		}
		if rows == 0 {
			continue
		}
		least, most := float64(low)/float64(rows), float64(high)/float64(rows)
		if n.x < least-n.unit/2-slack || n.x > most+n.unit/2+slack {
			found = append(found, b.finding(Error, n.row, n.column,
				fmt.Sprintf("the mean rank is reported as %s, the %d rows give %.*f to %.*f", n.Value, rows, decimals(n.unit)+1, least, decimals(n.unit)+1, most),
				fmt.Sprintf("%d/%d to %d/%d, according to how ties are counted (%s is better)", low, rows, high, rows, b.Better)))
		}
	}
	return found
}

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
			why := fmt.Sprintf("counted over %s; %s is better", result.Count(w.rows, "row"), b.Better)
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
