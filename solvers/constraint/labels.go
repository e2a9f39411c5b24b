package constraint

import "slices"

// Points lists the points of the triplets, ascending, each once.
func Points(triplets []Triplet) []int {
	var list []int
	for _, t := range triplets {
		list = append(list, t.Q, t.R, t.S)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Labels puts q and r of every triplet into one class and returns the class of each of so many points, 0, 1, ... without
// gaps, and how many classes there are. A point that no triplet has as q or r is a class of its own. s plays no part.
//
// This is what Algorithm 4 of Jiang, Li and Xu (IEEE TKDE 31(8), 2019) is for; see [Printed] for what it does. Classes are numbered as the
// authors' lmx.m does: in the order in which the triplets
// begin them, a class that meets another by r going into that of q, then single points in their order.
func Labels(triplets []Triplet, points int) (labels []int, classes int) {
	group := make([]int, points) // class begun by a triplet, 1-based; 0 for none
	parent := []int{0}
	find := func(g int) int {
		for parent[g] != g {
			parent[g] = parent[parent[g]]
			g = parent[g]
		}
		return g
	}
	for _, t := range triplets {
		q, r := &group[t.Q], &group[t.R]
		switch {
		case *q == 0 && *r == 0:
			parent = append(parent, len(parent))
			*q, *r = len(parent)-1, len(parent)-1
		case *q == 0:
			*q = *r
		case *r == 0:
			*r = *q
		default:
			parent[find(*r)] = find(*q)
		}
	}
	number := make([]int, len(parent))
	for g := 1; g < len(parent); g++ {
		if find(g) == g {
			number[g] = classes
			classes++
		}
	}
	labels = make([]int, points)
	for i, g := range group {
		if g > 0 {
			labels[i] = number[find(g)]
		} else {
			labels[i] = classes
			classes++
		}
	}
	return labels, classes
}

// Printed returns the labels of each of so many points by Algorithm 4 of Jiang, Li and Xu (IEEE TKDE 31(8), 2019) as it is
// printed: where q and r both have labels, q takes those of r too, and r loses its own. Labels that no point has are left out,
// as there, and the others numbered in the order in which they begin; a point without one gets a label of its own, where the
// paper would give it coefficients of 0.
func Printed(triplets []Triplet, points int) (labels [][]int, count int) {
	sets := make([][]int, points)
	begun := 0
	for _, t := range triplets {
		q, r := &sets[t.Q], &sets[t.R]
		switch {
		case len(*q) > 0 && len(*r) > 0:
			*q = append(slices.Clone(*q), *r...)
			slices.Sort(*q)
			*q, *r = slices.Compact(*q), nil
		case len(*q) > 0:
			*r = *q
		case len(*r) > 0:
			*q = *r
		default:
			*q, *r = []int{begun}, []int{begun}
			begun++
		}
	}
	number := make([]int, begun)
	for g := range number {
		if slices.ContainsFunc(sets, func(set []int) bool { return slices.Contains(set, g) }) {
			number[g] = count
			count++
		}
	}
	labels = make([][]int, points)
	for i, set := range sets {
		for _, g := range set {
			labels[i] = append(labels[i], number[g])
		}
		if len(set) == 0 {
			labels[i] = []int{count}
			count++
		}
	}
	return labels, count
}
