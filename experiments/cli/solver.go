package cli

import (
	"fmt"
	"strings"

	"nmfrepro/reports/list"
	"nmfrepro/solvers"
)

// capable names the solvers that have a capability, with some of their options at least.
func capable(of func(solvers.Capabilities) bool) string {
	able := list.Filter(solvers.Catalog, func(e solvers.Entry) bool { return of(e.Capabilities()) })
	return list.Join(able, ", ", func(e solvers.Entry) string { return e.Name })
}

func takesMask(c solvers.Capabilities) bool  { return c.Masked }
func takesGraph(c solvers.Capabilities) bool { return c.Graph }

// takers names the solvers that take something, and those that do when their option graph is set to a value.
func takers(takes func(solvers.Solver) bool, graph string) string {
	var names, set []string
	for _, e := range solvers.Catalog {
		s := e.New()
		switch {
		case takes(s):
			names = append(names, e.Name)
		case solvers.SetOption(s, "graph", graph) == nil && takes(s):
			set = append(set, e.Name)
		}
	}
	return fmt.Sprintf("%s, or with --set graph=%s %s", strings.Join(names, ", "), graph, strings.Join(set, ", "))
}
