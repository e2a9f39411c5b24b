package manifold

import (
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"nmfrepro/solvers/matrix"
)

// closedComponents counts the strong components of a directed graph, the pattern of a, that no edge leaves: from every point
// one of them is reached, and a function that is everywhere the weighted mean of its neighbours' values may have a value of its
// own in each.
func closedComponents(a *matrix.CSR) (count int) {
	n, _ := a.Dims()
	g := simple.NewDirectedGraph()
	each := func(visit func(from, to int)) {
		for i := range n {
			cols, _ := a.Row(i, nil)
			for _, j := range cols {
				visit(i, int(j))
			}
		}
	}
	for i := range n {
		g.AddNode(simple.Node(i))
	}
	each(func(from, to int) {
		if from != to {
			g.SetEdge(simple.Edge{F: simple.Node(from), T: simple.Node(to)})
		}
	})
	components := topo.TarjanSCC(g)
	component, left := make([]int, n), make([]bool, len(components))
	for c, points := range components {
		for _, p := range points {
			component[p.ID()] = c
		}
	}
	each(func(from, to int) { left[component[from]] = left[component[from]] || component[from] != component[to] })
	for _, leaves := range left {
		if !leaves {
			count++
		}
	}
	return count
}
