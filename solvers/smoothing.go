package solvers

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// smoothedHalf updates a factor a of X ≈ (a·S)·bᵀ, b fixed, where S = (1-θ)·I + θ/r·11ᵀ: nonsmooth NMF (Pascual-Montano, Carazo, Kochi,
// Lehmann and Pascual-Marqui, IEEE TPAMI 28(3), 2006), in which a is fitted beside b·S. S makes each factor more even than it is, so
// that a fit makes it more sparse.
type smoothedHalf struct {
	*klHalf
	theta  float64
	b      *mat.Dense // the factor itself; klHalf has b·S
	smooth *mat.Dense
}

// newSmoothedHalf returns a half of a on X beside b·S.
func newSmoothedHalf(x matrix.Matrix, a, b *mat.Dense, theta float64) *smoothedHalf {
	smooth := mat.DenseCopyOf(b)
	return &smoothedHalf{newKLHalf(x, a, smooth), theta, b, smooth}
}

func (h *smoothedHalf) step() {
	smoothTo(h.smooth, h.b, h.theta)
	h.klHalf.step()
}

// smoothTo sets dst = a·S.
func smoothTo(dst, a *mat.Dense, theta float64) {
	p, r := a.Dims()
	for i := range p {
		from, to := a.RawRowView(i), dst.RawRowView(i)
		even := theta * sumOf(from) / float64(r)
		for k, v := range from {
			to[k] = (1-theta)*v + even
		}
	}
}

// smoothedRun has a basis of its own: X ≈ (W·S)·Htᵀ.
type smoothedRun struct {
	*alternatingRun
	theta float64
}

func (r *smoothedRun) Finish() Result {
	basis := mat.DenseCopyOf(r.f.W)
	smoothTo(basis, r.f.W, r.theta)
	return Result{W: r.f.W, Ht: r.f.Ht, Basis: basis}
}
