package render

import (
	"slices"
	"strings"

	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// writeText writes for a terminal: under each of our numbers stands the paper's, and the second column says which is
// which. A panel wider than the terminal is printed in parts, each with the row labels; a number is never cut.
func writeText(out *strings.Builder, m model, opt Options) {
	t := terminal{ansi: opt.ANSI, width: opt.Width}
	out.WriteString(t.wrap(t.bold(m.Title), "") + "\n")
	out.WriteString(t.wrap(t.faint(m.Source()), "") + "\n")
	for _, p := range m.Panels {
		for i, columns := range t.parts(p) {
			heading := p.Title
			if i > 0 {
				heading += " (continued)"
			}
			out.WriteString("\n" + t.wrap(t.bold(heading), "") + "\n")
			t.panel(out, p, columns)
		}
	}
	for _, s := range m.Says.Sections() {
		out.WriteString("\n" + t.wrap(t.bold(s.Title), "") + "\n")
		term.Columns(&term.Page{Writer: out, Width: t.width, ANSI: t.ansi}, s.Lines)
	}
	out.WriteString("\n")
	for _, line := range m.Below(t.mark()) {
		out.WriteString(t.wrap(line, "  ") + "\n")
	}
}

// terminal is what the output looks like.
type terminal struct {
	ansi  bool
	width int
}

const starMark = "*"

// mark is what the legend calls the sign of a best cell.
func (t terminal) mark() string {
	if t.ansi {
		return t.bold("bold")
	}
	return starMark
}

func (t terminal) bold(s string) string  { return t.escape("1", s) }
func (t terminal) faint(s string) string { return t.escape("2", s) }

// sign colours the sign of a verdict.
func (t terminal) sign(s string) string {
	if !t.ansi || s == standInMark {
		return s
	}
	return term.Coloured(s, s)
}

func (t terminal) escape(code, s string) string {
	if !t.ansi || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// wrap breaks a line between words at the terminal's width; later lines begin with indent.
func (t terminal) wrap(s, indent string) string {
	if t.width <= 0 || term.Width(s) <= t.width {
		return s
	}
	return strings.Join(term.Words(s, t.width, t.width-len(indent)), "\n"+indent)
}

// panel writes the given columns of a panel between horizontal rules.
func (t terminal) panel(out *strings.Builder, p panel, columns []int) {
	groups, labels := []string{"", ""}, []string{p.Corner, ""}
	var body [][]string
	for _, r := range p.Rows {
		body = append(body, []string{r.Label, "ours"})
		if p.Published {
			body = append(body, []string{"", t.faint("paper")})
		}
	}
	for _, j := range columns {
		groups, labels = append(groups, p.Columns[j].Group), append(labels, p.Columns[j].Label)
		for i, line := range t.column(p, j) {
			body[i] = append(body[i], line)
		}
	}
	head := [][]string{groups, labels}
	if strings.Join(groups, "") == "" {
		head = head[1:]
	}
	widths := make([]int, len(labels))
	for _, line := range slices.Concat(head, body) {
		for j, s := range line {
			widths[j] = max(widths[j], term.Width(s)+cellPadding)
		}
	}
	rule := 0
	for _, w := range widths {
		rule += w
	}
	for _, block := range [][][]string{head, body} {
		out.WriteString(strings.Repeat("─", rule) + "\n")
		for _, cells := range block {
			line := ""
			for j, s := range cells {
				line += term.Pad(" "+s, widths[j])
			}
			out.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	out.WriteString(strings.Repeat("─", rule) + "\n")
}

// parts divides a panel's columns so that each part fits the terminal.
func (t terminal) parts(p panel) [][]int {
	all := make([]int, len(p.Columns))
	widths := make([]float64, len(p.Columns))
	for j := range p.Columns {
		all[j] = j
		c := p.Columns[j]
		widths[j] = float64(term.Widest(append(t.column(p, j), c.Group, c.Label)) + cellPadding)
	}
	if t.width <= 0 {
		return [][]int{all}
	}
	labels := term.Widest(p.labels()) + cellPadding + len("paper") + cellPadding
	return divided(p.Columns, widths, func(string) float64 { return 0 }, float64(t.width-labels))
}

// divided parts columns so that each part has room; a group of columns stays together if it can, and is as wide as its heading
// at least.
func divided(columns []reports.Column, widths []float64, heading func(string) float64, room float64) (parts [][]int) {
	used := 0.0 // by the groups before
	for _, group := range groups(columns) {
		need, sum, least := 0.0, 0.0, heading(columns[group[0]].Group)
		for _, j := range group {
			need += widths[j]
		}
		need = max(need, least)
		if need > room { // no room for the whole group
			used = room
		}
		for i, j := range group {
			if len(parts) == 0 || used+max(sum+widths[j], least) > room || i == 0 && used+need > room {
				parts, used, sum = append(parts, nil), 0, 0
			}
			parts[len(parts)-1] = append(parts[len(parts)-1], j)
			sum += widths[j]
		}
		used += max(sum, least)
	}
	return parts
}

// groups are the runs of neighbours under one heading; a column without a group is a run of its own.
func groups(columns []reports.Column) [][]int {
	var runs [][]int
	for j, c := range columns {
		if j > 0 && c.Group != "" && c.Group == columns[j-1].Group {
			last := len(runs) - 1
			runs[last] = append(runs[last], j)
			continue
		}
		runs = append(runs, []int{j})
	}
	return runs
}

const cellPadding = 2 // one space on each side
