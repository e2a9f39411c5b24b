package solvers

import "math/rand/v2"

// NMFCW is the component-wise form of the multiplicative updates for the Frobenius norm that the RPR-NMF authors compare
// with and build on (RPR-NMF, Algorithm 1 without constraints; their NMF_euc.m): minimise ‖X - WH‖² by
//
//	W_:c ← W_:c .* (X·H_c:ᵀ) ./ (W·H·H_c:ᵀ),   then  H_c: ← H_c: .* (W_:cᵀ·X) ./ (W_:cᵀ·W·H)
//
// for c = 1, ..., r, every ratio at the present factors; with a mask, X and WH count at the known entries only. A step is
// one sweep over the components.
//
// Differs from the authors' code: WH is never formed. Cost per step: 4mnr + 8(m+n)r² dense, about 10·nnz·r masked.
type NMFCW struct {
	TwoFactors `yaml:"-"`
	Guards     ComponentGuards `yaml:",inline"`
}

func newNMFCW() Solver { return &NMFCW{} }

// Start implements Solver.
func (s *NMFCW) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("nmf-cw", s, p, f); err != nil {
		return nil, err
	}
	return newFrobeniusComponents(p.X, f, s.Guards, nil, nil).hold(p.Held), nil
}
