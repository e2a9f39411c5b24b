package solvers

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// RNMF is the robust factorisation of Kong, Ding and Huang (CIKM 2011): minimise ‖X - WH‖₂,₁ = Σ_j ‖x_j - W·h_j‖, the norms
// themselves instead of their squares, with D = diag(1/‖x_j - W·h_j‖) and
//
//	W ← W .* (X·D·Hᵀ) ./ (W·(H·D·Hᵀ))        H ← H .* (Wᵀ·X·D) ./ (WᵀW·H·D)
//
// D cancels in the rule of H, column by column, and is therefore left out there.
//
// Differs from the paper: norms are raised to norm-floor times the mean norm of a sample, which keeps D finite where a
// sample is met exactly; the norms come from XᵀW and WᵀW, except where that would lose digits.
// Cost per step: 4mnr, as NMF, and O((m+n)r²). Masks are refused.
type RNMF struct {
	TwoFactors `yaml:"-"`
	Order      Order   `yaml:"order" doc:"which factor is updated first: w-first (default) [Kong et al.] or h-first"`
	NormFloor  float64 `yaml:"norm-floor" min:"0" doc:"least residual norm of a sample, in units of the mean norm of a sample, ≥ 0; default 1e-10, ours"`
}

// defaultNormFloor is far below the residual of any sample that is not met to rounding, and leaves the reciprocal room.
const defaultNormFloor = 1e-10

func newRNMF() Solver { return &RNMF{Order: WFirst, NormFloor: defaultNormFloor} }

// Start implements Solver.
func (s *RNMF) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("rnmf", s, p, f); err != nil {
		return nil, err
	}
	w := newWeightedBasis(p.X, f, s.NormFloor)
	run := &alternatingRun{
		f: f, w: w, ht: robustCoefficients{w}, order: s.Order,
		objective: w.objective,
	}
	run.hold(p.Held)
	return run, nil
}

// robustCoefficients is the update of H, which is that of NMF.
type robustCoefficients struct{ basis *weightedBasis }

func (h robustCoefficients) step() {
	fit := h.basis.fit
	fit.form()
	matrix.Update(fit.ht, fit.xtw, fit.hwtw, tinyDenominator)
}

// weightedBasis is the update of W with the samples weighted by the reciprocals of their residual norms.
type weightedBasis struct {
	fit      *residuals
	floor    float64
	norm     []float64  // of the residuals
	dht      *mat.Dense // D·Hᵀ
	hdht     *mat.Dense // H·D·Hᵀ
	num, den *mat.Dense

	hnum, hden *mat.Dense // for the residual of H
}

func newWeightedBasis(x matrix.Matrix, f Factors, floor float64) *weightedBasis {
	n, r := f.Ht.Dims()
	m, _ := f.W.Dims()
	b := &weightedBasis{
		fit: newResiduals(x, f), norm: make([]float64, n),
		dht: mat.NewDense(n, r, nil), hdht: mat.NewDense(r, r, nil),
		num: mat.NewDense(m, r, nil), den: mat.NewDense(m, r, nil),
	}
	b.floor = max(floor*meanNorm(b.fit.square), tinyDenominator)
	return b
}

// step measures the residuals and updates W.
func (b *weightedBasis) step() {
	b.measure()
	b.update()
}

// measure sets norm.
func (b *weightedBasis) measure() {
	b.fit.form()
	b.fit.norms(b.norm, b.floor)
}

// update makes the update of W with the samples weighted by norm.
func (b *weightedBasis) update() {
	b.weigh()
	matrix.Update(b.fit.w, b.num, b.den, tinyDenominator)
	b.fit.fresh = false
}

// weigh sets num and den.
func (b *weightedBasis) weigh() {
	for j, norm := range b.norm {
		d, row := 1/norm, b.dht.RawRowView(j)
		for k, v := range b.fit.ht.RawRowView(j) {
			row[k] = d * v
		}
	}
	matrix.MulTN(b.hdht, b.fit.ht, b.dht)
	b.fit.x.MulTo(b.num, b.dht)
	matrix.Mul(b.den, b.fit.w, b.hdht)
}

// objective returns ‖X - WH‖₂,₁. The floor is no part of it.
func (b *weightedBasis) objective() float64 {
	b.fit.form()
	b.fit.norms(b.norm, 0)
	var sum float64
	for _, norm := range b.norm {
		sum += norm
	}
	return sum
}

func (*RNMF) projection() ProjectionRule { return robustLeastSquares("") }

// robustLeastSquares solves least squares, which minimises the norm of each sample's residuals as well as its square.
func robustLeastSquares(note string) ProjectionRule {
	rule := leastSquares(sizePenalty{}, note)
	rule.Formula = "min ‖X - WH‖₂,₁ over H ≥ 0"
	rule.objective = func(x matrix.Matrix, w, ht *mat.Dense) float64 {
		return newWeightedBasis(x, Factors{W: w, Ht: ht}, 0).objective()
	}
	return rule
}

// residuals measures ‖x_j - W·h_j‖ for every sample without forming W·H: ‖x_j‖² - 2h_j·(XᵀW)_j + h_j·(WᵀW·h_j), from
// products that the updates need anyway. XᵀW and WᵀW are kept until W changes.
type residuals struct {
	x      matrix.Matrix
	w, ht  *mat.Dense
	xtw    *mat.Dense // XᵀW, n×r
	wtw    *mat.Dense
	hwtw   *mat.Dense // Hᵀ·WᵀW
	square []float64  // ‖x_j‖²
	sample []float64
	terms  []float64 // of one sample's sum over the components
	fresh  bool      // wtw and xtw belong to the present W
}

// cancellation is the share of ‖x_j‖² below which the expanded square has lost too many digits and is formed entry by
// entry: above it, the relative error stays near 1e-16/cancellation.
const cancellation = 1e-4

func newResiduals(x matrix.Matrix, f Factors) *residuals {
	n, r := f.Ht.Dims()
	m, _ := x.Dims()
	return &residuals{
		x: x, w: f.W, ht: f.Ht,
		xtw: mat.NewDense(n, r, nil), wtw: mat.NewDense(r, r, nil), hwtw: mat.NewDense(n, r, nil),
		square: sampleSquares(x), sample: make([]float64, m), terms: make([]float64, r),
	}
}

// form brings the products up to date.
func (s *residuals) form() {
	if !s.fresh {
		matrix.Gram(s.wtw, s.w)
		s.x.Trans().MulTo(s.xtw, s.w)
		s.fresh = true
	}
	matrix.Mul(s.hwtw, s.ht, s.wtw)
}

// norms sets dst to the norms of the samples from the products as form left them, raised to floor.
func (s *residuals) norms(dst []float64, floor float64) {
	for j, x := range s.square {
		xtw, hwtw := s.xtw.RawRowView(j), s.hwtw.RawRowView(j)
		for k, v := range s.ht.RawRowView(j) {
			s.terms[k] = float64(v * (hwtw[k] - 2*xtw[k]))
		}
		square := x + sumInFours(s.terms)
		if square < cancellation*x {
			square = s.entries(j)
		}
		dst[j] = max(math.Sqrt(square), floor)
	}
}

// sumInFours adds terms k ≡ l (mod 4) in lane l, ascending, but the last one to three that are no full four in lane 0, and the
// lanes as (0+1) + (2+3): an addition waits for the one before it in its lane alone.
func sumInFours(terms []float64) float64 {
	var s0, s1, s2, s3 float64
	for ; len(terms) >= 4; terms = terms[4:] {
		s0 += terms[0]
		s1 += terms[1]
		s2 += terms[2]
		s3 += terms[3]
	}
	for _, v := range terms {
		s0 += v
	}
	return (s0 + s1) + (s2 + s3)
}

// entries returns ‖x_j - W·h_j‖² by its definition.
func (s *residuals) entries(j int) float64 {
	clear(s.sample)
	cols, vals := s.x.Trans().Row(j, s.sample)
	if cols != nil {
		for k, i := range cols {
			s.sample[i] = vals[k]
		}
		vals = s.sample
	}
	h := s.ht.RawRowView(j)
	var sum float64
	for i, v := range vals {
		for k, w := range s.w.RawRowView(i) {
			v -= w * h[k]
		}
		sum += v * v
	}
	return sum
}

// sampleSquares returns ‖x_j‖² for every sample.
func sampleSquares(x matrix.Matrix) []float64 {
	_, n := x.Dims()
	square := make([]float64, n)
	for e := range matrix.Entries(x.Trans()) {
		square[e.Row] += e.Value * e.Value
	}
	return square
}

// meanNorm returns the mean of ‖x_j‖ over the samples, the scale of their residuals.
func meanNorm(square []float64) float64 {
	var sum float64
	for _, v := range square {
		sum += math.Sqrt(v)
	}
	return sum / float64(len(square))
}
