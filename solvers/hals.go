package solvers

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// HALS is hierarchical alternating least squares: minimise ‖X - WH‖² by exact descent along one component of one factor at
// a time (Cichocki and Phan 2009, Algorithm 2, "fast HALS"). For component k of W, with G = HHᵀ,
//
//	w_k ← max(0, w_k + ((XHᵀ)_k - W·g_k) / G_kk)
//
// and likewise for H with WᵀX and WᵀW. With a mask M, G is another matrix for every row of X, and the same descent goes by
// what the row leaves to be explained, e_j = x_ij - (WH)_ij over its known entries: w_ik ← max(0, w_ik + Σ e_j·h_kj / Σ h_kj²).
// With penalties l1 and l2 the numerators have -l1/2 - l2·w_k besides and the denominators +l2.
//
// With accelerate, products are used for several sweeps over a factor (Gillis and Glineur, Neural Computation 24, 2012, section 4.2), and
// factors are extrapolated from step to step (Ang and Gillis, Neural Computation 31, 2019).
//
// Differs from the paper: the columns of W are not normalised, hence the division; entries may become exactly 0; a
// component whose denominator vanishes is left as it is, but for samples and features without a known entry, which get 0.
// Cost per step: 4mnr + 4(m+n)r² dense, 4·nnz·r + 4(m+n)r² sparse, 12·nnz·r masked.
type HALS struct {
	TwoFactors `yaml:"-"`
	Order      Order `yaml:"order" doc:"which factor is updated first: h-first (default) [Cichocki and Phan] or w-first [scikit-learn]"`

	PenaltyOptions `yaml:",inline"`

	Accelerate bool `yaml:"accelerate,omitempty" doc:"extrapolate the factors from step to step, and update each several times for its products; default false. The same minima in fewer steps [Ang and Gillis 2019; Gillis and Glineur 2012]"`
}

func newHALS() Solver { return &HALS{Order: HFirst} }

// Start implements Solver.
func (s *HALS) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("hals", s, p, f); err != nil {
		return nil, err
	}
	run := &alternatingRun{f: f, order: s.Order, doubts: s.escape(p)}
	ofW, ofH := s.penalties(p.X)
	if known, masked := p.X.(*matrix.Masked); masked {
		m, n := known.Dims()
		run.w = &knownHALSHalf{known, f.W, f.Ht, make([]float64, n), ofW, 0, nil}
		run.ht = &knownHALSHalf{known.Trans(), f.Ht, f.W, make([]float64, m), ofH, 0, nil}
	} else {
		w, ht := newHALSHalf(p.X, f.W, f.Ht, ofW), newHALSHalf(p.X.Trans(), f.Ht, f.W, ofH)
		if s.Accelerate {
			w.again, ht.again = sweepsOf(p.X, p.Rank), sweepsOf(p.X.Trans(), p.Rank)
		}
		run.w, run.ht = w, ht
	}
	run.hold(p.Held)
	run.fixNorm(s.PenaltyOptions, ofW, ofH)
	run.objective = penalisedBy(ofW, ofH, f, run.squaredError(p.X))
	if s.Accelerate {
		return newExtrapolatedRun(run, penalisedBy(ofW, ofH, f, run.byProducts(p.X, run.squaredError(p.X)))), nil
	}
	return run, nil
}

// checkPenalties refuses options that contradict each other.
func (s *HALS) checkPenalties(name string, p Problem) error {
	if s.Accelerate && (s.UnitW || s.UnitH) {
		return fmt.Errorf("solvers: %s: accelerate extrapolates the lengths that unit-w and unit-h fix; want one of them", name)
	}
	return s.PenaltyOptions.checkPenalties(name, p)
}

// sweepsOf returns how many sweeps over a factor, p×r, of X, p×q, are made at most for one product of X beyond the first: half of what the
// product costs in units of a sweep.
func sweepsOf(x matrix.Matrix, r int) int {
	p, q := x.Dims()
	return int(0.5 * (float64(x.NNZ())/(float64(p)*float64(r)) + float64(q)/float64(p)))
}

// enough ends the sweeps when one changes less than this share of what the first did.
const enough = 0.1

// halsHalf updates the components of one tall factor a (p×r) of X ≈ a·bᵀ in turn, b fixed.
type halsHalf struct {
	x    matrix.Matrix
	a, b *mat.Dense
	xb   *mat.Dense
	btb  *mat.Dense
	size sizePenalty
	held int            // components that stay as they are, the first ones
	look *frobeniusHalf // for the residual

	again  int        // sweeps beyond the first, at most
	before *mat.Dense // a before a sweep
}

func (h *halsHalf) setSize(size sizePenalty)      { h.size = size }
func (h *knownHALSHalf) setSize(size sizePenalty) { h.size = size }

func (h *halsHalf) hold(components int) { h.held = components }

func newHALSHalf(x matrix.Matrix, a, b *mat.Dense, size sizePenalty) *halsHalf {
	p, r := a.Dims()
	return &halsHalf{x: x, a: a, b: b, xb: mat.NewDense(p, r, nil), btb: mat.NewDense(r, r, nil), size: size}
}

func (h *halsHalf) products() (a, xb, btb *mat.Dense, left bool) {
	return h.a, h.xb, h.btb, h.size.none() && h.held == 0
}

// step goes row by row, all components within a row: rows do not interact while b is fixed, so that this gives the numbers
// of the paper's order (all rows within a component) and walks through memory once. Penalties are those of another X·b and bᵀb.
func (h *halsHalf) step() {
	h.x.MulTo(h.xb, h.b)
	matrix.Gram(h.btb, h.b)
	if !h.size.none() {
		for i, v := range h.xb.RawMatrix().Data { // all rows, since it is a whole matrix
			h.xb.RawMatrix().Data[i] = v - h.size.l1/2
		}
		for k := range h.btb.RawMatrix().Rows {
			h.btb.Set(k, k, h.btb.At(k, k)+h.size.square(k))
		}
	}
	for k := range h.held { // a component without a denominator stays
		h.btb.Set(k, k, 0)
	}
	if h.again == 0 {
		matrix.Sweep(h.a, h.xb, h.btb, tinyDenominator)
		return
	}
	first := h.sweep()
	for range h.again {
		if !(h.sweep() > enough*enough*first) {
			return
		}
	}
}

// sweep makes one and returns the square of what it changed.
func (h *halsHalf) sweep() (changed float64) {
	if h.before == nil {
		h.before = mat.DenseCopyOf(h.a)
	}
	h.before.Copy(h.a)
	matrix.Sweep(h.a, h.xb, h.btb, tinyDenominator)
	p, _ := h.a.Dims()
	for i := range p {
		now := h.a.RawRowView(i)
		for k, v := range h.before.RawRowView(i) {
			changed += (now[k] - v) * (now[k] - v)
		}
	}
	return changed
}

// knownHALSHalf is halsHalf for an X of which some entries are known.
type knownHALSHalf struct {
	x    matrix.Matrix
	a, b *mat.Dense
	row  []float64 // what a row of X leaves to be explained
	size sizePenalty
	held int
	look *frobeniusHalf // for the residual
}

func (h *knownHALSHalf) hold(components int) { h.held = components }

func (h *knownHALSHalf) step() {
	raw := h.b.RawMatrix()
	p, _ := h.a.Dims()
	for i := range p {
		cols, vals := h.x.Row(i, nil)
		a, left := h.a.RawRowView(i), h.row[:len(cols)]
		if len(cols) == 0 { // of which nothing is known, not even what it began with
			clear(a[h.held:])
			continue
		}
		gemm.SampledDots(left, a, raw.Data, raw.Stride, cols)
		for q, v := range vals {
			left[q] = v - left[q]
		}
		for k := h.held; k < len(a); k++ {
			old := a[k]
			num, den := -h.size.l1/2-h.size.square(k)*old, h.size.square(k)
			for q, j := range cols {
				b := raw.Data[int(j)*raw.Stride+k]
				num += left[q] * b
				den += b * b
			}
			if den <= tinyDenominator {
				continue
			}
			a[k] = max(0, old+num/den)
			for q, j := range cols {
				left[q] -= (a[k] - old) * raw.Data[int(j)*raw.Stride+k]
			}
		}
	}
}

func (s *HALS) projection() ProjectionRule { return leastSquares(s.ofH(), "") }
