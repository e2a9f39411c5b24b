package manifold

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers/matrix"
)

// components returns the connected component of each point, and how many there are. Component 0 is the largest one;
// of equal ones, that of the first point comes first. The entries of a are edges, which count in both directions.
func components(a *matrix.CSR) (component []int, count int) {
	n, _ := a.Dims()
	parent := list.Upto(n)
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for e := range matrix.Entries(a) {
		i, j := root(e.Row), root(e.Col)
		parent[max(i, j)] = min(i, j)
	}
	size := make([]int, n)
	for i := range n {
		size[root(i)]++
	}
	roots := list.Places(size, func(s int) bool { return s > 0 })
	slices.SortStableFunc(roots, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	place := make([]int, n)
	for c, i := range roots {
		place[i] = c
	}
	component = make([]int, n)
	for i := range n {
		component[i] = place[root(i)]
	}
	return component, len(roots)
}

// nullspace returns the orthonormal vectors (rows) of the form weight .* (a constant per component), weight > 0: those of
// eigenvalue 0 of a graph's Laplacian. The first is the constant everywhere; each further one sets a component apart from
// the larger ones. A numerical solver would give some rotation of them.
func nullspace(component []int, count int, weight []float64) *mat.Dense {
	n := len(component)
	size := make([]float64, count) // squared length of each component's vector
	var total float64
	for i, w := range weight {
		size[component[i]] += w * w
		total += w * w
	}
	basis := mat.NewDense(count, n, nil)
	larger := 0.0
	for c := range count {
		row := basis.RawRowView(c)
		if c == 0 {
			for i, w := range weight {
				row[i] = w / math.Sqrt(total)
			}
			larger = size[0]
			continue
		}
		// -1/larger on the larger components and 1/own on component c are orthogonal to any constant on both.
		length := math.Sqrt(1/larger + 1/size[c])
		for i, w := range weight {
			switch {
			case component[i] < c:
				row[i] = -w / larger / length
			case component[i] == c:
				row[i] = w / size[c] / length
			}
		}
		larger += size[c]
	}
	return basis
}

// closedComponents counts the strong components of a directed graph, the pattern of a, that no edge leaves: from every point
// one of them is reached, and a function that is everywhere the weighted mean of its neighbours' values may have a value of its
// own in each.
func closedComponents(a *matrix.CSR) int {
	n, _ := a.Dims()
	g := simple.NewDirectedGraph()
	for i := range n {
		g.AddNode(simple.Node(i))
	}
	for e := range matrix.Entries(a) {
		if e.Row != e.Col {
			g.SetEdge(simple.Edge{F: simple.Node(e.Row), T: simple.Node(e.Col)})
		}
	}
	components := topo.TarjanSCC(g)
	component, left := make([]int, n), make([]bool, len(components))
	for c, points := range components {
		for _, p := range points {
			component[p.ID()] = c
		}
	}
	for e := range matrix.Entries(a) {
		from, to := component[e.Row], component[e.Col]
		left[from] = left[from] || from != to
	}
	return len(list.Places(left, func(leaves bool) bool { return !leaves }))
}
