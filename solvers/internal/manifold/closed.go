package manifold

import "nmfrepro/solvers/matrix"

// closedComponents counts the strong components of a directed graph, the pattern of a, that no edge leaves (Tarjan, SIAM J.
// Computing 1(2), 1972): from every point one of them is reached, and a function that is everywhere the weighted mean of its
// neighbours' values may have a value of its own in each.
func closedComponents(a *matrix.CSR) (count int) {
	n, _ := a.Dims()
	const unseen = -1
	index, low, onStack := make([]int, n), make([]int, n), make([]bool, n)
	component := make([]int, n) // its number, once known
	for i := range index {
		index[i], component[i] = unseen, unseen
	}
	type frame struct{ point, next int } // of a search by depth, and its next edge
	var path []frame
	var stack []int
	seen, components := 0, 0
	var open []bool // of each component: an edge leaves it
	for root := range n {
		if index[root] != unseen {
			continue
		}
		path = append(path, frame{root, 0})
		for len(path) > 0 {
			top := &path[len(path)-1]
			i := top.point
			cols, _ := a.Row(i, nil)
			if top.next == 0 {
				index[i], low[i], onStack[i] = seen, seen, true
				seen++
				stack = append(stack, i)
			} else if j := cols[top.next-1]; onStack[j] {
				low[i] = min(low[i], low[j])
			}
			for top.next < len(cols) && index[cols[top.next]] != unseen {
				if j := cols[top.next]; onStack[j] {
					low[i] = min(low[i], index[j])
				}
				top.next++
			}
			if top.next < len(cols) {
				top.next++
				path = append(path, frame{int(cols[top.next-1]), 0})
				continue
			}
			path = path[:len(path)-1]
			if low[i] != index[i] {
				continue
			}
			open = append(open, false)
			for {
				j := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				onStack[j], component[j] = false, components
				if j == i {
					break
				}
			}
			components++
		}
	}
	for i := range n {
		cols, _ := a.Row(i, nil)
		for _, j := range cols {
			if component[i] != component[j] {
				open[component[i]] = true
			}
		}
	}
	for _, leaves := range open {
		if !leaves {
			count++
		}
	}
	return count
}
