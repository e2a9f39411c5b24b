package own

import (
	"fmt"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers"
)

// Capable names the solvers that have a capability, with some of their options at least.
func Capable(of func(solvers.Capabilities) bool) string {
	able := list.Filter(solvers.Catalog, func(e solvers.Entry) bool { return of(e.Capabilities()) })
	return list.Join(able, ", ", func(e solvers.Entry) string { return e.Name })
}

func TakesMask(c solvers.Capabilities) bool  { return c.Masked }
func TakesGraph(c solvers.Capabilities) bool { return c.Graph }

// Takers names the solvers that take a kind of input, and the solvers that take it when their option graph has a value.
func Takers(takes func(solvers.Solver) bool, graph string) string {
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
