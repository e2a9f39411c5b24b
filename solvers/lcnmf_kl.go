package solvers

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// LCNMFKL is label constrained NMF (Liu, Wu, Li, Cai and Huang, IEEE TPAMI 34(7), 2012) for the generalised
// Kullback-Leibler divergence: minimise D(X‖W·Y·B) by
//
//	W ← W .* ((X./(WH))·Hᵀ) ./ (1·Hᵀ)        Y ← Y .* (Wᵀ·(X./(WH))·Bᵀ) ./ (Wᵀ·1·Bᵀ)
//
// as matrices, or in the sweep over components of nmf-kl-cw, as the RPR-NMF authors do (LCNMF_div.m). Classes and start
// are those of lcnmf; in the matrix form the option floor acts on denominators only. Component by component, WH is raised to
// 2^-52 of the largest entry of X where it divides, as in nmf-kl-cw.
// Cost per step: that of nmf-kl or nmf-kl-cw.
type LCNMFKL LCNMF

func newLCNMFKL() Solver { return &LCNMFKL{Form: ComponentWise, Order: WFirst} }

// Start implements Solver.
func (s *LCNMFKL) Start(p Problem, f Factors, _ *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	return (*LCNMF)(s).start("lcnmf-kl", s, p, f, newKLComponents, flooredKL, func(x matrix.Matrix, a, b *mat.Dense) sharedHalf {
		h := newKLHalf(x, a, b)
		return sharedHalf{ratio: h.fit, num: h.num, den: h.den}
	})
}

func (*LCNMFKL) projection() ProjectionRule { return divergence(sizePenalty{}, unlabelled) }
