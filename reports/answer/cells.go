package answer

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// FewCells are as many as are told in full.
const FewCells = 6

// mostTold bounds the list of cells.
const mostTold = 12

// ReasonsText tells the largest reasons why cells differ.
func ReasonsText(w io.Writer, cells []result.Cell, reasons []result.Reason, verbose bool) {
	far := result.Apart(cells)
	if far == 0 {
		return
	}
	fmt.Fprintf(w, "Why %s, the largest reasons first:\n", result.Count(far, "cell differs", "cells differ"))
	known, open := result.ByCause(reasons)
	shown := known
	if !verbose {
		shown = known[:min(len(known), 3)]
	}
	for i, r := range shown {
		fmt.Fprintf(w, "  %d.  %s\n", i+1, r)
	}
	if more := len(known) - len(shown); more > 0 {
		fmt.Fprintf(w, "  -v shows %s.\n", result.Count(more, "more reason"))
	}
	if n := result.Unexplained(cells, reasons); n > 0 {
		fmt.Fprintf(w, "  No cause is known for %d of them.\n", n)
	}
	for _, r := range open {
		if verbose {
			fmt.Fprintf(w, "  - %s\n", r)
		}
	}
}

// CellsText tells a few cells in full, and of many those that differ most.
func CellsText(w io.Writer, address string, cells []result.Cell) {
	if len(cells) <= FewCells {
		for i, c := range cells {
			if i > 0 {
				fmt.Fprintln(w)
			}
			cellText(w, c)
		}
		return
	}
	far := result.Farthest(cells, result.KindDiffers, result.KindFailed)
	lines := [][]string{{"verdict", "ours", "reported", "difference", "cell"}}
	for _, c := range far[:min(len(far), mostTold)] {
		lines = append(lines, []string{c.Verdict.Sign + " " + c.Verdict.Kind, reports.MeanText(c), reports.ReportedText(c),
			result.Signed(c.Metric.Scale.Of(c.Verdict.Difference)), Within(address, c)})
	}
	if len(lines) > 1 {
		fmt.Fprintf(w, "\nThe largest differences, in tolerances:\n")
		term.Columns(w, lines, "difference")
	}
	if more := len(far) - mostTold; more > 0 {
		fmt.Fprintf(w, "nmfrepro verify %s shows %d more.\n", address, more)
	}
	for _, line := range Unjudged(cells) {
		fmt.Fprintln(w, line)
	}
}

// cellText tells a cell in full.
func cellText(w io.Writer, c result.Cell) {
	v := c.Verdict
	fmt.Fprintf(w, "%s\n  %s %s: ours %s, reported %s, difference %s\n  %s\n", c.Address, v.Sign, v.Kind, reports.MeanText(c),
		reports.ReportedText(c),
		result.Signed(c.Metric.Scale.Of(v.Difference)), v.Reason)
	if v.Tolerance > 0 && v.ToleranceReason != "" {
		fmt.Fprintf(w, "  tolerance %s: %s\n", result.Plain(c.Metric.Scale.Of(v.Tolerance)), v.ToleranceReason)
	}
	if text := reports.SelectionText(c); text != "" {
		fmt.Fprintf(w, "  tuned; with options chosen on one half of the replicates and scored on the other, on these rows: %s\n", text)
	}
	for _, x := range v.Against {
		fmt.Fprintf(w, "  reported as better than %s: %s (reported %s, ours %s, 95 %% interval on these rows %s)\n", x.With, x.Outcome,
			result.Signed(c.Metric.Scale.Of(x.Gap)),
			result.Signed(c.Metric.Scale.Of(x.Estimate.Value)), result.IntervalText(c.Metric.Scale.Of(x.Interval.Low),
				c.Metric.Scale.Of(x.Interval.High)))
	}
}

// midSentence is the end of a line within a sentence of a note; rows of tables and items stay lines.
var midSentence = regexp.MustCompile(`([^|\n])\n *([^|\n -])`)

// NoteText writes a note for a terminal: its paragraphs, and its tables in columns.
func NoteText(w io.Writer, says string) {
	text := midSentence.ReplaceAllString(strings.TrimSpace(strings.ReplaceAll(says, "**", "")), "$1 $2")
	var rows [][]string
	indent := "  - "
	for _, line := range append(strings.Split(text, "\n"), "") {
		if cells := strings.Trim(line, "|"); cells != line {
			if strings.Trim(cells, " -|") != "" {
				row := list.Map(strings.Split(cells, "|"), strings.TrimSpace)
				row[0] = "    " + row[0]
				rows = append(rows, row)
			}
			continue
		}
		if len(rows) > 0 {
			term.Columns(w, rows)
			rows = nil
		}
		if line != "" {
			fmt.Fprintf(w, "%s%s\n", indent, line)
			indent = "    "
		}
	}
}
