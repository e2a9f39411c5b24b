package solvers

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// NMF is the multiplicative update of Lee and Seung (2001) for the Frobenius norm: minimise ‖X - WH‖² with
//
//	H ← H .* (WᵀX) ./ (WᵀW·H)        W ← W .* (XHᵀ) ./ (W·HHᵀ)
//
// and for a mask M the weighted form of Zhang et al. (2006), (Wᵀ(M.*X)) ./ (Wᵀ(M.*(WH))) and likewise for W.
//
// Differs from the paper: denominators are floored at 1e-16.
// Cost per step: 4mnr dense, 4·nnz·r sparse, 6·nnz·r masked.
type NMF struct {
	twoFactors `yaml:"-"`
	Order      Order `yaml:"order" doc:"which factor is updated first: h-first [Lee and Seung] or w-first [scikit-learn]"`
}

// tinyDenominator keeps 0/0 at 0; far below any denominator that matters, and what NMFLibrary uses.
const tinyDenominator = 1e-16

func newNMF() Solver { return &NMF{Order: HFirst} }

// Start implements Solver.
func (s *NMF) Start(p Problem, f Factors, _ *rand.Rand) (Run, error) {
	if err := s.Order.validate("nmf"); err != nil {
		return nil, err
	}
	if err := checkProblem("nmf", s, p, f, false); err != nil {
		return nil, err
	}
	return &nmfRun{
		f:    f,
		half: [2]*frobeniusHalf{newFrobeniusHalf(p.X, f.W, f.Ht), newFrobeniusHalf(p.X.Trans(), f.Ht, f.W)},
		fit:  matrix.NewEntrywise(p.X),
		flip: s.Order == HFirst,
	}, nil
}

type nmfRun struct {
	f    Factors
	half [2]*frobeniusHalf // the update of W, and of Ht
	fit  *matrix.Entrywise
	flip bool
}

func (r *nmfRun) Step() {
	first, second := r.half[0], r.half[1]
	if r.flip {
		first, second = second, first
	}
	first.step()
	second.step()
}

// Objective is ‖X - WH‖², over the known entries where some are unknown.
func (r *nmfRun) Objective() float64 { return r.fit.Sum(r.f.W, r.f.Ht, matrix.SquaredError) }

func (r *nmfRun) Finish() Result { return Factorisation(r.f) }

// frobeniusHalf updates one tall factor a (p×r) of X ≈ a·bᵀ, b fixed: it serves W on X and Ht on Xᵀ.
type frobeniusHalf struct {
	x        matrix.Matrix
	a, b     *mat.Dense
	num, den *mat.Dense
	btb      *mat.Dense
	sampled  *matrix.Entrywise // nil unless entries are unknown
}

func newFrobeniusHalf(x matrix.Matrix, a, b *mat.Dense) *frobeniusHalf {
	p, r := a.Dims()
	h := &frobeniusHalf{x: x, a: a, b: b, num: mat.NewDense(p, r, nil), den: mat.NewDense(p, r, nil)}
	if _, masked := x.(*matrix.Masked); masked {
		h.sampled = matrix.NewEntrywise(x)
	} else {
		h.btb = mat.NewDense(r, r, nil)
	}
	return h
}

func (h *frobeniusHalf) step() {
	h.ratio()
	matrix.Update(h.a, h.num, h.den, tinyDenominator)
}

// ratio sets num = X·b and den = a·bᵀb, or its masked form.
func (h *frobeniusHalf) ratio() {
	h.x.MulTo(h.num, h.b)
	if h.sampled != nil {
		h.sampled.SampledMulTo(h.den, h.a, h.b)
		return
	}
	matrix.Gram(h.btb, h.b)
	matrix.Mul(h.den, h.a, h.btb)
}

// Order tells which factor a step updates first; the second always uses the fresh first.
type Order string

// The two orders.
const (
	HFirst Order = "h-first"
	WFirst Order = "w-first"
)

func (o Order) validate(name string) error {
	if o != HFirst && o != WFirst {
		return fmt.Errorf("solvers: %s: order = %q, want %q or %q", name, string(o), HFirst, WFirst)
	}
	return nil
}
