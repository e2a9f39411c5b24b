package solvers

import "math/rand/v2"

// NMFKLCW is the component-wise form of the multiplicative updates for the generalised Kullback-Leibler divergence that
// the RPR-NMF authors compare with and build on (RPR-NMF, Algorithm 2 without constraints; their NMF_div.m): minimise
// D(X‖WH) by
//
//	W_:c ← W_:c .* ((X./(WH))·H_c:ᵀ) ./ (1·H_c:ᵀ),   then  H_c: ← H_c: .* (W_:cᵀ·(X./(WH))) ./ (W_:cᵀ·1)
//
// for c = 1, ..., r, every ratio at the present factors; with a mask, X./(WH) and 1 count at the known entries only. A
// step is one sweep over the components.
//
// Differs from the authors' code: WH follows by rank-one changes; where it divides, in the objective too, it is raised to
// 2^-52 of the largest entry of X at least, since the changes are no more exact. Cost per step: 8mnr and 2mnr divisions, dense; the same
// with nnz for mn sparse or masked.
type NMFKLCW struct {
	TwoFactors `yaml:"-"`
	Guards     ComponentGuards `yaml:",inline"`
}

func newNMFKLCW() Solver { return &NMFKLCW{} }

// Start implements Solver.
func (s *NMFKLCW) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("nmf-kl-cw", s, p, f); err != nil {
		return nil, err
	}
	return newKLComponents(p.X, f, s.Guards, nil, nil).hold(p.Held), nil
}

func (*NMFKLCW) projection() ProjectionRule { return divergence(sizePenalty{}, "") }
