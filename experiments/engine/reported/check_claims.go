package reported

import (
	"strconv"

	"nmfrepro/datasets/list"

	"nmfrepro/datasets/strict"
)

// claims reports claims without a predicate and names that the tables do not have.
func (c *checker) claims(n strict.Node) {
	for i, claim := range c.paper.Claims {
		at := n.Index(i)
		predicates := len(claim.Greater) + len(claim.BestIn) + len(claim.Numbers) + len(claim.Rows) + len(claim.Stands) + len(claim.Agree)
		c.refuse((predicates == 0) == (claim.Untestable == ""), at, "want predicates, or the reason in untestable")
		c.figures(at, claim)
		c.studied(at, claim)
		for k, figure := range claim.DrawnIn {
			c.name(at.Get("drawn-in").Index(k), "figure", figure, c.paper.Figures.Names())
		}
		c.ablations(at.Get("ablations"), claim.Ablations)
		c.refuse(len(claim.Greater) == 1, at.Get("greater"), "one cell, want two or more")
		c.cells(at.Get("greater"), claim.Greater)
		for k, b := range claim.BestIn {
			c.bestIn(at.Get("best-in").Index(k), b)
		}
		for k, a := range claim.Numbers {
			c.amount(at.Get("numbers").Index(k), a)
		}
		for k, r := range claim.Rows {
			if err := c.paper.Resolve(r.Panel); err != nil {
				c.bad(at.Get("rows").Index(k).Get("panel"), "%v", err)
			}
		}
	}
	c.once(n, "claim", c.paper.claimKeys())
}

// cells checks references to numbers: each names one.
func (c *checker) cells(n strict.Node, refs []Ref) {
	for i, r := range refs {
		if r == Others {
			continue
		}
		if err := c.paper.Resolve(r); err != nil {
			c.bad(n.Index(i), "%v", err)
		} else if r.Column == "" || r.Column == "*" || r.Row == "*" {
			c.bad(n.Index(i), "%q names no number, want table/panel/row/column, or table/panel//column for a mean", r.String())
		}
	}
}

// several checks references to one or more cells, and returns their panels, nil for those that are wrong.
func (c *checker) several(n strict.Node, refs []Ref) []*Panel {
	panels := make([]*Panel, len(refs))
	for i, r := range refs {
		if err := c.paper.Resolve(r); err != nil {
			c.bad(n.Index(i), "%v", err)
			continue
		}
		panel, _ := c.paper.PanelOf(r)
		panels[i] = &panel
	}
	return panels
}

func (c *checker) bestIn(n strict.Node, b Best) {
	c.name(n.Get("in"), "direction", b.In, words["in"])
	c.name(n.Get("by"), "quantity", b.By, words["by"])
	for i, panel := range c.several(n.Get("of"), b.Of) {
		if panel == nil {
			continue
		}
		if b.Of[i].Column == "" {
			c.bad(n.Get("of").Index(i), "%q names no cells, want table/panel/*/column, table/panel/row/column or table/panel//column",
				b.Of[i].String())
		}
		for k, name := range b.Among {
			switch {
			case name == "*" && len(b.Among) == 1:
			case b.In == InColumn:
				c.name(n.Get("among").Index(k), "row", name, panel.Rows.Names())
			default:
				c.name(n.Get("among").Index(k), "column", name, panel.Columns)
			}
		}
		c.refuse(panel.Better == "" && b.By == "", n, "%s does not say whether higher or lower is better",
			Ref{Table: b.Of[i].Table, Panel: b.Of[i].Panel})
	}
}

func (c *checker) amount(n strict.Node, a Amount) {
	c.cells(n.Get("of"), a.Of)
	c.several(n.Get("each"), a.Each)
	c.name(n.Get("by"), "quantity", a.By, words["by"])
	c.refuse((len(a.Of) == 0) == (len(a.Each) == 0), n, "want one of the keys of and each")
	c.refuse(a.Is == "" && a.Least == nil && a.Most == nil, n, "want is, least or most: what is it?")
	c.refuse(len(a.Of) > 1 && len(a.Of)%2 == 1, n.Get("of"), "%d cells, want one, or pairs", len(a.Of))
	for i, r := range a.Of {
		c.refuse(r == Others && i%2 == 0, n.Get("of").Index(i), "others stands for the second of a pair")
	}
	if _, err := strconv.ParseFloat(a.Is, 64); err != nil && a.Is != "" {
		c.bad(n.Get("is"), "%q, want a number", a.Is)
	}
}

func (p *Paper) claimKeys() []string {
	return list.Map(p.Claims, func(c Claim) string { return c.Key })
}
