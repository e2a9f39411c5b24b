package solvers

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
	for g := range len(c.ptr) - 1 {
		points := c.points[c.ptr[g]:c.ptr[g+1]]
		if len(points) == 1 {
			continue
		}
		var sum float64
		for _, i := range points {
			sum += v[i]
		}
		for _, i := range points {
			v[i] = sum
		}
	}
}
