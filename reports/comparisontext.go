package reports

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/reports/term"
)

// ComparisonText writes a comparison for a terminal.
func ComparisonText(c result.Comparison, w io.Writer) {
	better := "higher is better"
	switch {
	case c.Neutral:
		better = "neither more nor less is better"
	case c.Lower:
		better = "lower is better"
	}
	fmt.Fprintf(w, "%s, profile %s: %s; %s\n  %s\n", c.Address, c.Profile, comparisonName(c), better, c.Title)
	pairsText(c, w)
	if c.Neutral {
		return
	}
	ranksText(c, w, "ours", c.Ours, c.OursErr)
	if c.HasReported() {
		ranksText(c, w, "reported", c.Papers, c.PapersErr)
	}
	if len(c.Agreements) > 0 {
		fmt.Fprintln(w, "\n  the reported order of the methods and ours (Kendall's τ):")
		term.Columns(w, list.Map(c.Agreements, func(a result.Agreement) []string {
			return []string{"   ", cmp.Or(rowTitle(c, a.Row), "mean ranks"), fmt.Sprintf("%d methods", a.Kendall.N), "τ " + decimal(a.Kendall.Tau),
				pValue(a.Kendall.P)}
		}))
	}
}

// rowTitle returns a row's label as people are shown it.
func rowTitle(c result.Comparison, label string) string {
	for _, r := range c.Rows {
		if r.Label == label && len(r.Cells) > 0 {
			return r.Cells[0].Cell.At.RowTitle()
		}
	}
	return label
}

// rowTitles lists several; labels hold commas.
func rowTitles(c result.Comparison, labels []string) string {
	return list.Join(labels, "; ", func(label string) string { return rowTitle(c, label) })
}

func pairsText(c result.Comparison, w io.Writer) {
	switch {
	case c.Against < 0:
		fmt.Fprintln(w, "\n  no method of the paper's own is here; --against compares one with the others")
		return
	case len(c.Pairs) == 0:
		fmt.Fprintf(w, "\n  %s cannot be compared: no row has two replicates of it and of another\n", c.Methods[c.Against].Name)
		return
	}
	lines := [][]string{{"  " + c.Methods[c.Against].Name + " in", "against", "it is", "difference", "95 % interval", "Holm's p", "d", "n"}}
	unpaired := false
	for _, p := range c.Pairs {
		if p.Row == "" && len(c.Rows) == 1 {
			continue // the same again
		}
		unpaired = unpaired || !p.Paired && p.Row != ""
		lines = append(lines, []string{"  " + cmp.Or(rowTitle(c, p.Row), p.On), c.Methods[p.B].Name, c.Outcome(p),
			result.Signed(c.Scale.Of(p.Estimate.Value)), span(c, p),
			bare(p.Holm), decimal(p.Effect), strconv.Itoa(p.N)})
	}
	fmt.Fprintln(w)
	term.Columns(w, lines, "d", "n", "95 % interval")
	fmt.Fprintln(w, "  Holm's p decides: that of the paired t-test, adjusted for all pairs of the row. The intervals are those of one "+
		"pair alone, not adjusted.")
	fmt.Fprintln(w, "  They hold on these rows; those on rows like these take the rows for a sample of data sets.")
	if unpaired {
		fmt.Fprintln(w, "  Of two methods that share no replicates the p is that of Welch's test.")
	}
}

func ranksText(c result.Comparison, w io.Writer, whose string, r result.Ranks, err error) {
	if err != nil {
		fmt.Fprintf(w, "\n  %s: no ranks over the rows (%s)\n", whose, strings.TrimPrefix(err.Error(), "stat: friedman: "))
		return
	}
	f := r.Friedman
	fmt.Fprintf(w, "\n  %s, %s\n", whose, rankTests(r))
	name := func(i int) string { return c.Methods[r.Methods[i]].Name }
	ranked := func(i int) string { return name(i) + " " + decimal(f.Ranks[i]) }
	fmt.Fprintf(w, "    mean ranks: %s\n", list.Join(list.Order(f.Ranks), ", ", ranked))
	for _, g := range r.Groups {
		fmt.Fprintf(w, "    no significant difference between: %s\n", list.Join(g, ", ", name))
	}
	if r.Rough() {
		fmt.Fprintln(w, "    so few rows that the p-values are rough")
	}
	if len(r.Left) > 0 {
		fmt.Fprintf(w, "    without the rows %s, where a method has no number\n", rowTitles(c, r.Left))
	}
}

// rankTests returns the statistics of the ranks over the rows.
func rankTests(r result.Ranks) string {
	f := r.Friedman
	return fmt.Sprintf("over %s: Friedman's χ² %s, %s; Iman and Davenport's F %s, %s; critical difference %s", result.Count(f.Sets, "row"),
		decimal(f.ChiSq), pValue(f.P), decimal(f.F), pValue(f.PF), decimal(r.Critical))
}

// decimal has two digits behind the point.
func decimal(v float64) string {
	if math.IsInf(v, 0) {
		return "∞"
	}
	if math.IsNaN(v) {
		return "-"
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

func pValue(p float64) string {
	switch {
	case math.IsNaN(p):
		return "-"
	case p < 0.0001:
		return "p < 0.0001"
	}
	return "p " + strconv.FormatFloat(p, 'g', 2, 64)
}

// bare returns a p-value below a heading that says so.
func bare(p float64) string { return strings.TrimPrefix(pValue(p), "p ") }

// span returns the interval of a difference in the unit of the table.
func span(c result.Comparison, p result.Pair) string {
	return result.IntervalText(c.Scale.Of(p.Interval.Low), c.Scale.Of(p.Interval.High))
}

// ComparisonSummary returns what the tests say of a comparison, in a line each: of the mean ranks, of the paper's own method against each
// other over the rows, and of the paper's order.
func ComparisonSummary(c result.Comparison) (lines []string) {
	for _, whose := range []struct {
		name string
		result.Ranks
		err error
	}{{"Ours", c.Ours, c.OursErr}, {"Reported", c.Papers, c.PapersErr}} {
		if whose.err != nil {
			continue
		}
		line := whose.name + ", " + rankTests(whose.Ranks) + "."
		if whose.Rough() {
			line += " So few rows that the p-values are rough."
		}
		if len(whose.Left) > 0 {
			line += " Without the rows " + rowTitles(c, whose.Left) + ", where a method has no number."
		}
		lines = append(lines, line)
	}
	over := map[string][]string{}
	var questions []string
	for _, p := range c.Pairs {
		if p.Row == "" {
			questions = list.AppendUnique(questions, p.On)
			over[p.On] = append(over[p.On], fmt.Sprintf("%s %s (%s; Holm %s, %s)", c.Methods[p.B].Name, result.Signed(c.Scale.Of(p.Estimate.Value)),
				span(c, p), pValue(p.Holm), c.Outcome(p)))
		}
	}
	for _, on := range questions {
		lines = append(lines, c.Methods[c.Against].Name+" "+on+", with intervals of 95 % that are not adjusted, against "+strings.Join(over[on],
			", ")+".")
	}
	if len(c.Agreements) > 0 {
		lines = append(lines, "The reported order and ours, Kendall's τ: "+list.Join(c.Agreements, "; ", func(a result.Agreement) string {
			return fmt.Sprintf("%s τ %s (%d methods, %s)", cmp.Or(rowTitle(c, a.Row), "mean ranks"), decimal(a.Kendall.Tau),
				a.Kendall.N, pValue(a.Kendall.P))
		})+".")
	}
	return lines
}
