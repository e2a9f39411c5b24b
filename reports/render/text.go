package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// writeText writes for a terminal: under each of our numbers stands the paper's, and the second column says which is which. A panel
// wider than the terminal is written in blocks of columns, each with the row labels; the own method and its best rival stand first in
// each. A number is never cut. Where a screen is wanted, what it has no room for is counted.
func writeText(out *strings.Builder, m model, opt Options) {
	t := terminal{ansi: opt.ANSI, width: opt.Width}
	if opt.Screen {
		out.WriteString(t.screen(m, opt).String())
		return
	}
	out.WriteString(t.wrap(t.bold(m.Title), "") + "\n")
	out.WriteString(t.wrap(t.faint(m.Source()), "") + "\n")
	out.WriteString(t.wrap(m.legend(t.mark()), "  ") + "\n")
	for _, p := range m.Panels {
		for i, columns := range t.parts(m, p) {
			out.WriteString("\n" + t.heading(p, i) + "\n")
			t.panel(out, p, columns)
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

// mostScreenLines is how many lines of a panel a screen has room for: two a row where numbers are reported.
const mostScreenLines = 18

// screen answers what is in a table: its panels as far as there is room, how many numbers hold, what was run, where more is.
func (t terminal) screen(m model, opt Options) *term.Screen {
	s := &term.Screen{Width: t.width, With: opt.With}
	s.Say(t.bold(m.Address + ": " + m.Title))
	s.Say(m.legend(t.mark()))
	blocks, of := t.blocks(m)
	s.List(1, func(left int) string {
		first, text := len(of)-left, ""
		if of[first].Key == of[first-1].Key {
			if text = "more columns: --columns NAME,...; "; of[first].Turned {
				text = "more data sets: -v, or :dataset=NAME behind the address; "
			}
		}
		keys := list.AppendUnique(nil, list.Map(of[first:], func(p panel) string { return p.Key })...)
		keys = list.Filter(keys, func(key string) bool { return key != of[first-1].Key })
		if len(keys) > 0 {
			text += fmt.Sprintf("%s, with :panel=KEY behind the address: %s", result.Count(len(keys), "more panel"), strings.Join(keys, ", "))
		}
		return strings.TrimSuffix(text, "; ")
	}, blocks...)
	s.List(1, func(left int) string { return result.Count(left, "more footnote") + ": -v" }, m.footnotesInShort()...)
	s.Blank()
	next, cells := []string{"Who is better: " + result.Command("compare", m.Address) + s.With}, m.Judged()
	if len(cells) > 0 {
		text := reports.VerdictsText(cells)
		s.Say(strings.ToUpper(text[:1]) + text[1:] + ".")
		next = []string{"Which: " + result.Command("verify", m.Address) + s.With, "Why: " + result.Command("explain", m.Address) + s.With}
	}
	s.OneLiners(1, func(int) string { return "" }, m.run()...)
	s.Next(append(next, fmt.Sprintf("All, with %s: -v", result.Count(len(m.Notes), "note")))...)
	return s
}

// Overview names the tables of a paper, how many numbers stand in each, and how many of them hold.
func Overview(s *term.Screen, all []result.Table) {
	most := slices.MaxFunc(all, func(a, b result.Table) int { return cmp.Compare(len(a.Judged()), len(b.Judged())) })
	s.Say(fmt.Sprintf("%s. One of them: %s%s", result.Count(len(all), "table"), result.Command("table", most.Address), s.With))
	s.Blank()
	lines := [][]string{{"table", "cells", "reported", "what"}}
	for _, t := range all {
		lines = append(lines, []string{t.Address, fmt.Sprint(len(t.Cells())), fmt.Sprint(len(t.Judged())), s.Cut(t.Title, 40)})
	}
	s.Rows(5, func(left int) string { return result.Count(left, "more table") + ": -v" }, lines)
	s.Blank()
	s.Next("Which numbers hold: "+result.Command("verify", all[0].Paper)+s.With, "All tables, each whole: -v")
}

// blocks returns the panels as text, those first in which the own method leads, in blocks of columns; and the panel of each block.
func (t terminal) blocks(m model) (blocks []string, of []panel) {
	panels := slices.Clone(m.Panels)
	slices.SortStableFunc(panels, func(p, q panel) int { return cmp.Compare(m.late(p), m.late(q)) })
	for _, p := range panels {
		most := mostScreenLines
		if p.Reported {
			most /= 2
		}
		left := len(p.Rows) - most
		p.Rows = p.Rows[:min(len(p.Rows), most)]
		for i, columns := range t.parts(m, p) {
			var b strings.Builder
			b.WriteString("\n" + t.heading(p, i) + "\n")
			t.panel(&b, p, columns)
			if left > 0 {
				b.WriteString("  " + result.Count(left, "more row") + ": -v\n")
			}
			blocks, of = append(blocks, strings.TrimSuffix(b.String(), "\n")), append(of, p)
		}
	}
	return blocks, of
}

// mostRun is how many lines say what was run.
const mostRun = 4

// run returns the notes that say what was run: the profile and whose results they are, data that is not here or wrong, and how it deviates
// from the paper.
func (m model) run() (lines []string) {
	for _, begin := range []string{"Profile ", "Data wrong: ", "Data missing: ", "Deviation: "} {
		lines = append(lines, list.Filter(m.Notes, func(note string) bool { return strings.HasPrefix(note, begin) })...)
	}
	switch carried := "Ours are " + m.Carried + "."; {
	case len(lines) == 0 || m.Carried == "":
	case strings.Contains(carried, "is not here"):
		lines = slices.Insert(lines, 1, carried)
	default:
		lines[0] += " " + carried
	}
	return lines[:min(len(lines), mostRun)]
}

// heading returns the title of a block of a panel.
func (t terminal) heading(p panel, block int) string {
	title := p.Title
	if block > 0 {
		title += " (continued)"
	}
	return t.wrap(t.bold(title), "")
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
	last := ""
	for _, j := range columns {
		group := p.Columns[j].Group
		if group == last { // said once over neighbours
			group = ""
		}
		last = p.Columns[j].Group
		groups, labels = append(groups, group), append(labels, p.Columns[j].Label)
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

// parts divides a panel's columns so that each part fits the terminal. The columns that decide stand first in each.
func (t terminal) parts(m model, p panel) (parts [][]int) {
	all, wide := make([]int, len(p.Columns)), 0
	for j := range p.Columns {
		all[j] = j
		wide += t.columnWidth(p, j)
	}
	room := t.room(p)
	if t.width <= 0 || wide <= room {
		return [][]int{all}
	}
	deciders := m.Deciders(p.Panel)
	used := func(columns []int) (n int) {
		for _, j := range columns {
			n += t.columnWidth(p, j)
		}
		return n
	}
	widest := slices.Max(list.Map(all, func(j int) int { return t.columnWidth(p, j) }))
	first := deciders // that stand in each part
	for len(first) > 0 && used(first) > min(room/2, room-widest) {
		first = first[:len(first)-1]
	}
	part := slices.Clone(first)
	for _, j := range list.AppendUnique(deciders, all...) {
		if slices.Contains(first, j) {
			continue
		}
		if len(part) > len(first) && used(part)+t.columnWidth(p, j) > room {
			parts, part = append(parts, part), slices.Clone(first)
		}
		part = append(part, j)
	}
	return append(parts, part)
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
