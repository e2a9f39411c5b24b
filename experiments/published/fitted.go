package published

import (
	"slices"
	"strings"
)

// FittedTo names the choices of the protocol that were fitted to a printed number, joined by commas; "" if none was.
func (p *Paper) FittedTo(cell Ref) string {
	var choices []string
	for _, f := range p.Fitted {
		if slices.ContainsFunc(f.Value, func(r Ref) bool { return r.Covers(cell) }) {
			choices = append(choices, f.Name)
		}
	}
	return strings.Join(choices, ", ")
}

func (c *checker) fitted() {
	var keys []string
	for _, choice := range c.paper.Protocol {
		keys = append(keys, choice.Key)
	}
	printed := c.paper.Printed()
	for _, f := range c.paper.Fitted {
		c.name(f.Key, "choice", f.Name, keys)
		for i, r := range f.Value {
			if !slices.ContainsFunc(printed, r.Covers) {
				c.bad(f.Node.Index(i), "%s is none of the printed numbers", r)
			}
		}
	}
}
