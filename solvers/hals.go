package solvers

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// HALS is hierarchical alternating least squares: minimise ‖X - WH‖² by exact descent along one component of one factor at
// a time (Cichocki and Phan 2009, Algorithm 2, "fast HALS"). For component k of W, with G = HHᵀ,
//
//	w_k ← max(0, w_k + ((XHᵀ)_k - W·g_k) / G_kk)
//
// and likewise for H with WᵀX and WᵀW.
//
// Differs from the paper: the columns of W are not normalised, hence the division; entries may become exactly 0; a
// component whose G_kk vanishes is left as it is.
// Cost per step: 4mnr + 4(m+n)r² dense, 4·nnz·r + 4(m+n)r² sparse. Masks are refused: G would differ from row to row.
type HALS struct {
	TwoFactors `yaml:"-"`
	Order      Order `yaml:"order" doc:"which factor is updated first: h-first (default) [Cichocki and Phan] or w-first [scikit-learn]"`
}

func newHALS() Solver { return &HALS{Order: HFirst} }

// Start implements Solver.
func (s *HALS) Start(p Problem, f Factors, _ *rand.Rand) (Run, error) {
	s = withDefaults(s)
	if err := prepare("hals", s, p, f); err != nil {
		return nil, err
	}
	run := &alternatingRun{
		f:     f,
		w:     newHALSHalf(p.X, f.W, f.Ht),
		ht:    newHALSHalf(p.X.Trans(), f.Ht, f.W),
		order: s.Order,
	}
	run.objective = run.squaredError(p.X)
	return run, nil
}

// halsHalf updates the components of one tall factor a (p×r) of X ≈ a·bᵀ in turn, b fixed.
type halsHalf struct {
	x    matrix.Matrix
	a, b *mat.Dense
	xb   *mat.Dense
	btb  *mat.Dense
}

func newHALSHalf(x matrix.Matrix, a, b *mat.Dense) *halsHalf {
	p, r := a.Dims()
	return &halsHalf{x: x, a: a, b: b, xb: mat.NewDense(p, r, nil), btb: mat.NewDense(r, r, nil)}
}

func (h *halsHalf) products() (a, xb, btb *mat.Dense) { return h.a, h.xb, h.btb }

// step goes row by row, all components within a row: rows do not interact while b is fixed, so that this gives the numbers
// of the paper's order (all rows within a component) and walks through memory once.
func (h *halsHalf) step() {
	h.x.MulTo(h.xb, h.b)
	matrix.Gram(h.btb, h.b)
	matrix.Sweep(h.a, h.xb, h.btb, tinyDenominator)
}
