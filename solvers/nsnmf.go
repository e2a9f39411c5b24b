package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
)

// NSNMF is neighbourhood structured NMF, and not the nonsmooth NMF that others call nsNMF, which is [NMFKL] with Smoothing (Ahmed et al.,
// 2021, as DSP-NMF describes it in Eq. 10): minimise
//
//	‖S - HᵀH‖² + α‖X - WH‖² + γ(‖W‖² + ‖H‖²)
//
// for a similarity S of the samples along their minimum spanning tree, by the multiplicative form of the Karush-Kuhn-Tucker
// conditions
//
//	H ← H .* ((2HS + αWᵀX) ./ (2HHᵀH + αWᵀW·H + γH))^p        W ← W .* (αXHᵀ) ./ (αW·HHᵀ + γW)
//
// with p = 1/4, which descends: the denominator is of degree 3 in H.
//
// Differs from Ahmed et al.: they take projected gradient steps, and no code of theirs is public. S is ours too: 1 on the
// diagonal and exp(-d²/(2t²)) for an edge of length d, t their mean length; the paper says no more than "spanning tree
// based". Denominators are floored at tinyDenominator.
// Cost per step: that of [NMF]; the tree takes n²m/2 before the first.
type NSNMF struct {
	TwoFactors `yaml:"-"`
	Alpha      float64    `yaml:"alpha" min:"0" doc:"weight α of the factorisation, ≥ 0; default 0.8, ours: the paper was not to be had"`
	Gamma      float64    `yaml:"gamma" min:"0" doc:"weight γ of the squared factors, ≥ 0; default 0.1, ours"`
	Power      float64    `yaml:"power" above:"0" doc:"exponent p of the ratio for H, above 0 and at most 1; default 0.25, ours: the largest that descends for a denominator of degree 3"`
	Weights    TreeWeight `yaml:"weights" doc:"similarity along an edge of the tree: heat (default), exp(-d²/(2t²)), or binary, 1"`
	Width      float64    `yaml:"width" min:"0" doc:"t of the heat weights, ≥ 0; default 0 (mean length of the edges)"`
	Order      Order      `yaml:"order" doc:"which factor is updated first: h-first (default) or w-first"`
}

// TreeWeight is the similarity of samples that share an edge of a spanning tree.
type TreeWeight string

// The tree weights.
const (
	TreeHeat   TreeWeight = "heat"
	TreeBinary TreeWeight = "binary"
)

// Choices lists the tree weights.
func (TreeWeight) Choices() []string { return choices(TreeHeat, TreeBinary) }

func newNSNMF() Solver {
	return &NSNMF{Alpha: 0.8, Gamma: 0.1, Power: 0.25, Weights: TreeHeat, Order: HFirst}
}

// Start implements Solver.
func (s *NSNMF) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("nsnmf", s, p, f); err != nil {
		return nil, err
	}
	if err := checkPower("nsnmf", s.Power); err != nil {
		return nil, err
	}
	tree, err := s.tree(p.X)
	if err != nil {
		return nil, fmt.Errorf("solvers: nsnmf: %w", err)
	}
	fit := matrix.NewEntrywise(p.X)
	similar := newGivenSimilarity(tree, p.Rank)
	n, r := f.Ht.Dims()
	return &alternatingRun{
		f:     f,
		order: s.Order,
		w:     &ridgeHalf{newFrobeniusHalf(p.X, f.W, f.Ht, Guards{}), s.Alpha, s.Gamma},
		ht: &treeHalf{
			ridgeHalf: ridgeHalf{newFrobeniusHalf(p.X.Trans(), f.Ht, f.W, Guards{}), s.Alpha, s.Gamma},
			s:         tree, power: s.Power, product: mat.NewDense(n, r, nil), hht: mat.NewDense(r, r, nil),
		},
		objective: func() float64 {
			ridge := matrix.Inner(f.W, f.W) + matrix.Inner(f.Ht, f.Ht)
			return similar.mismatch(f.Ht) + s.Alpha*fit.Sum(f.W, f.Ht, matrix.Squared) + s.Gamma*ridge
		},
	}, nil
}

// tree returns the similarity S.
func (s *NSNMF) tree(x matrix.Matrix) (*matrix.CSR, error) {
	edges, err := graph.SpanningTree(x)
	if err != nil {
		return nil, err
	}
	_, n := x.Dims()
	t := s.Width
	if t == 0 {
		for _, e := range edges {
			t += e.Weight / float64(len(edges))
		}
	}
	entries := make([]matrix.Triplet, 0, n+2*len(edges))
	for i := range n {
		entries = append(entries, matrix.Triplet{Row: i, Col: i, Value: 1})
	}
	for _, e := range edges {
		weight := 1.0
		if d := e.Weight; s.Weights == TreeHeat && d > 0 {
			weight = math.Exp(-d / t * d / t / 2)
		}
		entries = append(entries, matrix.Triplet{Row: e.I, Col: e.J, Value: weight}, matrix.Triplet{Row: e.J, Col: e.I, Value: weight})
	}
	return matrix.NewCSR(n, n, entries)
}

// ridgeHalf is a Frobenius update of weight alpha with a squared factor of weight gamma.
type ridgeHalf struct {
	*frobeniusHalf
	alpha, gamma float64
}

func (h *ridgeHalf) step() {
	h.weigh()
	matrix.Update(h.a, h.num, h.den, tinyDenominator)
}

func (h *ridgeHalf) weigh() {
	h.ratio()
	p, _ := h.a.Dims()
	for i := range p {
		num, den := h.num.RawRowView(i), h.den.RawRowView(i)
		for k, v := range h.a.RawRowView(i) {
			num[k] *= h.alpha
			den[k] = h.alpha*den[k] + h.gamma*v
		}
	}
}

// treeHalf adds the terms of ‖S - HᵀH‖².
type treeHalf struct {
	ridgeHalf
	s       *matrix.CSR
	power   float64
	product *mat.Dense
	hht     *mat.Dense
}

func (h *treeHalf) step() {
	h.terms()
	updatePower(h.a, h.num, h.den, h.power)
}

// terms sets num and den.
func (h *treeHalf) terms() {
	h.weigh()
	h.s.MulTo(h.product, h.a)
	addScaled(h.num, 2, h.product)
	matrix.Gram(h.hht, h.a)
	matrix.Mul(h.product, h.a, h.hht)
	addScaled(h.den, 2, h.product)
}

func (s *NSNMF) projection() ProjectionRule {
	if s.Alpha == 0 {
		return ProjectionRule{Refusal: "with alpha = 0 the basis has no part in the objective"}
	}
	return leastSquares(sizePenalty{l2: s.Gamma / s.Alpha}, "no tree joins new samples")
}
