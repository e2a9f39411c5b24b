package solvers

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
)

// classes are groups of points that share their coefficients: H = Y·B with B the indicators of the groups (Liu et al.
// 2012). The factor is kept expanded, every point of a group with the row of the group, so that whatever works on H works
// here too; numerators and denominators are summed over a group.
type classes struct {
	ptr    []int // group g holds points[ptr[g]:ptr[g+1]]
	points []int
}

// newClasses returns the groups of points with the same number, 0 to count-1 without gaps.
func newClasses(group []int, count int) *classes {
	c := &classes{ptr: make([]int, count+1), points: make([]int, len(group))}
	for _, g := range group {
		c.ptr[g+1]++
	}
	for g := range count {
		c.ptr[g+1] += c.ptr[g]
	}
	next := append([]int(nil), c.ptr...)
	for i, g := range group {
		c.points[next[g]] = i
		next[g]++
	}
	return c
}

// sum gives every point the sum of v over its group.
func (c *classes) sum(v []float64) {
	c.each(func(points []int) {
		var sum float64
		for _, i := range points {
			sum += v[i]
		}
		for _, i := range points {
			v[i] = sum
		}
	})
}

// sumRows gives every row of a the sum of the rows of its group.
func (c *classes) sumRows(a *mat.Dense) {
	c.each(func(points []int) {
		first := a.RawRowView(points[0])
		for _, i := range points[1:] {
			gemm.Axpy(first, 1, a.RawRowView(i))
		}
		for _, i := range points[1:] {
			copy(a.RawRowView(i), first)
		}
	})
}

// spread gives the points of every group one row of a factor: row g to group g, or the rows as they are where all groups
// agree already.
func (c *classes) spread(a *mat.Dense) {
	agree := true
	c.each(func(points []int) {
		for _, i := range points[1:] {
			agree = agree && slices.Equal(a.RawRowView(i), a.RawRowView(points[0]))
		}
	})
	if agree {
		return
	}
	reduced := mat.DenseCopyOf(a)
	for g := range len(c.ptr) - 1 {
		for _, i := range c.points[c.ptr[g]:c.ptr[g+1]] {
			copy(a.RawRowView(i), reduced.RawRowView(g))
		}
	}
}

// each visits the groups of more than one point.
func (c *classes) each(visit func(points []int)) {
	for g := range len(c.ptr) - 1 {
		if points := c.points[c.ptr[g]:c.ptr[g+1]]; len(points) > 1 {
			visit(points)
		}
	}
}
