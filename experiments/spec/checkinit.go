package spec

import (
	"nmfrepro/solvers"
	"slices"
)

// initFrom reports methods that a method cannot start from.
func (c *checker) initFrom(at string, m Method) {
	if len(m.InitFrom) == 0 {
		return
	}
	c.keys(at, "method key", m.InitFrom, c.spec.methodKeys())
	if m.Init != "" || m.Solver == "" {
		c.bad(at, "init-from stands in place of init, for a method with a solver")
	}
	for _, other := range c.spec.Methods {
		if !slices.Contains(m.InitFrom, other.Key) {
			continue
		}
		entry, known := c.spec.FindSolver(other.Solver)
		switch {
		case other.Flat || len(other.Vary) > 0 || len(other.InitFrom) > 0:
			c.bad(at, "%s is flat, varies or starts from others itself", other.Key)
		case !known || hasFactors(entry.New()):
			c.bad(at, "%s does not end in clusters", other.Key)
		}
	}
}

func hasFactors(s solvers.Solver) bool {
	w, ht := s.Rows(2, 2)
	return w+ht > 0
}
