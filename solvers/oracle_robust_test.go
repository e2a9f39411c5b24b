package solvers_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// ordered is Wang et al., Robust NMF with Ordered Structure Constraints, as printed; with α = 0 it is RNMF.
type ordered struct {
	v     *mat.Dense
	r     *mat.Dense // -1 on the diagonal and 1 on the second diagonal, n×(n-1)
	alpha float64
}

func newOrdered(v *mat.Dense, alpha float64) ordered {
	_, n := v.Dims()
	r := mat.NewDense(n, n-1, nil)
	for i := range n - 1 {
		r.Set(i, i, -1)
		r.Set(i+1, i, 1)
	}
	return ordered{v, r, alpha}
}

// objective is Eq. 4.
func (o ordered) objective(w, h duals) dual {
	fit := constant(o.v).minus(w.times(h)).norm21()
	return sumOf(fit, h.times(constant(o.r)).norm21().scaled(o.alpha))
}

// d1 is Eq. 7 and d2 Eq. 8.
func (o ordered) d1(w, h *mat.Dense) *mat.Dense {
	var residual mat.Dense
	residual.Sub(o.v, times(w, h))
	return reciprocalNorms(&residual)
}

func (o ordered) d2(h *mat.Dense) *mat.Dense { return reciprocalNorms(times(h, o.r)) }

func reciprocalNorms(a *mat.Dense) *mat.Dense {
	_, n := a.Dims()
	d := make([]float64, n)
	for j := range d {
		d[j] = 1 / floats.Norm(mat.Col(nil, j, a), 2)
	}
	return diagonal(d)
}

// coefficients is Eq. 13.
func (o ordered) coefficients(w, h, d1, d2 *mat.Dense) rule {
	plusR, minusR := parts(o.r)
	ra, rb := times(plusR, d2, minusR.T()), times(minusR, d2, plusR.T())
	rc, rd := times(plusR, d2, plusR.T()), times(minusR, d2, minusR.T())
	return rule{
		num:   plus(times(w.T(), o.v, d1), scaled(o.alpha, times(h, plus(ra, rb)))),
		den:   plus(times(w.T(), w, h, d1), scaled(o.alpha, times(h, plus(rc, rd)))),
		power: 0.5,
	}
}

// basis is Eq. 24.
func (o ordered) basis(w, h, d1 *mat.Dense) rule {
	return rule{num: times(o.v, d1, h.T()), den: times(w, h, d1, h.T()), power: 1}
}

// The parts of Eqs. 13 and 24 differ by the gradient of Eq. 4.
func TestOrderedRulesAreGradients(t *testing.T) {
	const m, n, r = 6, 7, 3
	rng := rand.New(rand.NewPCG(11, 1))
	for _, alpha := range []float64{0, 0.3, 5} {
		o := newOrdered(solvers.RandomFactor(m, n, rng), alpha)
		w, h := solvers.RandomFactor(m, r, rng), solvers.RandomFactor(r, n, rng)
		d1, d2 := o.d1(w, h), o.d2(h)
		o.coefficients(w, h, d1, d2).follows(t, "Eq. 13", 1, gradient(h, func(h duals) dual { return o.objective(constant(w), h) }))
		o.basis(w, h, d1).follows(t, "Eq. 24", 1, gradient(w, func(w duals) dual { return o.objective(w, constant(h)) }))
	}
}

func TestORNMFFollowsThePaper(t *testing.T) {
	for _, size := range []struct{ m, n, r int }{{6, 7, 3}, {5, 2, 1}, {4, 300, 5}} {
		for _, renewal := range []string{"stale", "refresh"} {
			const alpha = 0.3
			rng := rand.New(rand.NewPCG(12, uint64(size.n)))
			o := newOrdered(solvers.RandomFactor(size.m, size.n, rng), alpha)
			f := solvers.Factors{W: solvers.RandomFactor(size.m, size.r, rng), Ht: solvers.RandomFactor(size.n, size.r, rng)}
			w, h := mat.DenseCopyOf(f.W), mat.DenseCopyOf(f.Ht.T())
			run, err := configured(t, "ornmf", "weights="+renewal,
				fmt.Sprintf("alpha=%v", alpha)).Start(solvers.Problem{X: matrix.FromDense(o.v), Rank: size.r}, f, nil)
			if err != nil {
				t.Fatal(err)
			}
			for step := range 6 { // Algorithm 1
				if step%2 == 0 { // products that the objective left behind are not always there
					same(t, "ornmf", run.Objective(), o.objective(constant(w), constant(h)))
				}
				run.Step()
				d1 := o.d1(w, h)
				h = o.coefficients(w, h, d1, o.d2(h)).of(h)
				if renewal == "refresh" {
					d1 = o.d1(w, h)
				}
				w = o.basis(w, h, d1).of(w)
				near(t, "H", f.Ht, mat.DenseCopyOf(h.T()))
				near(t, "W", f.W, w)
			}
		}
	}
}

// RNMF is Eqs. 7, 24 and, without a root, the first terms of Eq. 13; weights are renewed before each factor.
func TestRNMFFollowsThePaper(t *testing.T) {
	for _, order := range []string{"w-first", "h-first"} {
		const m, n, r = 6, 9, 3
		rng := rand.New(rand.NewPCG(13, 1))
		o := newOrdered(solvers.RandomFactor(m, n, rng), 0)
		f := solvers.Factors{W: solvers.RandomFactor(m, r, rng), Ht: solvers.RandomFactor(n, r, rng)}
		w, h := mat.DenseCopyOf(f.W), mat.DenseCopyOf(f.Ht.T())
		run, err := configured(t, "rnmf", "order="+order).Start(solvers.Problem{X: matrix.FromDense(o.v), Rank: r}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		basis := func() { w = o.basis(w, h, o.d1(w, h)).of(w) }
		coefficients := func() {
			unrooted := o.coefficients(w, h, o.d1(w, h), o.d2(h))
			unrooted.power = 1
			h = unrooted.of(h)
		}
		for step := range 6 {
			if step%2 == 0 { // products that the objective left behind are not always there
				same(t, "rnmf", run.Objective(), o.objective(constant(w), constant(h)))
			}
			run.Step()
			if order == "w-first" {
				basis()
				coefficients()
			} else {
				coefficients()
				basis()
			}
			near(t, "H", f.Ht, mat.DenseCopyOf(h.T()))
			near(t, "W", f.W, w)
		}
	}
}
