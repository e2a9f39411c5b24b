package reports

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/reports/term"
)

// Bounds of a screen, in lines and columns.
const (
	screenLines = 40
	screenWidth = 110
	widestName  = 24
	fewestShown = 3 // methods of a block that is cut
	mostNotes   = 4
)

// ComparisonScreen writes what comparisons say on one screen: a block for each, with a line for each method, and below them what is to
// be known. Where these are too many, blocks are cut to the best methods, or to one line.
func ComparisonScreen(all []result.Comparison, w io.Writer) {
	foot := screenFoot(all)
	room := screenLines - len(foot)
	blocks := list.Map(all, block)
	whole := 0
	for _, b := range blocks {
		whole += len(b)
	}
	switch each := room / len(all); {
	case whole <= room:
	case each > fewestShown+2: // the heading, the methods, what is left out
		for i := range blocks {
			blocks[i] = cut(blocks[i], all[i], each)
		}
	default:
		blocks = [][]string{list.Map(all, blockLine)}
		if more := len(blocks[0]) - room; more > 0 {
			blocks[0] = append(blocks[0][:room-1], fmt.Sprintf("and %s: name one by panel=, or -v", result.Count(more+1, "more panel")))
		}
	}
	for _, line := range append(slices.Concat(blocks...), foot...) {
		fmt.Fprintln(w, line)
	}
}

// block returns the lines of a comparison: the heading, the methods by mean rank, and the tests.
func block(c result.Comparison) []string {
	if len(c.Standings) == 0 {
		return pairsBlock(c)
	}
	heading := []string{clip(screenTitle(c), 48), "mean rank", "places", "", "", "", "", ""}
	against := c.Against >= 0
	if against {
		heading = []string{clip(screenTitle(c), 40), "rank", "places", "ahead of " + clip(c.Methods[c.Against].Name, 12) + " by", "won tied lost", "p", "worse", "equal",
			"better"}
	}
	rows := [][]string{heading}
	for _, s := range c.Standings {
		row := []string{clip(c.Methods[s.Method].Name, widestName) + failedMark(c, s.Method), decimal(s.Rank), placesText(s), "", "", "", "", "", ""}
		if against && s.Method != c.Against && len(s.Signed) > 0 {
			row[3], row[4] = aheadText(c, s), fmt.Sprintf("%d %d %d", s.Wins, s.Ties, s.Losses)
			if s.Tested {
				row[5] = bare(s.Holm)
			}
			if p := s.Posterior; p != nil {
				row[6], row[7], row[8] = decimal(p.Worse), decimal(p.Equal), decimal(p.Better)
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

// pairsBlock is the block of a quantity by which methods have no ranks: the differences over the rows.
func pairsBlock(c result.Comparison) []string {
	why := "no ranks: " + strings.TrimPrefix(fmt.Sprint(c.OursErr), "stat: friedman: ")
	rows := [][]string{{clip(screenTitle(c), 48), clip(why, 58)}}
	var pairs []result.Pair
	for _, p := range c.Pairs {
		if p.Row == "" && p.On == result.OnTheseRows {
			pairs = append(pairs, p)
		}
	}
	if c.Against >= 0 && len(pairs) > 0 {
		rows[0] = append(rows[0][:1], clip("less "+c.Methods[c.Against].Name, 30), clip(why, 30))
	}
	for _, p := range pairs {
		d := p.Turned()
		rows = append(rows, []string{clip(c.Methods[p.B].Name, widestName),
			differenceText(c, d.Estimate.Value, d.Interval, p.Holm < result.Alpha), ""})
	}
	return append(aligned(rows), "")
}

// cut returns a block with so many lines at most: its heading, its best methods, the one that all are compared with, and how many more there
// are.
func cut(lines []string, c result.Comparison, most int) []string {
	if len(lines) <= most {
		return lines
	}
	methods := len(c.Standings)
	if methods == 0 {
		return append(slices.Clone(lines[:most-2]), fmt.Sprintf("  and %d more: panel=%s", len(lines)-most+1, c.Panel), "")
	}
	shown := most - 3
	out := slices.Clone(lines[:1+shown])
	left := methods - shown
	if at := slices.IndexFunc(c.Standings, func(s result.Standing) bool { return s.Method == c.Against }); at >= shown {
		out[shown] = lines[1+at]
	}
	return append(out, fmt.Sprintf("  and %s: panel=%s shows them", result.Count(left, "more method"), c.Panel), "")
}

// blockLine says what a comparison comes to in a line.
func blockLine(c result.Comparison) string {
	text := screenTitle(c) + ": "
	if len(c.Standings) == 0 {
		return clip(text+"no ranks, "+strings.TrimPrefix(fmt.Sprint(c.OursErr), "stat: friedman: "), screenWidth)
	}
	best := c.Standings[0]
	text += fmt.Sprintf("%s first (rank %s)", c.Methods[best.Method].Name, decimal(best.Rank))
	if c.Against < 0 {
		return clip(text, screenWidth)
	}
	at := slices.IndexFunc(c.Standings, func(s result.Standing) bool { return s.Method == c.Against })
	rivals := list.Filter(c.Standings, func(s result.Standing) bool { return s.Method != c.Against && s.Over != nil })
	if at > 0 {
		text += fmt.Sprintf(", %s rank %s", c.Methods[c.Against].Name, decimal(c.Standings[at].Rank))
	}
	if len(rivals) > 0 {
		text += fmt.Sprintf("; %s %s", c.Methods[rivals[0].Method].Name, aheadText(c, rivals[0]))
	}
	return clip(text, screenWidth)
}

// screenTitle names a comparison at the head of its block: the metric, and how much is behind it.
func screenTitle(c result.Comparison) string {
	title := metricTitle(c)
	sets := result.Count(len(c.Witnesses), "data set")
	if n := len(c.Rows); n != len(c.Witnesses) {
		sets = result.Count(n, "row") + " of " + sets
	}
	return title + ", " + sets
}

// metricTitle returns the metric of a comparison in words, with its panel where another has the same.
func metricTitle(c result.Comparison) string {
	title := result.MetricWords(c.Metric)
	if c.Measure != "" {
		title += " (" + c.Measure + ")"
	}
	if c.Twin {
		title = c.Panel + ": " + title
	}
	return title
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
		return differenceText(c, s.Mean, stat.Interval{Low: math.NaN(), High: math.NaN()}, false)
	}
	d := s.Over.Difference
	if c.Lower {
		d = d.Turned()
	}
	return differenceText(c, d.Estimate.Value, d.Interval, s.Over.Holm < result.Alpha)
}

// differenceText returns a difference with its interval: of a score in points, else in the unit of the table.
func differenceText(c result.Comparison, value float64, in stat.Interval, significant bool) string {
	mid, ends := result.Signed(c.Scale.Of(value)), result.IntervalText(c.Scale.Of(in.Low), c.Scale.Of(in.High))
	if c.Unit == result.Points {
		mid, ends = result.Tenth(100*value), result.Tenths(100*in.Low, 100*in.High)
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

// orderText says in a line what the ranks are worth: Friedman's test, which methods may be first, the reported order.
func orderText(c result.Comparison) string {
	var parts []string
	if f := c.Ours.Friedman; !math.IsNaN(f.P) {
		parts = append(parts, fmt.Sprintf("Friedman %s (%s)", pValue(f.P), f.By))
	}
	if first := list.Filter(c.Standings, func(s result.Standing) bool { return s.Spread != nil && s.Spread.Best == 1 }); len(first) > 0 {
		names := list.Map(first, func(s result.Standing) string { return c.Methods[s.Method].Name })
		text := "may be first: " + strings.Join(names[:min(4, len(names))], ", ")
		if more := len(names) - 4; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		parts = append(parts, text)
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
func screenFoot(all []result.Comparison) (lines []string) {
	notes := list.AppendUnique(nil, list.FlatMap(all, comparisonNotes)...)
	for i, note := range notes {
		if i == mostNotes && len(notes) > i+1 {
			lines = append(lines, fmt.Sprintf("%d more notes: -v", len(notes)-i))
			break
		}
		folded := term.Words(note, screenWidth, screenWidth-2)
		lines = append(lines, folded[0])
		if len(folded) > 1 {
			lines = append(lines, "  "+clip(strings.Join(folded[1:], " "), screenWidth-2))
		}
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
		lines = append(lines, "Intervals of 95 % "+strings.Join(slices.Sorted(maps.Keys(on)), " or ")+"; * significant. Places, won, p (Wilcoxon's with Holm's): over data sets.")
	}
	return append(lines, "All rows and pairs: -v   Another reference: --against METHOD   A lead: nmfrepro compare lead "+clip(all[0].Address, 30))
}

// aligned returns rows with columns of one width; the first is to the left, the others to the right of theirs.
func aligned(rows [][]string) []string {
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for j, cell := range r {
			widths[j] = max(widths[j], term.Width(cell))
		}
	}
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
