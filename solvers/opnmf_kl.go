package solvers

import (
	"math/rand/v2"

	"nmfrepro/solvers/matrix"
)

// OPNMFKL is orthogonal projective NMF for the generalised Kullback-Leibler divergence (Yang and Oja, IEEE Trans. Neural
// Networks 21(5), 2010): minimise D(X‖UUᵀX) subject to UᵀU = I by
//
//	U ← U .* (B + U·UᵀC) ./ (C + U·UᵀB)    (45), with B and C as divergenceProjective tells
//
// followed by a stabiliser. Orthogonality is approached, not enforced; the divergence may rise, since the rule comes from a
// Lagrangian.
//
// Differs from the paper as PNMFKL does, and in the row of U that belongs to a row of zeros in X: it becomes 0, as (20) has
// it. (45) as printed multiplies it by (U·UᵀC) ./ (C + U·UᵀB), which (55) turns into growth without bound.
type OPNMFKL struct {
	DivergenceOptions `yaml:",inline"`
}

func newOPNMFKL() Solver { return &OPNMFKL{newDivergenceProjective()} }

// Start implements Solver.
func (s *OPNMFKL) Start(p Problem, f Factors, _ *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	return s.start("opnmf-kl", s, p, f, (*divergenceRun).eq45)
}

func (r *divergenceRun) eq45() {
	// The two products need b and c as they were.
	matrix.MulTN(r.small, r.u, r.c)
	matrix.Mul(r.tmp, r.u, r.small)
	matrix.MulTN(r.small, r.u, r.b)
	r.tmp.Add(r.tmp, r.b) // the numerator
	matrix.Mul(r.b, r.u, r.small)
	r.c.Add(r.c, r.b)
	for i, sum := range r.rowSums {
		if sum == 0 {
			clear(r.tmp.RawRowView(i))
		}
	}
	matrix.Update(r.u, r.tmp, r.c, tinyDenominator)
}
