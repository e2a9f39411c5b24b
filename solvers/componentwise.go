package solvers

import (
	"math"
	"slices"

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

// floor is what denominators are raised to: 0/0 stays 0 whatever the option says.
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

// newComponentsInUnits is newFrobeniusComponents for x/unit.
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

// squaredInUnits is the squared error of x/unit.
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

// classes are groups of points that share their coefficients: H = Y·B with B the indicators of the groups (Liu et al.
// 2012). The factor is kept expanded, every point of a group with the row of the group, so that whatever works on H works
// here too; numerators and denominators are summed over a group.
type classes struct {
	ptr    []int // group g holds points[ptr[g]:ptr[g+1]]
	points []int

	labels   [][]int    // of each point, where a point may have several: its row is the sum of theirs; nil otherwise
	y        *mat.Dense // r×labels, what a label adds to its points
	num, den []float64  // of a label
}

// newLabelSets returns points of several labels, numbered 0 to count-1. Label g starts from row g of a, the rows begin again
// after the last, and every row of a becomes the sum of its labels.
func newLabelSets(labels [][]int, count int, a *mat.Dense) *classes {
	p, r := a.Dims()
	c := &classes{labels: labels, y: mat.NewDense(r, count, nil), num: make([]float64, count), den: make([]float64, count)}
	for g := range count {
		c.y.SetCol(g, a.RawRowView(g%p))
	}
	for i, set := range labels {
		row := a.RawRowView(i)
		clear(row)
		for _, g := range set {
			for k := range row {
				row[k] += c.y.At(k, g)
			}
		}
	}
	return c
}

// update is the multiplicative step of component k at x, of points that may have several labels.
func (c *classes) update(k int, x, num, den []float64, floor float64) {
	clear(c.num)
	clear(c.den)
	for i, set := range c.labels {
		for _, g := range set {
			c.num[g] += num[i]
			c.den[g] += den[i]
		}
	}
	y := c.y.RawRowView(k)
	gemm.Update(y, c.num, c.den, floor)
	matrix.Flush(y)
	for i, set := range c.labels {
		x[i] = 0
		for _, g := range set {
			x[i] += y[g]
		}
	}
}

// newClasses returns the groups of points with the same number, 0 to count-1 without gaps.
func newClasses(group []int, count int) *classes {
	c := &classes{ptr: make([]int, count+1), points: make([]int, len(group))}
	for _, g := range group {
		c.ptr[g+1]++
	}
	for g := range count {
		c.ptr[g+1] += c.ptr[g]
	}
	next := append([]int(nil), c.ptr...)
	for i, g := range group {
		c.points[next[g]] = i
		next[g]++
	}
	return c
}

// sum gives every point the sum of v over its group.
func (c *classes) sum(v []float64) {
	c.each(func(points []int) {
		var sum float64
		for _, i := range points {
			sum += v[i]
		}
		for _, i := range points {
			v[i] = sum
		}
	})
}

// sumRows gives every row of a the sum of the rows of its group.
func (c *classes) sumRows(a *mat.Dense) {
	c.each(func(points []int) {
		first := a.RawRowView(points[0])
		for _, i := range points[1:] {
			gemm.Axpy(first, 1, a.RawRowView(i))
		}
		for _, i := range points[1:] {
			copy(a.RawRowView(i), first)
		}
	})
}

// spread gives the points of every group one row of a factor: row g to group g, or the rows as they are where all groups
// agree already.
func (c *classes) spread(a *mat.Dense) {
	agree := true
	c.each(func(points []int) {
		for _, i := range points[1:] {
			agree = agree && slices.Equal(a.RawRowView(i), a.RawRowView(points[0]))
		}
	})
	if agree {
		return
	}
	reduced := mat.DenseCopyOf(a)
	for g := range len(c.ptr) - 1 {
		for _, i := range c.points[c.ptr[g]:c.ptr[g+1]] {
			copy(a.RawRowView(i), reduced.RawRowView(g))
		}
	}
}

// each visits the groups of more than one point.
func (c *classes) each(visit func(points []int)) {
	for g := range len(c.ptr) - 1 {
		if points := c.points[c.ptr[g]:c.ptr[g+1]]; len(points) > 1 {
			visit(points)
		}
	}
}

// The two sides of a component-wise method, in the order of the update.
const (
	sideW = iota
	sideH
)

// side is one factor, held component by component, with what the update of one component needs.
type side struct {
	factor   *mat.Dense // p×r, as the caller of the run sees it between sweeps
	points   int        // p
	x        []float64  // component c is x[c·p : (c+1)·p]
	old      []float64  // the component before its last update
	delta    []float64  // what the update added to it
	num, den []float64
	classes  *classes         // nil unless points share their coefficients
	penalty  componentPenalty // nil without one
	stores   int              // how often the factor was written
	held     int              // components that stay as they are, the first ones
}

func newSide(factor *mat.Dense, shared *classes) *side {
	p, r := factor.Dims()
	s := &side{factor: factor, points: p, classes: shared, x: make([]float64, p*r)}
	for _, v := range []*[]float64{&s.old, &s.delta, &s.num, &s.den} {
		*v = make([]float64, p)
	}
	s.load()
	return s
}

func (s *side) component(c int) []float64 { return s.x[c*s.points : (c+1)*s.points] }

// load takes the components from the factor.
func (s *side) load() {
	_, r := s.factor.Dims()
	for i := range s.points {
		row := s.factor.RawRowView(i)
		for c := range r {
			s.x[c*s.points+i] = row[c]
		}
	}
}

// store writes the components to the factor.
func (s *side) store() {
	s.stores++
	_, r := s.factor.Dims()
	for i := range s.points {
		row := s.factor.RawRowView(i)
		for c := range r {
			row[c] = s.x[c*s.points+i]
		}
	}
}

// update is the multiplicative step of component c from num and den.
func (s *side) update(c int, floor float64) {
	x := s.component(c)
	copy(s.old, x)
	if c < s.held {
		clear(s.delta)
		return
	}
	if s.classes != nil && s.classes.labels != nil {
		s.classes.update(c, x, s.num, s.den, floor)
	} else {
		if s.classes != nil {
			s.classes.sum(s.num)
			s.classes.sum(s.den)
		}
		gemm.Update(x, s.num, s.den, floor)
		matrix.Flush(x)
	}
	for i, v := range x {
		s.delta[i] = v - s.old[i]
	}
}

// collapsed tells that the last update of a component left almost nothing of it. A model that followed by adding the
// change would be left with rounding.
func (s *side) collapsed(c int) bool {
	return maximum(s.component(c)) < 0x1p-20*maximum(s.old)
}

// maximum is slices.Max with a branch that is rarely taken in place of the instructions that order NaN and the zeros.
func maximum(x []float64) float64 {
	largest := x[0]
	for _, v := range x {
		if !(v <= largest) {
			if math.IsNaN(v) {
				return v
			}
			largest = v
		}
	}
	return largest
}

// updateRow updates the entry of row i alone and returns it and its change. The classes play no part.
func (s *side) updateRow(c, i int, num, den, floor float64) (x, change float64) {
	old := s.old[i]
	if c < s.held {
		s.delta[i] = 0
		return old, 0
	}
	if x = old * (num / above(den, floor)); x < matrix.Negligible {
		x = 0
	}
	s.x[c*s.points+i], s.delta[i] = x, x-old
	return x, x - old
}
