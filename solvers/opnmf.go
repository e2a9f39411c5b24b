package solvers

import (
	"math/rand/v2"

	"nmfrepro/solvers/matrix"
)

// OPNMF is orthogonal projective NMF (Yang and Oja, IEEE Trans. Neural Networks 21(5), 2010):
//
//	U ← U .* KU ./ (U·UᵀKU)    (41), in kernel form (48)
//
// followed by a stabiliser, with K and U as the option on tells. It drives UᵀU towards a multiple of I; ‖X - UUᵀX‖² may
// rise, since the rule comes from a Lagrangian.
//
// Differs from the paper: denominators are floored at tinyDenominator.
type OPNMF struct {
	ProjectiveOptions `yaml:",inline"`
}

func newOPNMF() Solver { return &OPNMF{newProjective()} }

// Start implements Solver.
func (s *OPNMF) Start(p Problem, f Factors, _ *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	return s.start("opnmf", s, p, f, (*projectiveRun).eq41)
}

func (r *projectiveRun) eq41() {
	r.num.Copy(r.ku)
	matrix.Mul(r.den, r.u, r.utku)
}
