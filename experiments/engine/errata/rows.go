package errata

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/reported/transcript"
	"nmfrepro/reports/result"
)

// otherStatistic is a statistic of runs.
var otherStatistic = regexp.MustCompile(`(?i)^(max|min|maximum|minimum|best|worst)$`)

// sums compares a row of sums with the sums of the numbers above it. Shares add up to nothing that would be reported.
func sums(b block) (found []Finding) {
	if len(b.Range) == 2 {
		return nil
	}
	for _, n := range b.among(b.rowsOf(transcript.Sum), b.Columns) {
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
		ref := reported.Ref{Table: b.Ref.Table, Panel: b.Ranks}
		if panel, _ := b.paper.PanelOf(ref); panel.Better != "" {
			return b.ranksOf(newBlock(ref, panel, b.paper))
		}
	case b.Better != "" && b.Metric != "rank":
		return b.meanRanks()
	}
	return nil
}

func (b block) ranksOf(of block) (found []Finding) {
	for _, row := range b.Data() {
		spans := map[string][2]int{}
		for _, group := range of.GroupsOrAll() {
			maps.Copy(spans, of.rankSpans(row, group))
		}
		for _, n := range b.numbers(row, b.Columns...) {
			span, ok := spans[n.column]
			if ok && (n.x < float64(span[0])-slack || n.x > float64(span[1])+slack) {
				found = append(found, b.finding(Error, n.row, n.column,
					fmt.Sprintf("the rank is reported as %v, %s is number %s of the row", n.x, of.Cell(n.row, n.column).Value,
						between(span[0], span[1], "%d to %d")),
					fmt.Sprintf("%d numbers of the row are better (%s)", span[0]-1, of.Better)))
			}
		}
	}
	return found
}

func (b block) meanRanks() (found []Finding) {
	rows := b.rowsOf(transcript.Rank)
	if len(rows) == 0 {
		return nil
	}
	low, high, missing := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, data := range b.Data() {
		for _, group := range b.GroupsOrAll() {
			spans := b.rankSpans(data, group)
			for _, column := range group {
				span, ok := spans[column]
				missing[column] = missing[column] || !ok
				low[column], high[column] = low[column]+span[0], high[column]+span[1]
			}
		}
	}
	n := len(b.Data())
	for _, mean := range b.among(rows, b.Columns) {
		if missing[mean.column] || n == 0 {
			continue
		}
		first, last := low[mean.column], high[mean.column]
		least, most := float64(first)/float64(n), float64(last)/float64(n)
		if mean.x < least-mean.unit/2-slack || mean.x > most+mean.unit/2+slack {
			found = append(found, b.finding(Error, mean.row, mean.column,
				fmt.Sprintf("the mean rank is reported as %s, the %d rows give %.*f to %.*f", mean.Value, n, decimals(mean.unit)+1, least,
					decimals(mean.unit)+1, most),
				fmt.Sprintf("%d/%d to %d/%d, according to how ties are counted (%s is better)", first, n, last, n, b.Better)))
		}
	}
	return found
}

// rankSpans bounds the ranks of the numbers of a row within a group of columns; a column without a number has none.
func (b block) rankSpans(row string, group []string) map[string][2]int {
	numbers := b.numbers(row, group...)
	if len(numbers) < 2 {
		return nil
	}
	slices.SortStableFunc(numbers, func(a, c number) int { // the best first
		if b.Lower() {
			return cmp.Compare(a.x, c.x)
		}
		return cmp.Compare(c.x, a.x)
	})
	hidden := len(b.unread([]string{row}, group)) // each of them can be better, or worse
	spans := map[string][2]int{}
	for from := 0; from < len(numbers); {
		to := from
		for to < len(numbers) && numbers[to].x == numbers[from].x {
			to++
		}
		for _, n := range numbers[from:to] {
			spans[n.column] = [2]int{from + 1, to + hidden}
		}
		from = to
	}
	return spans
}

// recounts counts again what a derived table counts, or a row that stands below the numbers themselves. Numbers that are equal
// in print may differ before rounding, so that every count between the wins outright and the wins with ties is possible; more or
// fewer is not.
func recounts(b block) (found []Finding) {
	for _, row := range b.rowsOf(transcript.Wins) {
		for _, group := range b.GroupsOrAll() {
			if b.Better == "" {
				continue
			}
			w := b.wins(group, "")
			why := fmt.Sprintf("counted over %s; %s is better", result.Count(w.rows, "row"), b.Better)
			found = append(found, b.miscounted(row, group, w, "the rows above have", why)...)
		}
	}
	return append(found, b.recounted()...)
}

// recounted counts again what the rows of a derived table count.
func (b block) recounted() (found []Finding) {
	all := map[string]wins{}
	for _, e := range b.Recount {
		panel, _ := b.paper.PanelOf(e.Value.Panel)
		all[e.Name] = newBlock(e.Value.Panel, panel, b.paper).wins(b.Columns, e.Value.Suffix)
	}
	shared := b.countsTies(all)
	for _, e := range b.Recount {
		row, source, w := e.Name, e.Value, all[e.Name]
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
		if shared {
			wrong = append(wrong, b.otherTies(row, w, source.Panel.String()+" has", why)...)
		}
		found = append(found, b.oneRow(row, wrong)...)
	}
	return found
}

// countsTies tells whether most rows in which ties make a difference count equal numbers for all of them, whole rows each.
func (b block) countsTies(all map[string]wins) bool {
	follow, differ := 0, 0
	for row, w := range all {
		numbers := b.numbers(row, b.Columns...)
		if !slices.ContainsFunc(numbers, func(n number) bool { return w.outright[n.column] != w.tied[n.column] }) {
			continue
		}
		differ++
		if !slices.ContainsFunc(numbers, func(n number) bool { return n.x != float64(w.tied[n.column]) }) {
			follow++
		}
	}
	return follow > 0 && 2*follow >= differ
}

// otherTies returns the counts of a row that are possible, but only if ties are counted otherwise than in most rows.
func (b block) otherTies(row string, w wins, has, why string) (wrong []Finding) {
	for _, n := range b.numbers(row, b.Columns...) {
		if least, most := w.outright[n.column], w.tied[n.column]; n.x >= float64(least) && n.x < float64(most) {
			what := fmt.Sprintf("%s is reported, %s %d if equal ones count for all, as in the other rows", n.Value, has, most)
			wrong = append(wrong, b.finding(Doubt, row, n.column, what, why))
		}
	}
	return wrong
}

// miscounted returns the counts of a row that the wins of no order of the ties give; has says whose those are.
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
		if ref, err := reported.ParseRef(f.Place); err == nil && ref.Column != "" {
			return ref.Column + ": " + f.What
		}
		return f.What
	})
	return []Finding{b.finding(wrong[0].Severity, row, "", what, wrong[0].Why)}
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
		hidden := b.unread([]string{row}, columns) // each of them can be the best, alone
		could := list.Set(best)
		for i, column := range columns {
			if could[column] || b.Cell(row, column).Value == reported.Illegible {
				w.tied[names[i]]++
				if len(best) == 1 && len(hidden) == 0 {
					w.outright[names[i]]++
				}
			}
		}
	}
	return w
}

// between returns a count, or two as the format has them.
func between(least, most int, format string) string {
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf(format, least, most)
}
