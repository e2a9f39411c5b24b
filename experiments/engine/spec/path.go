package spec

import (
	"fmt"

	"nmfrepro/solvers"
)

// path reports iterations that no run could be scored at, and methods without any.
func (c *checker) path() {
	s := c.spec
	at, own := s.Path.At, s.node.Get("path").Present()
	if own {
		c.refuse(len(at) == 0, "path.at", "no iteration, want at least one, as [10, 30, 100]")
		for i, k := range at {
			where := fmt.Sprintf("path.at[%d]", i)
			switch {
			case k < 1:
				c.bad(where, "iteration = %d, want ≥ 1: the factors before the first are the same for all", k)
			case i > 0 && k == at[i-1]:
				c.bad(where, "iteration %d is given twice", k)
			case i > 0 && k < at[i-1]:
				c.bad(where, "iteration %d comes after %d, want them rising", k, at[i-1])
			}
		}
	}
	if len(at) == 0 {
		return
	}
	methods, last := s.Methods, at[len(at)-1]
	if s.Like != "" { // the others were checked with the experiment that it is like
		methods = s.Added
	}
	for i, m := range methods {
		where := fmt.Sprintf("methods[%d]", i)
		if why := c.pathless(m); why != "" {
			c.bad(where+".key", "%s cannot be scored along a path: %s; leave out the method here, or path", m.Key, why)
			continue
		}
		stop, given := s.Stop, "stop"
		if m.Stop != nil {
			stop, given = *m.Stop, where+".stop"
		}
		if stop.Iterations >= 1 && last > stop.Iterations && own { // less than 1 is told of there
			c.bad(fmt.Sprintf("path.at[%d]", len(at)-1),
				"iteration %d is beyond the %d iterations of method %s (%s), want at most as many: raise %s.iterations, or leave it out here",
				last, stop.Iterations, m.Key, given, given)
		} else if stop.Iterations >= 1 && last > stop.Iterations {
			c.bad(where+".stop.iterations", "iterations = %d, want at least the %d of the path of %s", stop.Iterations, last, s.Like)
		}
	}
}

// pathless says why the results of a method do not move from iteration to iteration, "" if they do. A solver that is not known is told
// of elsewhere.
func (c *checker) pathless(m Method) string {
	if m.Solver == "" {
		return "it has no solver, hence no iterations"
	}
	entry, known := c.spec.FindSolver(m.Solver)
	if !known {
		return ""
	}
	return solvers.Pathless(entry.New())
}
