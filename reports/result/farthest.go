package result

import (
	"cmp"
	"math"
	"slices"

	"nmfrepro/datasets/list"
)

// Farthest returns the cells whose verdict is of some kinds, the largest differences in tolerances first.
func Farthest(cells []Cell, kinds ...string) []Cell {
	far := list.Filter(cells, func(c Cell) bool { return slices.Contains(kinds, c.Verdict.Kind) })
	size := func(c Cell) float64 { return math.Abs(c.Verdict.Difference) / c.Verdict.Tolerance }
	slices.SortStableFunc(far, func(a, b Cell) int { return cmp.Compare(size(b), size(a)) })
	return far
}
