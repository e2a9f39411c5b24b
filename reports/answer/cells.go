package answer

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// FewCells is the number of cells that are told in full.
const FewCells = 6

// mostCauses bounds the causes that a screen has.
const mostCauses = 6

// ReasonsScreen says why cells differ, the largest cause first.
func ReasonsScreen(s *term.Screen, cells []result.Cell, reasons []result.Reason) {
	far := result.Apart(cells)
	if far == 0 {
		return
	}
	s.Blank()
	known, _ := result.ByCause(reasons)
	s.Say(fmt.Sprintf("Why %s%s:", farText(cells, far), reports.UnexplainedText(cells, reasons)))
	items := list.Map(known, func(r result.Reason) string { return "- " + short(r.String(), 2*s.Wide()-20) })
	s.List(1, func(left int) string {
		return "- " + result.Count(left+max(len(items)-mostCauses, 0), "more cause") + ": -v"
	}, items[:min(len(items), mostCauses)]...)
}

// farText counts the numbers that differ, and the numbers whose runs failed.
func farText(cells []result.Cell, far int) string {
	failed := len(list.Filter(cells, func(c result.Cell) bool { return c.Verdict.Kind == result.KindFailed }))
	if failed == 0 || failed == far {
		return result.Count(far, "number differs", "numbers differ")
	}
	return result.Count(far-failed, "number differs", "numbers differ") + fmt.Sprintf(" and %d failed", failed)
}

// short cuts a text in the middle of its last sentence but one, so that its end, with the number of cells, stays.
func short(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := text[strings.LastIndex(text, " ("):]
	begin := text[:most-len(end)-4]
	return begin[:max(strings.LastIndex(begin, " "), 0)] + " ..." + end
}

// ReasonsText tells all reasons why cells differ.
func ReasonsText(w io.Writer, cells []result.Cell, reasons []result.Reason) {
	far := result.Apart(cells)
	if far == 0 {
		return
	}
	fmt.Fprintf(w, "Why %s, the largest reasons first:\n", result.Count(far, "cell differs", "cells differ"))
	known, open := result.ByCause(reasons)
	for i, r := range known {
		fmt.Fprintf(w, "  %d.  %s\n", i+1, r)
	}
	if n := result.Unexplained(cells, reasons); n > 0 {
		fmt.Fprintf(w, "  No cause is known for %d of them.\n", n)
	}
	for _, r := range open {
		fmt.Fprintf(w, "  - %s\n", r)
	}
}

// CellsText tells a few cells in full, and of many those that differ.
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
	if lines := apartLines(address, result.Farthest(cells, result.KindDiffers, result.KindFailed)); len(lines) > 1 {
		fmt.Fprintf(w, "\nThe largest differences, in tolerances:\n")
		term.Columns(w, lines, "difference")
	}
	for _, line := range Unjudged(cells) {
		fmt.Fprintln(w, line)
	}
}

// CellsScreen lists a few cells.
func CellsScreen(s *term.Screen, address string, cells []result.Cell) {
	s.Blank()
	s.Columns(apartLines(address, cells))
}

// CellScreen tells one cell.
func CellScreen(s *term.Screen, c result.Cell) {
	s.Say(c.Address)
	v := c.Verdict
	s.Say(fmt.Sprintf("%s %s: ours %s, reported %s, difference %s", v.Sign, v.Kind, reports.MeanText(c), reports.ReportedText(c),
		result.Signed(c.Metric.Scale.Of(v.Difference))))
	s.Say("  " + v.Reason)
	if text := reports.SelectionText(c); text != "" {
		s.Say("  with options chosen on one half of the runs and scored on the other: " + text)
	}
}

// apartLines lists cells with their verdicts, below their headings.
func apartLines(address string, cells []result.Cell) [][]string {
	lines := [][]string{{"verdict", "ours", "reported", "difference", "cell"}}
	for _, c := range cells {
		lines = append(lines, []string{c.Verdict.Sign + " " + c.Verdict.Kind, reports.MeanText(c), reports.ReportedText(c),
			result.Signed(c.Metric.Scale.Of(c.Verdict.Difference)), Within(address, c)})
	}
	return lines
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
