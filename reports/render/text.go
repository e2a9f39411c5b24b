package render

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/experiments/engine/result"
	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// writeText writes for a terminal: under each of our numbers stands the paper's, and the second column says which is
// which. Of a panel wider than the terminal some columns are left out, the own method's last; --columns all gives them in parts,
// each with the row labels. A number is never cut.
func writeText(out *strings.Builder, m model, opt Options) {
	t := terminal{ansi: opt.ANSI, width: opt.Width}
	out.WriteString(t.wrap(t.bold(m.Title), "") + "\n")
	out.WriteString(t.wrap(t.faint(m.Source()), "") + "\n")
	out.WriteString(t.wrap(m.legend(t.mark()), "  ") + "\n")
	for _, p := range m.Panels {
		parts, left := t.parts(p), []string(nil)
		if len(parts) > 1 && len(opt.Columns) == 0 {
			parts[0], left = t.fit(p, m.Own)
			parts = parts[:1]
		}
		for i, columns := range parts {
			heading := p.Title
			if i > 0 {
				heading += " (continued)"
			}
			out.WriteString("\n" + t.wrap(t.bold(heading), "") + "\n")
			t.panel(out, p, columns)
		}
		if len(left) > 0 {
			out.WriteString(t.wrap(fmt.Sprintf("left out for want of room: %s (--columns all shows them)", strings.Join(left, ", ")), "  ") + "\n")
		}
	}
	for _, s := range reports.Sections(m.Says) {
		out.WriteString("\n" + t.wrap(t.bold(s.Title), "") + "\n")
		term.Columns(&term.Page{Writer: out, Width: t.width, ANSI: t.ansi}, s.Lines, s.Spare...)
	}
	out.WriteString("\n")
	for _, line := range m.Below() {
		out.WriteString(t.wrap(line, "  ") + "\n")
	}
}

// terminal is what the output looks like.
type terminal struct {
	ansi  bool
	width int
}

const starMark = "*"

// mark returns what the legend calls the sign of a best cell.
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
		if p.Reported {
			body = append(body, []string{"", t.faint(reportedWord)})
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

// fit returns the panel with the columns that the terminal has room for, and the names of the others. Own methods go before others.
func (t terminal) fit(p panel, own []string) (shown []int, left []string) {
	room := t.room(p)
	taken := make([]bool, len(p.Columns))
	for _, first := range []bool{true, false} {
		for j := range p.Columns {
			mine := len(p.Rows) > 0 && slices.Contains(own, p.Rows[0].Cells[j].Cell.At.Method)
			if w := t.columnWidth(p, j); mine == first && w <= room {
				taken[j], room = true, room-w
			}
		}
	}
	for j, c := range p.Columns {
		if taken[j] {
			shown = append(shown, j)
		} else {
			left = append(left, strings.TrimSpace(c.Group+" "+c.Label))
		}
	}
	if len(shown) == 0 { // not even one column has room: a number is never cut
		return []int{0}, left[1:]
	}
	return shown, left
}

// parts divides a panel's columns so that each part fits the terminal.
func (t terminal) parts(p panel) (parts [][]int) {
	used := t.width
	for j := range p.Columns {
		w := t.columnWidth(p, j)
		if used+w > t.room(p) && t.width > 0 || parts == nil {
			parts, used = append(parts, nil), 0
		}
		parts[len(parts)-1], used = append(parts[len(parts)-1], j), used+w
	}
	return parts
}

// room returns what the labels of a panel leave of the terminal.
func (t terminal) room(p panel) int {
	return t.width - term.Widest(p.labels()) - cellPadding - len(reportedWord) - cellPadding
}

func (t terminal) columnWidth(p panel, j int) int {
	return term.Widest(append(t.column(p, j), p.Columns[j].Group, p.Columns[j].Label)) + cellPadding
}

const cellPadding = 2 // one space on each side

// layout is the widths that the numbers of one column share, so that points stand under points and counts under counts.
type layout struct {
	mean int
	sd   int // with its sign
	mark int // place of the mark behind a bold number
}

func (t terminal) layout(p panel, j int) layout {
	var l layout
	for _, r := range p.Rows {
		for _, n := range []result.Number{r.Cells[j].Ours, r.Cells[j].Paper} {
			if !n.Numeric() {
				continue
			}
			l.mean = max(l.mean, term.Width(n.Mean))
			l.sd = max(l.sd, term.Width(deviation(n)))
			if n.Bold && !t.ansi {
				l.mark = term.Width(starMark)
			}
		}
	}
	return l
}

// column lays out column j of a panel: a line of ours and perhaps one of the paper's for each row.
func (t terminal) column(p panel, j int) []string {
	l := t.layout(p, j)
	var lines []string
	for _, r := range p.Rows {
		c := r.Cells[j]
		lines = append(lines, t.ours(c, l))
		if p.Reported {
			lines = append(lines, t.paper(c, l))
		}
	}
	return lines
}

func deviation(n result.Number) string {
	if n.SD == "" {
		return ""
	}
	return "±" + n.SD
}

func (t terminal) ours(c cell, l layout) string { return c.line(t.number(c.Ours, l), t.sign, bracket) }

func (t terminal) paper(c cell, l layout) string {
	switch {
	case c.Paper.Mean == "":
		return t.faint(nothing)
	case !c.Paper.Numeric():
		return t.faint(c.Paper.Mean)
	case c.Paper.Bold:
		return t.number(c.Paper, l)
	}
	return t.faint(t.number(c.Paper, l))
}

// number pads a number to the widths of its column.
func (t terminal) number(n result.Number, l layout) string {
	s, mark := term.PadLeft(n.Mean, l.mean)+deviation(n), ""
	switch {
	case n.Bold && t.ansi:
		s = t.bold(s)
	case n.Bold:
		mark = starMark
	}
	return term.Pad(s+mark, l.mean+l.sd+l.mark)
}
