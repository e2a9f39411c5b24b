package solvers

import (
	"math/rand/v2"
)

// PNMFKL is projective NMF for the generalised Kullback-Leibler divergence (Yang and Oja, IEEE Trans. Neural Networks 21(5),
// 2010): minimise D(X‖UUᵀX) over U ≥ 0 by
//
//	U ← U .* (B ./ C)^p    (20), with B and C as divergenceProjective tells
//
// followed by a stabiliser. The paper has p = 1 and needs (55); the first author's own code has p = 1/2 and does without.
//
// Differs from the paper: U in the denominator of (55) is the new one (as printed it is the old one, which does not
// optimise the scale); denominators are floored at tinyDenominator.
type PNMFKL struct {
	DivergenceOptions `yaml:",inline"`
	Power             float64 `yaml:"power" above:"0" doc:"exponent of the ratio, above 0 and at most 1: default 1 [Eq. 20], 0.5 in pnmfkl.m [Yang 2010]"`
}

func newPNMFKL() Solver { return &PNMFKL{newDivergenceProjective(), 1} }

// Start implements Solver.
func (s *PNMFKL) Start(p Problem, f Factors, _ *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	if err := checkPower("pnmf-kl", s.Power); err != nil {
		return nil, err
	}
	return s.start("pnmf-kl", s, p, f, func(r *divergenceRun) { updatePower(r.u, r.b, r.c, s.Power) })
}
