package solvers

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// LANMF is large-cone NMF with the angle penalty, a rival of MCNMF (Liu, Gong and Tao, Large-cone nonnegative matrix
// factorization, IEEE TNNLS 2016). Its rules are in no source that we have: this is a RECONSTRUCTION from its aim, a basis that
// spans a wide cone. Minimise ‖X - WH‖²/n + λ·Σ_{i≠j} w_i·w_j over columns of W of unit length, with
//
//	W ← W .* (XHᵀ) ./ (W·HHᵀ + λn·W(11ᵀ - I)), columns to unit length      H ← H .* (WᵀX) ./ (WᵀW·H)
//
// W goes first. H is scaled along with W, so that the fit stays; the penalty does not, and the objective may rise.
// Numbers of this method are no reproduction of the published method. Masks are refused. Cost per step: that of NMF.
type LANMF struct {
	TwoFactors `yaml:"-"`
	Lambda     float64 `yaml:"lambda" min:"0" doc:"weight of the cosines between basis vectors, ≥ 0; default 1, ours"`
}

func newLANMF() Solver { return &LANMF{Lambda: 1} }

// Start implements Solver.
func (s *LANMF) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("lanmf", s, p, f); err != nil {
		return nil, err
	}
	_, n := p.X.Dims()
	half := &coneHalf{
		frobeniusHalf: newFrobeniusHalf(p.X, f.W, f.Ht, Guards{}), f: f,
		weight: s.Lambda * float64(n), norms: make([]float64, p.Rank),
	}
	unitBasis(f, half.norms)
	fit, gram, per := matrix.NewEntrywise(p.X), mat.NewDense(p.Rank, p.Rank, nil), 1/float64(n)
	return &alternatingRun{
		f: f, w: half, ht: newFrobeniusHalf(p.X.Trans(), f.Ht, f.W, Guards{}), order: WFirst,
		objective: func() float64 {
			return per*fit.Sum(f.W, f.Ht, matrix.Squared) + s.Lambda*offDiagonal(gram, f.W)
		},
	}, nil
}

// offDiagonal returns Σ_{i≠j} w_i·w_j. gram is a buffer.
func offDiagonal(gram, w *mat.Dense) (sum float64) {
	matrix.Gram(gram, w)
	r, _ := gram.Dims()
	for i := range r {
		for j, v := range gram.RawRowView(i) {
			if i != j {
				sum += v
			}
		}
	}
	return sum
}

// coneHalf is the update of W.
type coneHalf struct {
	*frobeniusHalf
	f      Factors
	weight float64 // λn
	norms  []float64
}

func (h *coneHalf) step() {
	h.ratio()
	m, _ := h.a.Dims()
	for i := range m {
		w, den := h.a.RawRowView(i), h.den.RawRowView(i)
		sum := sumOf(w)
		for k, v := range w {
			den[k] += h.weight * (sum - v)
		}
	}
	h.Guards.update(h.a, h.num, h.den)
	unitBasis(h.f, h.norms)
}
