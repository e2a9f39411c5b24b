package solvers

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// classes are groups of points that share their coefficients: H = Y·B with B the indicators of the groups (Liu et al.
// 2012). The factor is kept expanded, every point of a group with the row of the group, so that whatever works on H works
// here too; numerators and denominators are summed over a group.
type classes struct {
	ptr    []int // group g holds points[ptr[g]:ptr[g+1]]
	points []int

	labels   [][]int    // of each point, where a point may have several: its row is the sum of theirs; nil otherwise
	y        *mat.Dense // r×labels, what a label adds to its points
	num, den []float64  // of a label
}

// newLabelSets returns points of several labels, numbered 0 to count-1. Label g starts from row g of a, the rows begin again
// after the last, and every row of a becomes the sum of its labels.
func newLabelSets(labels [][]int, count int, a *mat.Dense) *classes {
	p, r := a.Dims()
	c := &classes{labels: labels, y: mat.NewDense(r, count, nil), num: make([]float64, count), den: make([]float64, count)}
	for g := range count {
		c.y.SetCol(g, a.RawRowView(g%p))
	}
	for i, set := range labels {
		row := a.RawRowView(i)
		clear(row)
		for _, g := range set {
			for k := range row {
				row[k] += c.y.At(k, g)
			}
		}
	}
	return c
}

// update makes the multiplicative step of component k at x, of points that may have several labels.
func (c *classes) update(k int, x, num, den []float64, floor float64) {
	clear(c.num)
	clear(c.den)
	for i, set := range c.labels {
		for _, g := range set {
			c.num[g] += num[i]
			c.den[g] += den[i]
		}
	}
	y := c.y.RawRowView(k)
	gemm.Update(y, c.num, c.den, floor)
	matrix.Flush(y)
	for i, set := range c.labels {
		x[i] = 0
		for _, g := range set {
			x[i] += y[g]
		}
	}
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
