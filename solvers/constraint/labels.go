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
