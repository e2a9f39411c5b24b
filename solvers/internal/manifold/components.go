package manifold

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/reports/list"
	"nmfrepro/solvers/matrix"
)

// components returns the connected component of each of n points, and how many there are. Component 0 is the largest one;
// of equal ones, that of the first point comes first. visit calls its argument with the points that share an edge with i;
// edges count in both directions.
func components(n int, visit func(i int, to func(j int))) (component []int, count int) {
	parent := list.Upto(n)
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for i := range n {
		visit(i, func(j int) {
			a, b := root(i), root(j)
			parent[max(a, b)] = min(a, b)
		})
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

// rowVisitor visits the entries of a sparse matrix.
func rowVisitor(a *matrix.CSR) func(i int, to func(j int)) {
	return func(i int, to func(j int)) {
		cols, _ := a.Row(i, nil)
		for _, j := range cols {
			to(int(j))
		}
	}
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
