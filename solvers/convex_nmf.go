package solvers

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// ConvexNMF keeps the basis in the span of the data: minimise ‖X - X·W·H‖² over W ≥ 0 (n×r), H ≥ 0, X of any sign (Ding,
// Li and Jordan, IEEE TPAMI 32(1), 2010). With K = XᵀX = K⁺ - K⁻, both parts ≥ 0,
//
//	Hᵀ ← Hᵀ .* sqrt((K⁺W + Hᵀ·WᵀK⁻W) ./ (K⁻W + Hᵀ·WᵀK⁺W))
//	W  ← W .* sqrt((K⁺Hᵀ + K⁻W·HHᵀ) ./ (K⁻Hᵀ + K⁺W·HHᵀ))
//
// The factor W of a start and of the result holds these weights; Result.Basis is X·W.
//
// Differs from the paper: denominators are floored at tinyDenominator.
// Cost per step: 4n²r for X ≥ 0 with K formed once, or 8mnr where that is cheaper; 8n²r for X of mixed sign.
type ConvexNMF struct {
	Order Order    `yaml:"order" doc:"which factor is updated first: h-first (default) [Ding 2010] or w-first"`
	Gram  GramForm `yaml:"gram" doc:"how products with XᵀX are formed: auto (default, the cheaper), explicit or implicit (X ≥ 0 only)"`
}

func newConvexNMF() Solver { return &ConvexNMF{Order: HFirst, Gram: GramAuto} }

// Rows implements Solver: both factors have a row per sample.
func (*ConvexNMF) Rows(_, n int) (w, ht int) { return n, n }

// Start implements Solver.
func (s *ConvexNMF) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("convex-nmf", s, p, f); err != nil {
		return nil, err
	}
	plus, minus, err := s.grams(p)
	if err != nil {
		return nil, err
	}
	_, n := p.X.Dims()
	run := &convexRun{
		x: p.X, f: f, order: s.Order, trace: matrix.SumOfSquares(p.X),
		plus: newConvexPart(plus, n, p.Rank), minus: newConvexPart(minus, n, p.Rank),
		num: mat.NewDense(n, p.Rank, nil), den: mat.NewDense(n, p.Rank, nil),
		hht: mat.NewDense(p.Rank, p.Rank, nil),
	}
	run.refresh()
	return run, nil
}

// grams returns K⁺ and K⁻, nil where X ≥ 0 makes it vanish. Only their difference K can be multiplied by without being formed.
func (s *ConvexNMF) grams(p Problem) (plus, minus *gram, err error) {
	negative := CheckEntries("convex-nmf", p.X, false)
	switch {
	case negative == nil:
		return newGram(p.X, p.Rank, s.Gram), nil, nil
	case s.Gram == GramImplicit:
		return nil, nil, fmt.Errorf("%w with gram = %q; any sign with %q or %q", negative, s.Gram, GramExplicit, GramAuto)
	}
	plus, minus = splitKernel(kernel.Linear(p.X))
	return plus, minus, nil
}

// convexPart is K⁺ or K⁻ with its products.
type convexPart struct {
	*kernelPart            // with W as U
	kht         *mat.Dense // K·Hᵀ
}

func newConvexPart(k *gram, n, r int) *convexPart {
	if k == nil {
		return nil
	}
	return &convexPart{newKernelPart(k, n, r), mat.NewDense(n, r, nil)}
}

type convexRun struct {
	x           matrix.Matrix
	f           Factors
	order       Order
	trace       float64     // ‖X‖²
	plus, minus *convexPart // minus is nil where K has no negative entry
	num, den    *mat.Dense
	hht         *mat.Dense
	gauge       gauge
}

func (r *convexRun) Step() {
	if r.order == HFirst {
		r.updateHt()
		r.updateW()
		return
	}
	r.updateW()
	r.updateHt()
}

func (r *convexRun) updateHt() {
	matrix.UpdateSqrt(r.f.Ht, r.ratioHt(), r.den, tinyDenominator)
}

// ratioHt sets den, and returns the numerator of the update of H.
func (r *convexRun) ratioHt() (num *mat.Dense) {
	num = r.plus.ku
	matrix.Mul(r.den, r.f.Ht, r.plus.utku)
	if r.minus != nil {
		matrix.Mul(r.num, r.f.Ht, r.minus.utku)
		r.num.Add(r.num, num)
		r.den.Add(r.den, r.minus.ku)
		num = r.num
	}
	return num
}

func (r *convexRun) updateW() {
	matrix.UpdateSqrt(r.f.W, r.ratioW(), r.den, tinyDenominator)
	r.refresh()
}

// ratioW sets den, and returns the numerator of the update of W.
func (r *convexRun) ratioW() (num *mat.Dense) {
	matrix.Gram(r.hht, r.f.Ht)
	r.plus.k.mulTo(r.plus.kht, r.f.Ht)
	num = r.plus.kht
	matrix.Mul(r.den, r.plus.ku, r.hht)
	if r.minus != nil {
		r.minus.k.mulTo(r.minus.kht, r.f.Ht)
		matrix.Mul(r.num, r.minus.ku, r.hht)
		r.num.Add(r.num, num)
		r.den.Add(r.den, r.minus.kht)
		num = r.num
	}
	return num
}

// refresh recomputes the products that depend on W alone.
func (r *convexRun) refresh() {
	for _, part := range [...]*convexPart{r.plus, r.minus} {
		if part != nil {
			part.refresh(r.f.W)
		}
	}
}

// Objective returns ‖X - XWH‖² = ‖X‖² - 2·tr(H·KW) + tr(WᵀKW·HHᵀ), good to about 1e-15·‖X‖².
func (r *convexRun) Objective() float64 {
	matrix.Gram(r.hht, r.f.Ht)
	f := r.trace - 2*matrix.Inner(r.f.Ht, r.plus.ku) + matrix.Inner(r.plus.utku, r.hht)
	if r.minus != nil {
		f += 2*matrix.Inner(r.f.Ht, r.minus.ku) - matrix.Inner(r.minus.utku, r.hht)
	}
	if f < 0 {
		return 0
	}
	return f
}

// Finish returns the weights, the coefficients and the basis X·W.
func (r *convexRun) Finish() Result {
	m, _ := r.x.Dims()
	_, rank := r.f.W.Dims()
	basis := mat.NewDense(m, rank, nil)
	r.x.MulTo(basis, r.f.W)
	return Result{W: r.f.W, Ht: r.f.Ht, Basis: basis}
}
