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
type LCNMFKL struct {
	TwoFactors `yaml:"-"`
	Form       SweepForm       `yaml:"form" doc:"component-wise (default) [RPR-NMF authors' code] or matrix [Liu et al.]"`
	Order      Order           `yaml:"order" doc:"which factor is updated first in the matrix form: w-first (default) [Liu et al.] or h-first; W is always first in the component-wise form"`
	Printed    bool            `yaml:"printed,omitempty" doc:"labels by Algorithm 4 of RPR-NMF as printed, where q takes the labels of r and r loses them; default false, unions; component-wise form only"`
	Guards     ComponentGuards `yaml:",inline"`
}

func newLCNMFKL() Solver { return &LCNMFKL{Form: ComponentWise, Order: WFirst} }

// Start implements Solver.
func (s *LCNMFKL) Start(p Problem, f Factors, _ *rand.Rand) (Run, error) {
	s = withDefaults(s)
	onW, onH, err := sharedStart("lcnmf-kl", s, p, f, s.Printed, s.Form)
	if err != nil {
		return nil, err
	}
	if s.Form == ComponentWise {
		return newKLComponents(p.X, f, s.Guards, onW, onH), nil
	}
	x := s.Guards.filled(p.X)
	half := func(x matrix.Matrix, a, b *mat.Dense, shared *classes) half {
		h := newKLHalf(x, a, b)
		return &sharedHalf{ratio: h.fit, a: a, num: h.num, den: h.den, classes: shared, floor: s.Guards.floor()}
	}
	fit := matrix.NewEntrywise(x)
	return &alternatingRun{
		f:         f,
		w:         half(x, f.W, f.Ht, onW),
		ht:        half(x.Trans(), f.Ht, f.W, onH),
		order:     s.Order,
		objective: func() float64 { return fit.Sum(f.W, f.Ht, flooredKL) },
	}, nil
}

func (*LCNMFKL) projection() ProjectionRule { return divergence(sizePenalty{}, unlabelled) }
