package solvers

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// LCNMF is label constrained NMF (Liu, Wu, Li, Cai and Huang, IEEE TPAMI 34(7), 2012): samples of one class share their
// coefficients, H = Y·B with B the indicators of the classes, where a sample of unknown class is one of its own. Minimise
// ‖X - W·Y·B‖² by
//
//	W ← W .* (X·Hᵀ) ./ (W·H·Hᵀ)        Y ← Y .* (Wᵀ·X·Bᵀ) ./ (Wᵀ·W·H·Bᵀ)
//
// as matrices, or in the sweep over components of nmf-cw, as the RPR-NMF authors do (LCNMF_euc.m). With relations between
// features the rows of W share likewise.
//
// Classes come from the triplets of the problem (q and r of each belong together, which Algorithm 4 of Jiang, Li and Xu, IEEE
// TKDE 31(8), 2019, is for; with printed it is taken at its word), and for the samples from its labels where it has no triplets of them.
// Without either this is NMF.
// The start of class k is row k of the factor's start, unless rows of a class are equal there.
// Cost per step: that of nmf or nmf-cw.
type LCNMF struct {
	TwoFactors `yaml:"-"`
	Form       SweepForm       `yaml:"form" doc:"component-wise (default) [RPR-NMF authors' code] or matrix [Liu et al.]"`
	Order      Order           `yaml:"order" doc:"which factor is updated first in the matrix form: w-first (default) [Liu et al.] or h-first; W is always first in the component-wise form"`
	Printed    bool            `yaml:"printed,omitempty" doc:"labels by Algorithm 4 of RPR-NMF as printed, where q takes the labels of r and r loses them; default false, unions; component-wise form only"`
	Samples    bool            `yaml:"samples-alone,omitempty" doc:"only H is constrained, as Liu et al. have it; default false, relations between features constrain W as well"`
	Guards     ComponentGuards `yaml:",inline"`
}

// SweepForm tells whether a step updates whole factors or component by component.
type SweepForm string

// The forms.
const (
	ComponentWise SweepForm = "component-wise"
	MatrixWise    SweepForm = "matrix"
)

// Choices lists the forms.
func (SweepForm) Choices() []string { return choices(ComponentWise, MatrixWise) }

func newLCNMF() Solver { return &LCNMF{Form: ComponentWise, Order: WFirst} }

// Start implements Solver.
func (s *LCNMF) Start(p Problem, f Factors, _ *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	return s.start("lcnmf", s, p, f, newFrobeniusComponents, matrix.Squared, func(x matrix.Matrix, a, b *mat.Dense) sharedHalf {
		h := newFrobeniusHalf(x, a, b, Guards{})
		return sharedHalf{ratio: h.ratio, num: h.num, den: h.den}
	})
}

// start does Start for both methods: in the sweep over components that one returns, or as matrices for a loss, by the ratios of a half.
func (s *LCNMF) start(name string, self Solver, p Problem, f Factors,
	components func(matrix.Matrix, Factors, ComponentGuards, *classes, *classes) *componentRun,
	loss matrix.Loss, ratio func(x matrix.Matrix, a, b *mat.Dense) sharedHalf) (Progress, error) {
	onW, onH, err := s.sharedStart(name, self, p, f)
	if err != nil {
		return nil, err
	}
	if s.Form == ComponentWise {
		return components(p.X, f, s.Guards, onW, onH), nil
	}
	x := s.Guards.filled(p.X)
	half := func(x matrix.Matrix, a, b *mat.Dense, shared *classes) half {
		h := ratio(x, a, b)
		h.a, h.classes, h.floor = a, shared, s.Guards.floor()
		return &h
	}
	fit := matrix.NewEntrywise(x)
	return &alternatingRun{
		f:         f,
		w:         half(x, f.W, f.Ht, onW),
		ht:        half(x.Trans(), f.Ht, f.W, onH),
		order:     s.Order,
		objective: func() float64 { return fit.Sum(f.W, f.Ht, loss) },
	}, nil
}

// sharedStart checks the problem and returns the classes of both sides, whose members it gives one start.
func (s *LCNMF) sharedStart(name string, self Solver, p Problem, f Factors) (onW, onH *classes, err error) {
	if err := prepare(name, self, p, f); err != nil {
		return nil, nil, err
	}
	if err := checkTriplets(name, p); err != nil {
		return nil, nil, err
	}
	if s.Printed && s.Form != ComponentWise {
		return nil, nil, fmt.Errorf("solvers: %s: printed = true with form = %q, want form = %q", name, s.Form, ComponentWise)
	}
	m, n := p.X.Dims()
	if s.Samples {
		p.Constraints.W = nil
	}
	if s.Printed {
		if len(p.Constraints.W) > 0 {
			labels, count := constraint.Printed(p.Constraints.W, m)
			onW = newLabelSets(labels, count, f.W)
		}
		if len(p.Constraints.H) > 0 {
			labels, count := constraint.Printed(p.Constraints.H, n)
			return onW, newLabelSets(labels, count, f.Ht), nil
		}
	} else if len(p.Constraints.W) > 0 {
		onW = newClasses(constraint.Labels(p.Constraints.W, m))
		onW.spread(f.W)
	}
	switch {
	case len(p.Constraints.H) > 0:
		onH = newClasses(constraint.Labels(p.Constraints.H, n))
	case p.Labels != nil:
		if len(p.Labels) != n {
			return nil, nil, fmt.Errorf("solvers: %s: %d labels, want one for each of %d samples", name, len(p.Labels), n)
		}
		onH = newClasses(numbered(p.Labels))
	default:
		return onW, nil, nil
	}
	onH.spread(f.Ht)
	return onW, onH, nil
}

// numbered gives classes the numbers 0, 1, ... in the order of their labels, and then one to each sample without a label,
// which is negative.
func numbered(labels []int) (group []int, count int) {
	known := slices.Clone(labels)
	slices.Sort(known)
	first, _ := slices.BinarySearch(known, 0)
	known = slices.Compact(known[first:])
	group, count = make([]int, len(labels)), len(known)
	for i, label := range labels {
		if label >= 0 {
			group[i], _ = slices.BinarySearchFunc(known, label, cmp.Compare[int])
			continue
		}
		group[i] = count
		count++
	}
	return group, count
}

// sharedHalf is the update of a factor whose rows share their values in classes.
type sharedHalf struct {
	ratio       func() // sets num and den
	a, num, den *mat.Dense
	classes     *classes // nil for none
	floor       float64
}

func (h *sharedHalf) step() {
	h.ratio()
	if h.classes != nil {
		h.classes.sumRows(h.num)
		h.classes.sumRows(h.den)
	}
	matrix.Update(h.a, h.num, h.den, h.floor)
}

func (*LCNMF) projection() ProjectionRule { return leastSquares(sizePenalty{}, unlabelled) }

// unlabelled is what new samples are.
const unlabelled = "new samples have no class and share no coefficients"
