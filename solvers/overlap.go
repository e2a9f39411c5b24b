package solvers

import "gonum.org/v1/gonum/mat"

// overlapHalf updates a factor a with the penalty weight·Σ_{i≠j} a_iᵀa_j on what its columns share, half of whose gradient goes into the
// denominator: the basis of pattern expression NMF (Zhang and others, 2008).
type overlapHalf struct {
	*frobeniusHalf
	weight float64
}

func (h *overlapHalf) step() {
	h.ratio()
	h.size.addTo(h.den, h.a)
	p, _ := h.a.Dims()
	for i := range p {
		a, den := h.a.RawRowView(i), h.den.RawRowView(i)
		sum := sumOf(a)
		for k, v := range a {
			den[k] += h.weight * (sum - v)
		}
	}
	h.Guards.update(h.a, h.num, h.den)
}

// overlap returns Σ_{i≠j} a_iᵀa_j.
func overlap(a *mat.Dense) (total float64) {
	p, _ := a.Dims()
	for i := range p {
		row := a.RawRowView(i)
		sum := sumOf(row)
		for _, v := range row {
			total += v * (sum - v)
		}
	}
	return total
}
