package render

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/reports/list"

	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// footnotes numbers the reasons that cells give, each once, in the order in which they appear.
type footnotes struct {
	known []string // notes of the table, which need no repeating
	lines []string
}

// of returns the number of a cell's footnote. It is 0 if there is nothing to explain, or if a note of the table explains it.
func (f *footnotes) of(c reports.Cell) int {
	line := term.OneLine(strings.Trim(c.Note+"; "+c.Published.Status, "; "))
	if line == "" || slices.ContainsFunc(f.known, func(note string) bool { return strings.Contains(note, line) }) {
		return 0
	}
	if c.Status != reports.OK && c.Note != "" {
		line = reports.StateText(c.Status) + ": " + line
	}
	i := slices.Index(f.lines, line)
	if i < 0 {
		f.lines = append(f.lines, line)
		i = len(f.lines) - 1
	}
	return i + 1
}

const standInMark = "†"

func bracket(i int) string { return fmt.Sprintf("[%d]", i) }

// legend is one line that tells how to read a cell of this table; best is "bold", or the mark that stands for it.
func (m model) legend(best string) string {
	say := []string{"ours: mean±sd of " + m.Runs + " runs"}
	switch m.Runs {
	case "":
		say[0] = "ours: mean±sd of our runs"
	case "1":
		say[0] = "ours: one run"
	}
	if m.varied {
		say[0] += ", or of (n)"
	}
	if m.marks.partial {
		say = append(say, "(k of n): the others failed or have yet to run")
	}
	if m.marks.published {
		say = append(say, "reported: as in the paper")
	}
	if m.marks.unprinted {
		say = append(say, nothing+": not reported")
	}
	switch {
	case m.marks.best && m.marks.bold:
		say = append(say, best+": best mean of its metric in the row; in reported lines, bold there")
	case m.marks.best:
		say = append(say, best+": best mean of its metric in the row")
	case m.marks.bold:
		say = append(say, best+": bold in the paper")
	}
	if m.marks.standIn {
		say = append(say, standInMark+": computed on substitute data")
	}
	if len(m.marks.verdicts) > 0 {
		say = append(say, "verdict: "+strings.Join(m.marks.verdicts, ", "))
	}
	return strings.Join(say, "; ") + "."
}

// Legend is that line for cells of two lines.
func (m model) Legend() string {
	return strings.NewReplacer("ours: ", "first lines: ours, ", "; reported: as in the paper", "; second lines: as reported", "in reported lines", "in second lines").Replace(m.legend("bold"))
}

// Below are the lines under the table: footnotes, substitute data, where carried results come from, and the table's own notes.
func (m model) Below() []string {
	var lines []string
	for i, f := range m.foots {
		lines = append(lines, bracket(i+1)+" "+f)
	}
	for _, c := range m.cells() {
		if c.standIn() {
			lines = list.AppendUnique(lines, fmt.Sprintf("%s %s: substitute for %s", standInMark, c.Dataset, c.StandIn))
		}
	}
	if m.Carried != "" {
		lines = append(lines, "Ours are "+m.Carried+".")
	}
	return append(lines, m.Notes...)
}

// Source is the line that names the table and its paper.
func (m model) Source() string {
	if m.Cite == "" {
		return m.Address
	}
	return m.Address + ", after " + m.Cite
}
