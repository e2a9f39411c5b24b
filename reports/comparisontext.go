package reports

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
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
	if len(c.Standings) > 0 {
		fmt.Fprintln(w)
		for _, line := range standingsBlock(c, true)[:1+len(c.Standings)] {
			fmt.Fprintln(w, "  "+line)
		}
	}
	pairsText(c, w)
	for _, note := range comparisonNotes(c) {
		fmt.Fprintln(w, "  "+note)
	}
	if c.Neutral {
		return
	}
	matrixText(c, w)
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
			return cmp.Or(r.Cells[0].Cell.At.RowTitle(), label)
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
	fmt.Fprintln(w, "  Holm's p decides: that of the paired t-test, adjusted for the pairs of the row that are listed. The intervals are those "+
		"of one pair alone, not adjusted.")
	fmt.Fprintln(w, "  They hold on these rows; those on rows like these take the data sets for a sample.")
	if unpaired {
		fmt.Fprintln(w, "  Of two methods that share no replicates the p is that of Welch's test.")
	}
}

// matrixText writes every two methods over the data sets.
func matrixText(c result.Comparison, w io.Writer) {
	if len(c.Matrix) == 0 {
		return
	}
	lines := [][]string{{"  every two", "", "ahead by", "won tied lost", "p"}}
	for _, v := range c.Matrix {
		p := "-"
		if v.Tested {
			p = bare(v.Wilcoxon.TwoSided)
		}
		lines = append(lines, []string{"  " + c.Methods[v.A].Name, c.Methods[v.B].Name,
			differenceText(c, v.Mean, math.NaN(), math.NaN(), false), fmt.Sprintf("%d %d %d", v.Wins, v.Ties, v.Losses), p})
	}
	fmt.Fprintln(w)
	term.Columns(w, lines)
	fmt.Fprintln(w, "  Wilcoxon's p over the data sets, of each pair alone: it does not move when a method is added.")
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
	if len(r.Left) > 0 {
		fmt.Fprintf(w, "    without the rows %s, where a method has no number\n", rowTitles(c, r.Left))
	}
}

// rankTests returns the statistics of the ranks over the data sets.
func rankTests(r result.Ranks) string {
	f := r.Friedman
	if r.OneSet {
		return fmt.Sprintf("over %s of one data set: mean ranks; nothing is tested, since ranks or draws of one set are one witness",
			result.Count(f.Sets, "row"))
	}
	critical := "critical difference " + decimal(r.Critical)
	if math.IsInf(r.Critical, 1) {
		critical = "no difference of two mean ranks is significant"
	}
	sets := result.Count(len(r.Rows), "row")
	if len(r.Rows) > f.Sets {
		sets += " of " + result.Count(f.Sets, "data set")
	}
	return fmt.Sprintf("over %s: Friedman's χ² %s, %s (%s); %s", sets, decimal(f.ChiSq), pValue(f.P), f.By, critical)
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

// ComparisonSummary returns a line for each test of a comparison: the mean ranks, the own method against each rival over the rows, and
// the reported order.
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

// firstFew lists the first names, and how many more there are.
func firstFew(names []string, most int) string {
	if left := len(names) - most; left > 1 {
		return fmt.Sprintf("%s, %d more", strings.Join(names[:most], ", "), left)
	}
	return strings.Join(names, ", ")
}

// comparisonNotes returns what is to be known of a comparison, a sentence each: what stands in place of a number, which rows are no witnesses
// of their own, which methods were chosen.
func comparisonNotes(c result.Comparison) []string {
	var notes []string
	if seeds := c.Seeds(true); c.Profile != "" && (strings.Contains(seeds, ";") || c.OursErr == nil && len(c.Ours.Left) > 0) {
		note := "Seeds: " + seeds + "."
		if c.OursErr == nil && len(c.Ours.Left) > 0 {
			lack := list.Filter(list.Upto(len(c.Methods)), func(j int) bool {
				return slices.ContainsFunc(c.Rows, func(r result.Scores) bool {
					return slices.Contains(c.Ours.Left, r.Label) && len(r.Cells[j].Cell.Runs.Values) == 0
				})
			})
			note += fmt.Sprintf(" Not ranked: %s, without numbers by %s.", firstFew(c.Ours.Left, 3),
				firstFew(list.Map(lack, func(j int) string { return c.Methods[j].Name }), 3))
		}
		notes = append(notes, note)
	}
	notes = append(notes, c.Notes...)
	var failed, collapsed, honest, tuned, cut []string
	limit, all := 0, 0 // runs
	for j, m := range c.Methods {
		runs, gone, most, of, on := 0, 0, 0, 0, []string{}
		isHonest, isTuned := false, false
		for _, r := range c.Rows {
			s := r.Cells[j]
			if s.Failed > 0 {
				runs, on = runs+s.Failed, append(on, rowTitle(c, r.Label))
			}
			gone += s.Collapsed
			limit, all, most, of = limit+s.Cell.Runs.AtLimit, all+len(s.Cell.Runs.Values), most+s.Cell.Runs.AtLimit, of+len(s.Cell.Runs.Values)
			isHonest, isTuned = isHonest || s.Honest, isTuned || s.Tuned && !s.Honest
		}
		if runs > 0 {
			failed = append(failed, fmt.Sprintf("%s failed in %s on %s", m.Name, result.Count(runs, "run"), strings.Join(on, ", ")))
		}
		if gone > 0 {
			collapsed = append(collapsed, fmt.Sprintf("%s in %s", m.Name, result.Count(gone, "run")))
		}
		if 2*most > of {
			cut = append(cut, m.Name)
		}
		if isHonest {
			honest = append(honest, m.Name)
		}
		if isTuned {
			tuned = append(tuned, m.Name)
		}
	}
	if len(failed) > 0 {
		notes = append(notes, strings.Join(failed, "; ")+": a failed run scores as a random partition, or as the worst run of the row.")
	}
	if len(collapsed) > 0 {
		notes = append(notes, "Collapsed to one cluster, left out of the table, counted here: "+strings.Join(collapsed, ", ")+".")
	}
	if limit > 0 {
		note := fmt.Sprintf("%d of %s ended at the limit on iterations, not by the tolerance", limit, result.Count(all, "run"))
		if len(cut) > 0 {
			note += ", most of " + strings.Join(cut, ", ")
		}
		notes = append(notes, note+".")
	}
	if len(honest) > 0 {
		notes = append(notes, fmt.Sprintf("Honest numbers, at options that other runs chose, not those of the table: %s.", strings.Join(honest, ", ")))
	}
	if len(tuned) > 0 {
		notes = append(notes, fmt.Sprintf("Tuned on the runs that are scored, without honest numbers: %s.", strings.Join(tuned, ", ")))
	}
	switch rows, sets := len(c.Rows), len(c.Witnesses); {
	case rows > 1 && sets == 1:
		notes = append(notes, "Rows that are ranks or draws of one data set are no independent witnesses: of these nothing is said of rows like these.")
	case rows > sets:
		notes = append(notes, fmt.Sprintf("%d rows are of %d data sets: rows of one set are no independent witnesses, and are ranked once.", rows, sets))
	}
	drawn := list.Filter(c.Witnesses, func(w result.Witness) bool {
		return c.OursErr != nil || slices.ContainsFunc(w.Rows, func(i int) bool { return !slices.Contains(c.Ours.Left, c.Rows[i].Label) })
	})
	families := list.AppendUnique(nil, list.Map(drawn, func(w result.Witness) string { return cmp.Or(w.Family, w.Set, fmt.Sprint("\x00", w.Rows)) })...)
	if n := len(families); n < len(drawn) {
		notes = append(notes, fmt.Sprintf("The %d data sets are of %s, each of which is drawn again as a whole for the places.", len(drawn),
			result.Count(n, "family", "families")))
	}
	if c.Of > 0 {
		notes = append(notes, fmt.Sprintf("%d of %d methods are compared: p is corrected for these alone, and too small if they were chosen after a look at all.",
			len(c.Methods), c.Of))
	}
	return notes
}
