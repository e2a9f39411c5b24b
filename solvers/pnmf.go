package solvers

import (
	"math/rand/v2"

	"nmfrepro/solvers/matrix"
)

// PNMF is projective NMF (Yang and Oja, IEEE Trans. Neural Networks 21(5), 2010): minimise ‖X - UUᵀX‖² over U ≥ 0 by
//
//	U ← U .* 2KU ./ (U·UᵀKU + KU·UᵀU)    (5)
//
// followed by a stabiliser, with K and U as the option on tells. Monotone with rho; with the spectral norm the
// objective is that of a factor whose scale is fixed instead of optimal.
//
// Differs from the paper: denominators are floored at tinyDenominator.
type PNMF struct {
	ProjectiveOptions `yaml:",inline"`
}

func newPNMF() Solver { return &PNMF{newProjective()} }

// Start implements Solver.
func (s *PNMF) Start(p Problem, f Factors, _ *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	return s.start("pnmf", s, p, f, (*projectiveRun).eq5)
}

func (r *projectiveRun) eq5() {
	matrix.Mul(r.den, r.u, r.utku)
	matrix.AddMul(r.den, r.ku, r.utu)
	num, ku := r.num.RawMatrix().Data, r.ku.RawMatrix().Data // all rows, since both are whole matrices
	for i, v := range ku {
		num[i] = 2 * v
	}
}
