package published

import (
	"slices"

	"nmfrepro/experiments/nearest"
	"nmfrepro/experiments/strict"
)

// statuses are the origins that a protocol choice may have.
var statuses = []string{"stated", "inferred", "author-code", "assumed"}

// Check reports rows of the wrong length, numbers that are none, and choices of an unknown status. root is the file that
// the paper was decoded from.
func (p *Paper) Check(root strict.Node) strict.Problems {
	c := &checker{}
	for _, t := range p.Tables {
		for _, b := range t.Value.Panels {
			c.panel(b)
		}
	}
	for i, choice := range p.Protocol {
		if !slices.Contains(statuses, choice.Status) {
			c.bad(root.Get("protocol").Index(i).Get("status"), "unknown status %q, %s", choice.Status, nearest.Hint(choice.Status, statuses))
		}
	}
	return c.problems
}

type checker struct{ problems strict.Problems }

func (c *checker) bad(n strict.Node, format string, args ...any) {
	c.problems = append(c.problems, n.Problem(format, args...))
}

func (c *checker) panel(b strict.Entry[Panel]) {
	columns := b.Node.Get("columns")
	for i, name := range b.Value.Columns {
		if slices.Index(b.Value.Columns, name) < i {
			c.bad(columns.Index(i), "column %q is given twice", name)
		}
	}
	for _, row := range b.Value.Rows {
		if len(row.Value) != len(b.Value.Columns) {
			c.bad(row.Node, "%d cells, want %d, one a column", len(row.Value), len(b.Value.Columns))
		}
		for i, text := range row.Value {
			if _, err := ParseCell(text); err != nil {
				c.bad(row.Node.Index(i), "%v", err)
			}
		}
	}
}
