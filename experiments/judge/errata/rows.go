package errata

import (
	"fmt"
	"math"
	"regexp"
	"slices"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/published/printed"
	"nmfrepro/reports/list"
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
