package reports

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// Bounds of a screen, in lines and columns.
const (
	screenLines               = 40
	screenWidth               = 110
	widestName, narrowestName = 24, 8
	fewestShown               = 3 // methods of a block that is cut
	mostNotes                 = 4
)

// ComparisonScreen writes what comparisons say on one screen: the answer, a block of lines for each comparison (a method a line), and
// notes. The last comparisons have one line each where the blocks are too many. The commands on it end with the flags of with.
func ComparisonScreen(all []result.Comparison, with string, w io.Writer) {
	foot := screenFoot(all, with)
	var lines []string
	for _, line := range ComparisonAnswer(all) {
		lines = append(lines, strings.Split(term.Fold(line, screenWidth), "\n")...)
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	room := screenLines - len(foot)
	whole := true // so far
	for i, c := range all {
		b, left := block(c), len(all)-i-1
		most := room - len(lines) - left
		whole = whole && (len(b) <= most || i == 0 && most > fewestShown+2)
		switch {
		case whole:
			lines = append(lines, cut(b, c, most)...)
		case len(lines) == room-1 && left > 0:
			lines = append(lines, fmt.Sprintf("and %s: name one by panel=, or -v", result.Count(left+1, "more panel")))
		case len(lines) < room:
			lines = append(lines, blockLine(c, slices.ContainsFunc(all, func(o result.Comparison) bool { return o.Address != c.Address })))
		}
	}
	for _, line := range append(lines, foot...) {
		fmt.Fprintln(w, line)
	}
}

// ComparisonBlock returns the lines of a comparison on a screen.
func ComparisonBlock(c result.Comparison) []string { return block(c) }

// block returns the lines of a comparison: the heading, the methods by mean rank, and the tests.
func block(c result.Comparison) []string { return standingsBlock(c, false) }

// standingsBlock returns a block, with the p-values of the tests over data sets where they are wanted.
func standingsBlock(c result.Comparison, p bool) []string {
	if len(c.Standings) == 0 {
		return pairsBlock(c)
	}
	heading := []string{screenTitle(c), "mean rank", "places"}
	against := c.Against >= 0
	if against {
		heading = []string{screenTitle(c), "rank", "places", "ahead of " + clip(c.Methods[c.Against].Name, 14), "won tied lost", "worse", "equal", "better"}
		if p {
			heading = append(heading, "Wilcoxon's p, Holm")
		}
	}
	rows := [][]string{heading}
	for _, s := range c.Standings {
		mark := failedMark(c, s.Method)
		row := []string{clip(c.Methods[s.Method].Name, widestName-len(mark)) + mark, decimal(s.Rank), placesText(s), "", "", "", "", "", ""}
		if against && s.Method != c.Against && len(s.Signed) > 0 {
			row[3], row[4] = aheadText(c, s), fmt.Sprintf("%d %d %d", s.Wins, s.Ties, s.Losses)
			if p := s.Posterior; p != nil {
				row[5], row[6], row[7] = decimal(p.Worse), decimal(p.Equal), decimal(p.Better)
			}
			if s.Tested {
				row[8] = bare(s.Holm)
			}
		}
		rows = append(rows, row[:len(heading)])
	}
	lines := aligned(rows)
	if text := orderText(c); text != "" {
		lines = append(lines, clip(text, screenWidth))
	}
	return append(lines, "")
}

// pairsBlock writes the block of a quantity by which methods have no ranks: the differences over the rows.
func pairsBlock(c result.Comparison) []string {
	why := "no ranks: " + strings.TrimPrefix(fmt.Sprint(c.OursErr), "stat: friedman: ")
	rows := [][]string{{screenTitle(c), clip(why, 58)}}
	var pairs []result.Pair
	for _, p := range c.Pairs {
		if p.Row == "" && p.On == result.OnTheseRows {
			pairs = append(pairs, p)
		}
	}
	if c.Against >= 0 && len(pairs) > 0 {
		than := "ahead of "
		if c.Neutral {
			than = "less "
		}
		rows[0] = []string{screenTitle(c), than + clip(c.Methods[c.Against].Name, 30), "n"}
		if len(c.Rows) > 1 {
			rows[0][0] = clip(screenTitle(c)+"; "+why, 80)
		}
	}
	for _, p := range pairs {
		d := p.Difference
		if c.Neutral || !c.Lower {
			d = d.Turned()
		}
		rows = append(rows, []string{clip(c.Methods[p.B].Name, widestName), differenceText(c, d.Estimate.Value, d.Interval.Low, d.Interval.High, p.Holm < result.Alpha),
			fmt.Sprint(d.N)})
	}
	return append(aligned(rows), "")
}

// cut returns a block with so many lines at most: its heading, its best methods, the one that all are compared with, and how many more there
// are.
func cut(lines []string, c result.Comparison, most int) []string {
	if len(lines) <= most {
		return lines
	}
	shown := most - 3
	out := slices.Clone(lines[:1+shown])
	left := max(len(c.Standings), len(lines)-2) - shown
	if at := slices.IndexFunc(c.Standings, func(s result.Standing) bool { return s.Method == c.Against }); at >= shown {
		out[shown] = lines[1+at]
	}
	return append(out, fmt.Sprintf("  and %s: -v", result.Count(left, "more method")), "")
}

// blockLine says what a comparison comes to in a line, with its table where there are several.
func blockLine(c result.Comparison, table bool) string {
	text := clip(c.Words(), 50) + ": "
	if table {
		text = c.Address + ", " + text
	}
	if len(c.Standings) == 0 {
		return clip(text+"no ranks, "+strings.TrimPrefix(fmt.Sprint(c.OursErr), "stat: friedman: "), screenWidth)
	}
	ranked := func(s result.Standing) string {
		return fmt.Sprintf("%s %s", clip(c.Methods[s.Method].Name, widestName), decimal(s.Rank))
	}
	text += "rank of " + ranked(c.Standings[0])
	if c.Against < 0 {
		return clip(text, screenWidth)
	}
	rival, found := list.First(c.Standings, func(s result.Standing) bool { return s.Method != c.Against && s.Over != nil })
	if c.Standings[0].Method != c.Against {
		if at := slices.IndexFunc(c.Standings, func(s result.Standing) bool { return s.Method == c.Against }); at > 0 {
			text += ", of " + ranked(c.Standings[at])
		}
	} else if found {
		text += ", of " + ranked(rival)
	}
	if found {
		text += "; " + overText(c, rival)
	}
	return clip(text, screenWidth)
}

// screenTitle names a comparison at the head of its block: the metric, and how much is behind it.
func screenTitle(c result.Comparison) string {
	rows, sets := ranked(c)
	text := result.Count(sets, "data set")
	if rows != sets {
		text = result.Count(rows, "row") + " of " + text
	}
	return c.Words() + ", " + text
}

// ranked counts the rows of a comparison, and their data sets; of ranks those with all numbers.
func ranked(c result.Comparison) (rows, sets int) {
	rows, sets = len(c.Rows), len(c.Witnesses)
	if c.OursErr == nil {
		if rows = len(c.Ours.Rows); !c.Ours.OneSet {
			sets = c.Ours.Friedman.Sets
		}
	}
	return rows, sets
}

// placesText says between which places a method lies when data sets are drawn again.
func placesText(s result.Standing) string {
	switch {
	case s.Spread == nil:
		return ""
	case s.Spread.Best == s.Spread.Worst:
		return fmt.Sprint(s.Spread.Best)
	}
	return fmt.Sprintf("%d to %d", s.Spread.Best, s.Spread.Worst)
}

// aheadText returns how far a method is ahead of the one that it is compared with; a star where that is significant.
func aheadText(c result.Comparison, s result.Standing) string {
	if s.Over == nil {
		return differenceText(c, s.Mean, math.NaN(), math.NaN(), false)
	}
	d := s.Over.Difference
	if c.Lower {
		d = d.Turned()
	}
	return differenceText(c, d.Estimate.Value, d.Interval.Low, d.Interval.High, significant(s))
}

// significant tells whether a method is significantly ahead of the one that it is compared with, or behind it.
func significant(s result.Standing) bool {
	if s.Over.On == result.OnTheseRows {
		return s.Over.Holm < result.Alpha
	}
	return s.Holm < result.Alpha
}

// differenceText returns a difference with its interval: of a score in points, else in the unit of the table.
func differenceText(c result.Comparison, value, low, high float64, significant bool) string {
	mid, ends := result.Signed(c.Scale.Of(value)), result.IntervalText(c.Scale.Of(low), c.Scale.Of(high))
	if c.Unit == result.Points {
		mid, ends = result.Tenth(100*value), result.Tenths(100*low, 100*high)
	}
	if ends == "-" {
		return mid
	}
	if mid = fmt.Sprintf("%s (%s)", mid, ends); significant {
		mid += " *"
	}
	return mid
}

// failedMark marks a method of which runs failed.
func failedMark(c result.Comparison, method int) string {
	if slices.ContainsFunc(c.Rows, func(r result.Scores) bool { return r.Cells[method].Failed > 0 }) {
		return " !"
	}
	return ""
}

// orderText says in a line what the ranks are worth: Friedman's test, the reported order.
func orderText(c result.Comparison) string {
	var parts []string
	if f := c.Ours.Friedman; !math.IsNaN(f.P) {
		parts = append(parts, fmt.Sprintf("Friedman %s (%s)", pValue(f.P), f.By))
	}
	for _, a := range c.Agreements {
		if a.Row == "" && !math.IsNaN(a.Kendall.Tau) {
			parts = append(parts, "reported order: τ "+decimal(a.Kendall.Tau))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "  " + strings.Join(parts, "; ")
}

// screenFoot returns the last lines of a screen: what is to be known, how to read it, where more is.
func screenFoot(all []result.Comparison, with string) (lines []string) {
	notes := list.AppendUnique(nil, list.FlatMap(all, comparisonNotes)...)
	for i, note := range notes {
		if i == mostNotes && len(notes) > i+1 {
			lines = append(lines, fmt.Sprintf("%d more notes: -v", len(notes)-i))
			break
		}
		lines = append(lines, folded(note)...)
	}
	on := map[string]bool{}
	for _, c := range all {
		for _, s := range c.Standings {
			if s.Over != nil {
				on[s.Over.On] = true
			}
		}
	}
	if len(on) > 0 {
		lines = append(lines, folded("Intervals of 95 % "+strings.Join(slices.Sorted(maps.Keys(on)), " or ")+"; * significant among the methods of a block. Won: a data set"+toleranceText(all)+".")...)
		lines = append(lines, fmt.Sprintf("Worse, equal, better: probability on a further set; named in the answer from %g on, with %d data sets or more.", decided, fewestSets))
	}
	more := "All rows and pairs: -v   Another reference: --against METHOD"
	lines = append(lines, more)
	if all[0].HasReported() {
		lines = append(lines, "A lead, tested among all leads of the table: "+result.Command("compare lead", all[0].Address)+with)
	}
	return lines
}

// toleranceText says by how much a data set is won, where that is one number.
func toleranceText(all []result.Comparison) string {
	tolerance := math.NaN()
	for _, c := range all {
		for _, v := range c.Matrix {
			for _, w := range v.Within {
				if c.Unit == result.Points {
					w *= 100
				}
				if !math.IsNaN(tolerance) && w != tolerance || len(v.Within) == 0 {
					return ""
				}
				tolerance = w
			}
		}
	}
	if math.IsNaN(tolerance) {
		return ""
	}
	return ", by more than " + result.Plain(tolerance)
}

// aligned returns rows with columns of one width, the first to the left and the others to the right of theirs. The first is cut where the
// screen ends.
func aligned(rows [][]string) []string {
	widths := make([]int, len(rows[0]))
	for _, r := range rows[1:] {
		for j, cell := range r {
			widths[j] = max(widths[j], term.Width(cell))
		}
	}
	rest := 0
	for j := range widths[1:] {
		if w := &widths[j+1]; *w > 0 { // a column that is empty is none
			*w = max(*w, term.Width(rows[0][j+1]))
			rest += *w + 2
		}
	}
	for _, r := range rows {
		r[0] = clip(r[0], max(narrowestName, screenWidth-rest))
	}
	widths[0] = term.Widest(list.Map(rows, func(r []string) string { return r[0] }))
	return list.Map(rows, func(r []string) string {
		line := term.Pad(r[0], widths[0])
		for j, cell := range r[1:] {
			if widths[j+1] > 0 {
				line += "  " + term.PadLeft(cell, widths[j+1])
			}
		}
		return strings.TrimRight(line, " ")
	})
}

// folded returns a text in two lines at most.
func folded(text string) []string {
	lines := term.Words(text, screenWidth, screenWidth-2)
	if len(lines) > 1 {
		return []string{lines[0], "  " + clip(strings.Join(lines[1:], " "), screenWidth-2)}
	}
	return lines
}

// clip cuts a text to so many columns.
func clip(s string, most int) string {
	if term.Width(s) <= most {
		return s
	}
	runes := []rune(s)
	for term.Width(string(runes)) > most-1 {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ") + "…"
}
