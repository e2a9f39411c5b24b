package reports

// layout is the widths that the numbers of one column share, so that points stand under points and counts under counts.
type layout struct {
	mean int
	sd   int // with its sign
	mark int // place of the mark behind a bold number
}

func (t terminal) layout(p panel, j int) layout {
	var l layout
	for _, r := range p.rows {
		for _, n := range []number{r.cells[j].ours, r.cells[j].paper} {
			if !n.numeric() {
				continue
			}
			l.mean = max(l.mean, width(n.mean))
			l.sd = max(l.sd, width(deviation(n)))
			if n.bold && !t.ansi {
				l.mark = width(starMark)
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

func deviation(n number) string {
	if n.sd == "" {
		return ""
	}
	return "±" + n.sd
}

func (t terminal) ours(c cell, l layout) string {
	s := c.state
	if s == "" {
		s = t.number(c.ours, l) + " (" + c.count + ")"
		if c.standIn() {
			s += standInMark
		}
		if c.sign() != "" {
			s += " " + t.sign(c.sign())
		}
	}
	if c.foot > 0 {
		s += " " + bracket(c.foot)
	}
	return s
}

func (t terminal) paper(c cell, l layout) string {
	switch {
	case c.paper.mean == "":
		return t.faint(nothing)
	case !c.paper.numeric():
		return t.faint(c.paper.mean)
	case c.paper.bold:
		return t.number(c.paper, l)
	}
	return t.faint(t.number(c.paper, l))
}

// number pads a number to the widths of its column.
func (t terminal) number(n number, l layout) string {
	s, mark := padLeft(n.mean, l.mean)+deviation(n), ""
	switch {
	case n.bold && t.ansi:
		s = t.bold(s)
	case n.bold:
		mark = starMark
	}
	return pad(s+mark, l.mean+l.sd+l.mark)
}
