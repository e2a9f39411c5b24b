package render

import (
	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// layout is the widths that the numbers of one column share, so that points stand under points and counts under counts.
type layout struct {
	mean int
	sd   int // with its sign
	mark int // place of the mark behind a bold number
}

func (t terminal) layout(p panel, j int) layout {
	var l layout
	for _, r := range p.rows {
		for _, n := range []reports.Number{r.cells[j].ours, r.cells[j].paper} {
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
	for _, r := range p.rows {
		c := r.cells[j]
		lines = append(lines, t.ours(c, l))
		if p.published {
			lines = append(lines, t.paper(c, l))
		}
	}
	return lines
}

func deviation(n reports.Number) string {
	if n.SD == "" {
		return ""
	}
	return "±" + n.SD
}

func (t terminal) ours(c cell, l layout) string { return c.line(t.number(c.ours, l), t.sign, bracket) }

func (t terminal) paper(c cell, l layout) string {
	switch {
	case c.paper.Mean == "":
		return t.faint(nothing)
	case !c.paper.Numeric():
		return t.faint(c.paper.Mean)
	case c.paper.Bold:
		return t.number(c.paper, l)
	}
	return t.faint(t.number(c.paper, l))
}

// number pads a number to the widths of its column.
func (t terminal) number(n reports.Number, l layout) string {
	s, mark := term.PadLeft(n.Mean, l.mean)+deviation(n), ""
	switch {
	case n.Bold && t.ansi:
		s = t.bold(s)
	case n.Bold:
		mark = starMark
	}
	return term.Pad(s+mark, l.mean+l.sd+l.mark)
}
