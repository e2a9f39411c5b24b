package solvers

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// The component-wise methods of the RPR-NMF authors update one component at a time, its column of W and then its row of H,
//
//	for c = 1, ..., r:  W_:c ← W_:c .* num ./ den,  then  H_c: ← H_c: .* num ./ den
//
// where every ratio sees all that was updated before it. They differ in the data term that makes the ratio
// ([componentFit]), in what a penalty adds to it ([componentPenalty]) and in whether points share their coefficients
// ([classes]). A step is one sweep over the components.

// ComponentGuards are the guards of the authors' code, off by default: they are absolute numbers, and would act on data of
// small scale.
type ComponentGuards struct {
	Floor float64 `yaml:"floor" min:"0" doc:"denominators, and the model where it divides, are raised to this, ≥ 0; default 0 (off), 2^-52 = 2.220446049250313e-16 in the authors' code"`
	Zeros float64 `yaml:"zeros" min:"0" doc:"value given to the zeros of a dense X, ≥ 0; default 0 (off), 2^-52 = 2.220446049250313e-16 in the authors' code"`
}

// machineEpsilon is MATLAB's eps, the guard of the authors' code.
const machineEpsilon = 0x1p-52

// floor returns what denominators are raised to: 0/0 stays 0 whatever the option says.
func (g ComponentGuards) floor() float64 { return max(g.Floor, tinyDenominator) }

// filled returns x with its zeros replaced, where x is dense and has any. A sparse X keeps its zeros: they would fill it.
func (g ComponentGuards) filled(x matrix.Matrix) matrix.Matrix {
	d, dense := x.(*matrix.Dense)
	if !dense || g.Zeros == 0 || !hasZero(d) {
		return x
	}
	a := mat.DenseCopyOf(d)
	m, _ := a.Dims()
	for i := range m {
		for j, v := range a.RawRowView(i) {
			if v == 0 {
				a.Set(i, j, g.Zeros)
			}
		}
	}
	return matrix.FromDense(a)
}

// largest returns the largest entry of x.
func largest(x matrix.Matrix) float64 {
	var v float64
	for e := range matrix.Entries(x) {
		v = max(v, e.Value)
	}
	return v
}

func hasZero(x *matrix.Dense) bool {
	for e := range matrix.Entries(x) {
		if e.Value == 0 {
			return true
		}
	}
	return false
}

// componentFit is the data term of a component-wise method. It keeps what it needs of the model WH up to date.
type componentFit interface {
	// sweep begins a sweep: the factors of both sides are those of their components.
	sweep()

	// ratio sets numerator and denominator of component c of a side, sideW or sideH.
	ratio(k, c int)

	// moved tells that component c of a side changed by its delta.
	moved(k, c int)
}

// onePassFit is a data term whose sums for W_:c concern a row of X each, so that the row's entry of W_:c can be updated and
// counted in the sums for H_c: before the next row is looked at: one pass over X and the model instead of two.
type onePassFit interface {
	componentFit

	// known sets numerator and denominator of W_:c to what is known of them before the pass; a penalty is added to that.
	known(c int)

	// pass adds the rest row by row, updates W_:c, and sets numerator and denominator of H_c:.
	pass(c int, floor float64)
}

// componentPenalty is a term on one factor that adds to the ratio of every component.
type componentPenalty interface {
	// sweep begins a sweep.
	sweep()

	// add adds the part of component c at x to num and den.
	add(c int, x, num, den []float64)

	// moved tells that component c changed from old to x.
	moved(c int, old, x []float64)

	// value is the penalty at the present factor.
	value() float64
}

// componentRun is the state of a component-wise factorisation.
type componentRun struct {
	f         Factors
	sides     [2]*side
	fit       componentFit
	floor     float64
	objective func() float64 // of the data term

	unit  float64                // that X counts in
	halfs func() (w, ht sloping) // of the data term, for the residual
	look  [2]sloping
	gauge gauge
}

func (r *componentRun) Step() { r.sweep() }

func (r *componentRun) sweep() {
	r.fit.sweep()
	for _, s := range r.sides {
		if s.penalty != nil {
			s.penalty.sweep()
		}
	}
	onePass, _ := r.fit.(onePassFit)
	_, rank := r.f.W.Dims()
	for c := range rank {
		if onePass == nil || r.sides[sideW].classes != nil {
			r.update(sideW, c)
			r.update(sideH, c)
			continue
		}
		if r.passW(onePass, c); r.sides[sideW].collapsed(c) {
			r.update(sideH, c)
		} else {
			r.updateFrom(sideH, c)
		}
	}
	for _, s := range r.sides {
		s.store()
	}
}

// update updates component c of a side.
func (r *componentRun) update(k, c int) {
	r.fit.ratio(k, c)
	r.updateFrom(k, c)
}

// updateFrom updates component c of a side from numerator and denominator as they are.
func (r *componentRun) updateFrom(k, c int) {
	s := r.sides[k]
	if s.penalty != nil {
		s.penalty.add(c, s.component(c), s.num, s.den)
	}
	s.update(c, r.floor)
	r.moved(k, c)
}

// passW updates component c of W and leaves numerator and denominator for that of H.
func (r *componentRun) passW(fit onePassFit, c int) {
	s := r.sides[sideW]
	fit.known(c)
	if s.penalty != nil {
		s.penalty.add(c, s.component(c), s.num, s.den)
	}
	copy(s.old, s.component(c))
	fit.pass(c, r.floor)
	r.moved(sideW, c)
}

func (r *componentRun) moved(k, c int) {
	if s := r.sides[k]; s.penalty != nil {
		s.penalty.moved(c, s.old, s.component(c))
	}
	r.fit.moved(k, c)
}

func (r *componentRun) Objective() float64 {
	sum := r.objective()
	for _, s := range r.sides {
		if s.penalty != nil {
			sum += s.penalty.value()
		}
	}
	return sum
}

func (r *componentRun) Finish() Result { return Factorisation(r.f) }

// newFrobeniusComponents returns a run for the squared error, without penalties; the classes may be nil.
func newFrobeniusComponents(x matrix.Matrix, f Factors, g ComponentGuards, onW, onH *classes) *componentRun {
	return newComponentsInUnits(x, 1, f, g, onW, onH)
}

// newComponentsInUnits returns newFrobeniusComponents for x/unit.
func newComponentsInUnits(x matrix.Matrix, unit float64, f Factors, g ComponentGuards, onW, onH *classes) *componentRun {
	x = g.filled(x)
	r := &componentRun{f: f, sides: [2]*side{newSide(f.W, onW), newSide(f.Ht, onH)}, floor: g.floor()}
	if known, masked := x.(*matrix.Masked); masked {
		r.fit = newSampledFrobenius(known, unit, r.sides)
	} else {
		r.fit = newFrobeniusFit(x, unit, r.sides)
	}
	fit, squared := matrix.NewEntrywise(x), matrix.Squared
	if unit != 1 {
		squared = squaredInUnits(unit)
	}
	r.objective = func() float64 { return fit.Sum(f.W, f.Ht, squared) }
	r.unit, r.halfs = unit, func() (w, ht sloping) {
		return newFrobeniusHalf(x, f.W, f.Ht, Guards{}), newFrobeniusHalf(x.Trans(), f.Ht, f.W, Guards{})
	}
	return r
}

// hold makes the sides hold their first components.
func (r *componentRun) hold(h Held) *componentRun {
	r.sides[sideW].held, r.sides[sideH].held = h.W, h.H
	return r
}

// squaredInUnits returns the squared error of x/unit.
func squaredInUnits(unit float64) matrix.Loss {
	return matrix.Loss{
		Of: func(x, model float64) float64 { return matrix.SquaredError(x/unit, model) },
		Row: func(x, model, buf []float64) {
			for j, v := range x {
				buf[j] = v / unit
			}
			gemm.Squares(buf, model)
		},
		Zeros: matrix.Squared.Zeros.InUnits(unit),
	}
}

// newKLComponents returns a run for the divergence, without penalties; the classes may be nil.
func newKLComponents(x matrix.Matrix, f Factors, g ComponentGuards, onW, onH *classes) *componentRun {
	x = g.filled(x)
	r := &componentRun{f: f, sides: [2]*side{newSide(f.W, onW), newSide(f.Ht, onH)}, floor: g.floor()}
	floor := max(r.floor, g.Zeros, machineEpsilon*largest(x))
	var value func() float64
	d, dense := x.(*matrix.Dense)
	if dense {
		fit := newDenseKL(d, r.sides, floor)
		r.fit, value = fit, fit.value
	} else {
		fit := newSampledKL(x, r.sides, floor)
		r.fit, value = fit, fit.value
	}
	r.unit, r.halfs = 1, func() (w, ht sloping) { return newKLHalf(x, f.W, f.Ht), newKLHalf(x.Trans(), f.Ht, f.W) }
	whole, entry := matrix.NewEntrywise(x), matrix.FlooredDivergence(floor)
	_, sparse := x.(*matrix.CSR)
	r.objective = func() float64 {
		if !sparse { // whose zeros count too
			if v := value(); finite(v) { // no quotient has left the range of numbers
				return v
			}
		}
		return whole.Sum(f.W, f.Ht, entry)
	}
	return r
}
