package matrix

// FollowDot adds a·delta to model (length n) and returns the dot product of row i of X ./ max(model, floor) with h.
func (d *Dense) FollowDot(i int, model []float64, a float64, delta, h []float64, floor float64) float64 {
	return d.x.FollowDot(i, model, a, delta, h, floor)
}

// FollowSum adds a·delta to model (length n) and b times row i of X ./ max(model, floor) to sum.
func (d *Dense) FollowSum(i int, sum, model []float64, a float64, delta []float64, floor, b float64) {
	d.x.FollowSum(i, sum, model, a, delta, floor, b)
}
