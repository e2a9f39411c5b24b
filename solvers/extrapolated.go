package solvers

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// extrapolatedRun makes the steps of a run of two halves from extrapolated factors (Ang and Gillis, Neural Computation 31, 2019, Algorithm 3,
// with projection). Let A be the factor that is updated first, B the other. A step goes from B + β·(B - B_before), not below 0, updates A,
// goes on from A + β·(A - A_before), not below 0, and updates B. If the objective is smaller after that, β grows by 1.01, at most to a bound
// that grows by 1.005 up to 1. If not, the factors are those before the step, the bound is the β before, β is divided by 1.5, and the next
// step extrapolates nothing, so that the objective never rises.
type extrapolatedRun struct {
	*alternatingRun
	objective   func() float64
	a, b        *mat.Dense // as they are, updated first and second
	keptA, last *mat.Dense // A after the latest step that was kept, and before its extrapolation
	keptB, back *mat.Dense // B after the latest step that was kept, and after the one before
	value       float64    // of the factors
	beta, bound float64
	before      float64 // β of the latest step that was kept
	steps       int     // since the last that was not kept, or the beginning
}

// The constants of the paper's experiments.
const (
	firstBeta   = 0.5
	betaGrows   = 1.01
	boundGrows  = 1.005
	betaShrinks = 1.5
)

func newExtrapolatedRun(r *alternatingRun, objective func() float64) *extrapolatedRun {
	e := &extrapolatedRun{alternatingRun: r, objective: objective, a: r.f.Ht, b: r.f.W, beta: firstBeta, bound: 1, before: firstBeta}
	if r.order == WFirst {
		e.a, e.b = r.f.W, r.f.Ht
	}
	e.keptA, e.last = mat.DenseCopyOf(e.a), mat.DenseCopyOf(e.a)
	e.keptB, e.back = mat.DenseCopyOf(e.b), mat.DenseCopyOf(e.b)
	e.value = math.Inf(1)
	return e
}

// Step implements Run.
func (r *extrapolatedRun) Step() {
	first, second := r.ht, r.w
	if r.order == WFirst {
		first, second = r.w, r.ht
	}
	if r.steps > 1 {
		r.extrapolate(r.b, r.back)
	}
	first.step()
	fresh := r.steps > 0
	if fresh {
		r.extrapolate(r.a, r.last)
	} else {
		r.last.Copy(r.a)
	}
	second.step()
	r.stepped = true
	value := r.objective()
	if !(value <= r.value) && fresh { // steps that extrapolate nothing raise it by rounding alone
		r.a.Copy(r.keptA)
		r.b.Copy(r.keptB)
		r.bound, r.beta, r.steps = r.before, r.beta/betaShrinks, 0
		return
	}
	r.value = value
	r.keptA.Copy(r.a)
	r.back, r.keptB = r.keptB, r.back
	r.keptB.Copy(r.b)
	if r.steps++; fresh {
		r.before = r.beta
		r.bound = min(1, boundGrows*r.bound)
		r.beta = min(r.bound, betaGrows*r.beta)
	}
}

// extrapolate goes on from a by what changed since before, which is left as a was.
func (r *extrapolatedRun) extrapolate(a, before *mat.Dense) {
	p, _ := a.Dims()
	for i := range p {
		now, old := a.RawRowView(i), before.RawRowView(i)
		for k, v := range now {
			now[k] = max(0, v+r.beta*(v-old[k]))
			old[k] = v
		}
	}
}

// Objective implements Run: that of the factors as they are, which the step has found.
func (r *extrapolatedRun) Objective() float64 {
	if math.IsInf(r.value, 1) {
		return r.objective()
	}
	return r.value
}

// byProducts returns the squared error by the products that the half which was updated last has left, and the whole sum where that cancels;
// whole where there are none.
func (r *alternatingRun) byProducts(x matrix.Matrix, whole func() float64) func() float64 {
	last := r.w
	if r.order == WFirst {
		last = r.ht
	}
	half, fits := last.(fittingHalf)
	if !fits || r.fixed {
		return whole
	}
	a, xb, btb, left := half.products()
	if !left {
		return whole
	}
	_, rank := a.Dims()
	ata, square := mat.NewDense(rank, rank, nil), matrix.SumOfSquares(x)
	return func() float64 {
		if !r.stepped {
			return whole()
		}
		matrix.Gram(ata, a)
		if value := square - 2*matrix.Inner(a, xb) + matrix.Inner(ata, btb); !(value < matrix.Cancellation*square) {
			return value
		}
		return whole()
	}
}
