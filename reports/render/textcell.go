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
	for _, r := range p.Rows {
		for _, n := range []reports.Number{r.Cells[j].Ours, r.Cells[j].Paper} {
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
		if p.Published {
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
