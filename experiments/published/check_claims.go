package published

import (
	"fmt"
	"slices"
	"strconv"

	"nmfrepro/experiments/spec/nearest"
	"nmfrepro/experiments/spec/strict"
)

// claims reports claims without a predicate and names that the tables do not have.
func (c *checker) claims(n strict.Node) {
	var keys []string
	for i, claim := range c.paper.Claims {
		keys = append(keys, claim.Key)
		at := n.Index(i)
		predicates := len(claim.Greater) + len(claim.BestIn) + len(claim.BestRow) + len(claim.Equals) + len(claim.AtLeast) + len(claim.AtMost) + len(claim.Rows)
		if (predicates == 0) == (claim.Untestable == "") {
			c.bad(at, "want predicates, or the reason in untestable")
		}
		c.figures(at, claim)
		if len(claim.Greater) == 1 {
			c.bad(at.Get("greater"), "one cell, want two or more")
		}
		c.cells(at.Get("greater"), claim.Greater)
		for k, b := range claim.BestIn {
			c.bestIn(at.Get("best-in").Index(k), b)
		}
		for k, b := range claim.BestRow {
			c.bestRow(at.Get("best-row").Index(k), b)
		}
		for k, e := range claim.Equals {
			c.equality(at.Get("equals").Index(k), e)
		}
		for k, b := range claim.AtLeast {
			c.bound(at.Get("at-least").Index(k), b)
		}
		for k, b := range claim.AtMost {
			c.bound(at.Get("at-most").Index(k), b)
		}
		for k, r := range claim.Rows {
			if err := c.paper.Resolve(r.Panel); err != nil {
				c.bad(at.Get("rows").Index(k).Get("panel"), "%v", err)
			}
		}
	}
	c.once(n, "claim", keys)
}

// cells checks references to numbers: they have a column.
func (c *checker) cells(n strict.Node, refs []Ref) {
	for i, r := range refs {
		if r == Others {
			continue
		}
		if err := c.paper.Resolve(r); err != nil {
			c.bad(n.Index(i), "%v", err)
		} else if r.Column == "" {
			c.bad(n.Index(i), "%q names no number, want table/panel/row/column, or table/panel//column for a mean", r.String())
		}
	}
}

func (c *checker) bestIn(n strict.Node, b Best) {
	for i, r := range b.Panels {
		panel, ok := c.paper.PanelOf(r)
		if err := c.paper.Resolve(r); err != nil || !ok {
			c.bad(n.Get("panels").Index(i), "%v", err)
			continue
		}
		c.name(n.Get("column"), "column", b.Column, panel.Columns)
		for k, column := range b.Among {
			c.name(n.Get("among").Index(k), "column", column, panel.Columns)
		}
		for k, row := range b.Rows {
			c.name(n.Get("rows").Index(k), "row", row, panel.Rows.Names())
		}
		if panel.Better == "" && b.By == "" {
			c.bad(n, "%s does not say whether higher or lower is better", r)
		}
	}
	c.name(n.Get("by"), "quantity", b.By, quantities)
}

func (c *checker) bestRow(n strict.Node, b BestRow) {
	panel, ok := c.paper.PanelOf(b.Panel)
	if err := c.paper.Resolve(b.Panel); err != nil || !ok {
		c.bad(n.Get("panel"), "%v", err)
		return
	}
	c.name(n.Get("row"), "row", b.Row, panel.Rows.Names())
	for k, column := range b.Columns {
		c.name(n.Get("columns").Index(k), "column", column, panel.Columns)
	}
}

// quantities are what a claim may compare.
var quantities = []string{"", "deviation"}

func (c *checker) equality(n strict.Node, e Equality) {
	c.cells(n.Get("of"), e.Of)
	if len(e.Of) > 1 && len(e.Of)%2 == 1 {
		c.bad(n.Get("of"), "%d cells, want one, or pairs", len(e.Of))
	}
	for i, r := range e.Of {
		if r == Others && i%2 == 0 {
			c.bad(n.Get("of").Index(i), "others stands for the second of a pair")
		}
	}
	if _, err := strconv.ParseFloat(e.Is, 64); err != nil {
		c.bad(n.Get("is"), "%q, want a number", e.Is)
	}
	c.name(n.Get("by"), "quantity", e.By, quantities)
}

func (c *checker) bound(n strict.Node, b Bound) {
	for i, r := range b.Of {
		if err := c.paper.Resolve(r); err != nil {
			c.bad(n.Get("of").Index(i), "%v", err)
		}
	}
}

// Claim returns the claim of that key; the error names the nearest one.
func (p *Paper) Claim(key string) (Claim, error) {
	var keys []string
	for _, c := range p.Claims {
		if c.Key == key {
			return c, nil
		}
		keys = append(keys, c.Key)
	}
	return Claim{}, fmt.Errorf("%s has no claim %q, %s", p.Key, key, nearest.Hint(key, slices.Sorted(slices.Values(keys))))
}
