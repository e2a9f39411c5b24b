package solvers

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// ONMF is orthogonal NMF (Ding, Li, Peng and Park, KDD 2006): minimise ‖X - WH‖² with WᵀW = I or HHᵀ = I. The orthogonal
// factor follows the Lagrangian's rule, the other one Lee and Seung's:
//
//	WᵀW = I:  W ← W .* sqrt((XHᵀ) ./ (W·WᵀXHᵀ))        H ← H .* (WᵀX) ./ (WᵀW·H)
//	HHᵀ = I:  H ← H .* sqrt((WᵀX) ./ (WᵀXHᵀ·H))        W ← W .* (XHᵀ) ./ (W·HHᵀ)
//
// The square root belongs to the paper (and keeps the scale stable); the rule without it is Yoo and Choi's. Orthogonality
// is approached, not enforced, and ‖X - WH‖² may rise: the rule descends on a Lagrangian with an approximate multiplier.
// Orthogonal rows of H make samples members of one cluster each.
//
// Differs from the paper: denominators are floored at tinyDenominator.
// Cost per step: 4mnr dense, 4·nnz·r sparse. Masks are refused: the paper's multiplier is that of a fit to every entry, in which
// WᵀW·H cancels. With M the known entries it would leave (M∘WH)Hᵀ + W·Wᵀ(M∘X)Hᵀ below and W·Wᵀ(M∘WH)Hᵀ above, which
// for a full M is another rule than the printed one and descends no more than that does.
type ONMF struct {
	TwoFactors `yaml:"-"`
	Orthogonal Side  `yaml:"orthogonal" doc:"which factor is orthogonal: h (default, clusters the samples) or w [Ding 2006]"`
	Order      Order `yaml:"order" doc:"which factor is updated first: w-first (default) [NMFLibrary] or h-first"`
}

// Side names one of the two factors.
type Side string

// The two factors.
const (
	SideW Side = "w"
	SideH Side = "h"
)

// Choices lists the factors.
func (Side) Choices() []string { return choices(SideW, SideH) }

func newONMF() Solver { return &ONMF{Orthogonal: SideH, Order: WFirst} }

// rankLimit returns the number of orthogonal columns that the constrained factor can have.
func (s *ONMF) rankLimit(m, n int) int {
	if s.Orthogonal == SideW {
		return m
	}
	return n
}

// carriesScale returns the factor that is not orthogonal.
func (s *ONMF) carriesScale() Side {
	if s.Orthogonal == SideW {
		return SideH
	}
	return SideW
}

// Start implements Solver.
func (s *ONMF) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("onmf", s, p, f); err != nil {
		return nil, err
	}
	run := &alternatingRun{f: f, order: s.Order}
	if s.Orthogonal == SideW {
		run.w = newOrthogonalHalf(p.X, f.W, f.Ht)
		run.ht = newFrobeniusHalf(p.X.Trans(), f.Ht, f.W, Guards{})
	} else {
		run.w = newFrobeniusHalf(p.X, f.W, f.Ht, Guards{})
		run.ht = newOrthogonalHalf(p.X.Trans(), f.Ht, f.W)
	}
	run.objective = run.squaredError(p.X)
	return run, nil
}

// orthogonalHalf updates the orthogonal tall factor a (p×r) of X ≈ a·bᵀ, b fixed.
type orthogonalHalf struct {
	x       matrix.Matrix
	a, b    *mat.Dense
	xb, den *mat.Dense
	atxb    *mat.Dense
}

func newOrthogonalHalf(x matrix.Matrix, a, b *mat.Dense) *orthogonalHalf {
	p, r := a.Dims()
	return &orthogonalHalf{
		x: x, a: a, b: b,
		xb: mat.NewDense(p, r, nil), den: mat.NewDense(p, r, nil), atxb: mat.NewDense(r, r, nil),
	}
}

func (h *orthogonalHalf) step() {
	h.x.MulTo(h.xb, h.b)
	matrix.MulTN(h.atxb, h.a, h.xb) // r×r first: a·(aᵀXb), never (a·aᵀ)·Xb
	matrix.Mul(h.den, h.a, h.atxb)
	matrix.UpdateSqrt(h.a, h.xb, h.den, tinyDenominator)
}

func (s *ONMF) projection() ProjectionRule {
	if s.Orthogonal == SideW {
		return leastSquares(sizePenalty{}, "")
	}
	return leastSquares(sizePenalty{}, "HHᵀ = I is about the samples of the run")
}
