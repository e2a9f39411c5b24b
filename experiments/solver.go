package experiments

import "nmfrepro/solvers"

// newSolver is the method's solver with the spec's options over its defaults. The spec is valid, so they decode.
func (m MethodSpec) newSolver(e solvers.Entry) solvers.Solver {
	s := e.New()
	m.Options.Decode(s)
	return s
}
