package answer

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// Text writes the whole verification: what became of each paper, the counts of verdicts, then each cell, row, panel and lead.
func (v *Verification) Text(w io.Writer, baseline string) {
	for _, p := range v.Papers {
		FindingText(w, p)
		if p.Study { // its claims are what is verified
			ClaimsText(w, p, v.Profiles)
			continue
		}
		fmt.Fprintf(w, "%s\n", reports.Headline(p))
		for _, l := range p.Lacking() {
			fmt.Fprintf(w, "  %s\n", l)
		}
		for i, f := range p.Facts {
			fmt.Fprintf(w, "  fact %d: %s\n", i+1, f)
		}
		fmt.Fprintln(w)
	}
	for _, t := range v.Tables {
		if len(t.Judged()) == 0 {
			fmt.Fprintf(w, "%s: no reported numbers stand beside these cells\n", t.Address)
		} else {
			fmt.Fprintln(w, Tally(t.Address, t.Judged()))
		}
		if names := t.Added(); len(names) > 0 {
			fmt.Fprintf(w, "%s: nothing is reported of %s; against the others: %s%s --cached\n", t.Address,
				strings.Join(names, " and "), result.Command("compare", t.Address), v.Specs)
		}
	}
	for _, p := range v.Papers {
		for i, line := range reports.ConclusionsSummary(p.Says, p.Judged()) {
			if i == 0 {
				fmt.Fprintln(w)
			}
			fmt.Fprintln(w, line)
		}
	}
	if baseline != "" {
		fmt.Fprintf(w, "\nsince %s: %s changed, of %d\n", baseline, result.Count(result.Changed(v.Changes), "cell or claim", "cells or claims"),
			v.Old.Guarded())
		for _, line := range v.Old.OtherSettings(v.Now) {
			fmt.Fprintln(w, line)
		}
		if len(v.Changes) > 0 {
			term.Columns(w, changeLines(v.Old, v.Now))
		}
	}
	for _, t := range v.Tables {
		tableText(w, t)
	}
}

// tableText tells each cell of a table, the gravest verdicts first, and why some were not judged.
func tableText(w io.Writer, t result.Table) {
	cells := t.Judged()
	lines := [][]string{{"verdict", "ours", "reported", "difference", "90 % interval on these rows", "cell"}}
	var reasons []string
	for _, c := range result.GravestFirst(cells) {
		d, of := c.Verdict, c.Metric.Scale.Of
		lines = append(lines, []string{
			d.Sign + " " + d.Kind, reports.MeanText(c), reports.ReportedText(c), result.Signed(of(d.Difference)),
			result.IntervalText(of(d.Low), of(d.High)), Within(t.Address, c),
		})
		if quiet := []string{result.KindAgrees, result.KindSameRun, result.KindMissing, result.KindSubstitute}; !slices.Contains(quiet, d.Kind) {
			reasons = append(reasons, fmt.Sprintf("%s %s: %s", d.Sign, Within(t.Address, c), d.Reason))
		}
	}
	reasons = append(reasons, Unjudged(cells)...)
	for _, c := range cells {
		reasons = append(reasons, contrastsReversed(Within(t.Address, c), c)...)
	}
	if len(lines) == 1 && len(reasons) == 0 && len(t.Says.Rows)+len(t.Says.Leads) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s, profile %s\n", t.Address, t.Profile)
	if len(lines) > 1 {
		fmt.Fprintln(w)
		term.Columns(w, lines, "90 % interval on these rows", "difference")
		fmt.Fprintln(w)
	}
	for _, r := range reasons {
		fmt.Fprintln(w, r)
	}
	if text := AssumedRuns(cells); text != "" {
		fmt.Fprintln(w, text)
	}
	for _, s := range reports.Sections(t.Says) {
		fmt.Fprintf(w, "\n%s\n", s.Title)
		term.Columns(w, s.Lines, s.Spare...)
	}
}

// AssumedRuns says how many runs a reported number is taken to be the mean of; "" where paper.yaml says it.
func AssumedRuns(cells []result.Cell) string {
	runs := result.AssumedRuns(cells)
	if runs == 0 {
		return ""
	}
	return result.RunsNotSaid(runs)
}

// Unjudged returns the reasons why cells were not judged, each once with the number of its cells.
func Unjudged(cells []result.Cell) []string {
	reasons, counts := result.Unjudged(cells)
	return list.Map(reasons, func(reason string) string { return fmt.Sprintf("%s: %s", result.Count(counts[reason], "cell"), reason) })
}

// contrastsReversed lists the reported orders of a cell of which ours shows the opposite.
func contrastsReversed(name string, c result.Cell) (lines []string) {
	of := c.Metric.Scale.Of
	for _, x := range c.Verdict.Against {
		if x.Outcome != result.ContrastReversed {
			continue
		}
		how := result.Count(x.N, "replicate") + " each"
		if x.Paired {
			how = result.Count(x.N, "pair")
		}
		lines = append(lines,
			fmt.Sprintf("reversed: %s better than %s: reported %s, ours %s, 95 %% interval on these rows %s, %s, effect size %s", name, x.With,
				result.Signed(of(x.Gap)), result.Signed(of(x.Estimate.Value)), result.IntervalText(of(x.Interval.Low), of(x.Interval.High)), how,
				result.Plain(x.Effect)))
	}
	return lines
}

// Within returns a cell's address within its table.
func Within(table string, c result.Cell) string { return strings.TrimPrefix(c.Address, table+":") }

// Tally counts verdicts, and the reported orders of two cells of a row that hold in ours.
func Tally(address string, cells []result.Cell) string {
	var parts []string
	contrasts, counts, fitted := result.ContrastCounts(cells), result.KindCounts(cells), result.KindCounts(result.Fitted(cells))
	for _, k := range result.Kinds {
		switch n := counts[k.Kind]; {
		case n > 0 && k.Kind == result.KindMissing:
			parts = append(parts, fmt.Sprintf("%d %s (%s)", n, k.Kind, reports.CountsText(result.LackCounts(cells))))
		case fitted[k.Kind] > 0:
			parts = append(parts, fmt.Sprintf("%d %s (%d fitted)", n, k.Kind, fitted[k.Kind]))
		case n > 0:
			parts = append(parts, fmt.Sprintf("%d %s", n, k.Kind))
		}
	}
	line := fmt.Sprintf("%s: %s: %s", address, result.Count(len(cells), "cell"), strings.Join(parts, ", "))
	if claimed := contrasts.Claimed(); claimed > 0 {
		line += fmt.Sprintf("; %s of two methods in a row: %d hold, %d are reversed, %d without a significant difference",
			result.Count(claimed, "reported order"),
			contrasts.Hold, contrasts.Reversed, contrasts.Open)
	}
	return line
}
