// Package nnls solves non-negative least squares with many right sides: for a tall A (m×r) and every column b of B (m×n),
//
//	minimise ‖A·x - b‖² over x ≥ 0
//
// from the normal equations AᵀA (r×r) and BᵀA (n×r), exactly: a solution meets its optimality conditions up to rounding.
//
// The method is block principal pivoting (Kim and Park, SIAM J. Sci. Comput. 33(6), 2011, Algorithm 2): right sides with the
// same passive set share one factorisation. Those that it does not settle, because their columns are dependent or the
// exchanges cycle, fall to the active-set method of Lawson and Hanson (1974), chapter 23.
package nnls

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Solver holds the buffers for problems of one size. It belongs to one goroutine.
type Solver struct {
	n, r    int
	passive []bool // row i holds the passive set of right side i
	state   []pivoting
	order   []int // the rows that are not settled yet, rows of one passive set together
	y       []float64
	block   factor
	active  activeSet
}

// pivoting is how far the exchanges of one right side have come.
type pivoting struct {
	budget int // full exchanges that may fail to lower the infeasibility before single ones begin
	lowest int // the least number of infeasible entries so far
}

// fullExchanges is how many full exchanges in a row may bring no fewer infeasibilities [Kim and Park: 3].
const fullExchanges = 3

// roundsPerUnknown bounds the exchanges; five rounds in all are usual.
const roundsPerUnknown = 5

// NewSolver returns a solver for n right sides and r unknowns each.
func NewSolver(n, r int) *Solver {
	return &Solver{
		n: n, r: r, passive: make([]bool, n*r), state: make([]pivoting, n), order: make([]int, 0, n),
		y: make([]float64, r), block: newFactor(r),
		active: activeSet{block: newFactor(r), passive: make([]bool, r), barred: make([]bool, r), y: make([]float64, r), try: make([]float64, r)},
	}
}

// Solve sets x (n×r) to the solutions for gram = AᵀA and right = BᵀA (n×r). The positive entries of x on entry are the first
// guess of the passive sets: the solution of a similar problem saves work and changes nothing else. It does not allocate.
// Dependent columns of A leave the solution open; one with few positive entries is taken.
func (s *Solver) Solve(x, gram, right *mat.Dense) {
	s.check(x, gram, right)
	s.order = s.order[:0]
	for i := range s.n {
		s.state[i] = pivoting{budget: fullExchanges, lowest: s.r + 1}
		passive := s.set(i)
		for k, v := range x.RawRowView(i) {
			passive[k] = v > 0
		}
		s.order = append(s.order, i)
	}
	for range roundsPerUnknown*s.r + fullExchanges {
		if len(s.order) == 0 {
			return
		}
		s.round(x, gram, right)
	}
	for _, i := range s.order {
		s.active.solve(x.RawRowView(i), gram, right.RawRowView(i))
	}
}

func (s *Solver) check(x, gram, right *mat.Dense) {
	for _, a := range []struct {
		m          *mat.Dense
		rows, cols int
	}{{x, s.n, s.r}, {gram, s.r, s.r}, {right, s.n, s.r}} {
		if rows, cols := a.m.Dims(); rows != a.rows || cols != a.cols {
			panic("nnls: Solve: dimension mismatch")
		}
	}
}

func (s *Solver) set(i int) []bool { return s.passive[i*s.r : (i+1)*s.r] }

// round solves every unsettled row on its passive set and exchanges what is infeasible.
func (s *Solver) round(x, gram, right *mat.Dense) {
	slices.SortFunc(s.order, func(a, b int) int { return compareSets(s.set(a), s.set(b)) })
	left := s.order[:0]
	var last []bool
	regular := false
	for _, i := range s.order {
		passive, row, b := s.set(i), x.RawRowView(i), right.RawRowView(i)
		if last == nil || compareSets(passive, last) != 0 {
			// A row of an earlier group may have changed its set, but never the row that a factorisation came from: that
			// set is copied.
			s.block.copySet(passive)
			last = s.block.set
			regular = s.block.factorise(gram)
		}
		if !regular {
			s.active.solve(row, gram, b)
			continue
		}
		s.block.solve(row, b)
		residual(s.y, gram, row, b)
		if !s.exchange(&s.state[i], passive, row) {
			for k, v := range row {
				row[k] = max(0, v)
			}
			continue
		}
		left = append(left, i)
	}
	s.order = left
}

// exchange moves infeasible entries between the sets and reports whether there are any: all of them as long as that makes
// progress, then only the last one, which cannot cycle.
func (s *Solver) exchange(state *pivoting, passive []bool, x []float64) bool {
	count, last := 0, -1
	for k, in := range passive {
		if s.infeasible(in, k, x) {
			count++
			last = k
		}
	}
	if count == 0 {
		return false
	}
	switch {
	case count < state.lowest:
		state.lowest, state.budget = count, fullExchanges
	case state.budget > 0:
		state.budget--
	default:
		passive[last] = !passive[last]
		return true
	}
	for k, in := range passive {
		if s.infeasible(in, k, x) {
			passive[k] = !in
		}
	}
	return true
}

// infeasible reports a passive entry below 0, or an active one whose residual (half the gradient) is. The residual is 0
// where it is only rounding, see residual.
func (s *Solver) infeasible(passive bool, k int, x []float64) bool {
	if passive {
		return x[k] < 0
	}
	return s.y[k] < 0
}

// rounding is the share of the terms of a residual that counts as nothing.
const rounding = 0x1p-46

// residual sets y = gram·x - b, with 0 where the terms cancel to rounding.
func residual(y []float64, gram *mat.Dense, x, b []float64) {
	for k := range y {
		sum, size := -b[k], abs(b[k])
		for l, g := range gram.RawRowView(k) {
			if v := x[l]; v != 0 {
				sum += g * v
				size += abs(g * v)
			}
		}
		if abs(sum) <= rounding*size {
			sum = 0
		}
		y[k] = sum
	}
}

func abs(v float64) float64 { return max(v, -v) }

// compareSets orders sets, equal ones giving 0.
func compareSets(a, b []bool) int {
	for k, in := range a {
		if in != b[k] {
			if in {
				return 1
			}
			return -1
		}
	}
	return 0
}

// activeSet is the method of Lawson and Hanson for one right side: one entry enters the passive set at a time, and the
// objective falls each time, so that no set comes twice. An entry whose column depends on those in the set stays out, as
// does one that rounding alone would let in; both are tried again once the solution has moved.
type activeSet struct {
	block   factor
	passive []bool
	barred  []bool
	y, try  []float64
}

// changesPerUnknown bounds the changes of the set, which rounding might otherwise repeat; 3 are usual.
const changesPerUnknown = 30

func (s *activeSet) solve(x []float64, gram *mat.Dense, b []float64) {
	clear(x)
	clear(s.passive)
	clear(s.barred)
	for range changesPerUnknown * len(x) {
		residual(s.y, gram, x, b)
		enter := -1
		for k, y := range s.y {
			if y < 0 && !s.passive[k] && !s.barred[k] && (enter < 0 || y < s.y[enter]) {
				enter = k
			}
		}
		if enter < 0 {
			return
		}
		s.passive[enter] = true
		if !s.fit(gram, b) || !(s.try[enter] > 0) {
			s.passive[enter], s.barred[enter] = false, true
			continue
		}
		clear(s.barred)
		s.approach(x, gram, b)
	}
}

// fit sets try to the solution on the passive set.
func (s *activeSet) fit(gram *mat.Dense, b []float64) bool {
	s.block.copySet(s.passive)
	if !s.block.factorise(gram) {
		return false
	}
	s.block.solve(s.try, b)
	return true
}

// approach moves x to try, or towards it until an entry becomes 0, which then leaves the set.
func (s *activeSet) approach(x []float64, gram *mat.Dense, b []float64) {
	for {
		step, leave := 1.0, -1
		for k, in := range s.passive {
			if in && s.try[k] <= 0 {
				if share := x[k] / (x[k] - s.try[k]); share < step || leave < 0 {
					step, leave = share, k
				}
			}
		}
		if leave < 0 {
			copy(x, s.try)
			return
		}
		for k, in := range s.passive {
			if in {
				x[k] += step * (s.try[k] - x[k])
			}
			if k == leave || in && !(x[k] > 0) {
				x[k], s.passive[k] = 0, false
			}
		}
		if !s.fit(gram, b) {
			return // cannot be: a part of a regular set is regular
		}
	}
}

// Coefficients returns the Ht ≥ 0 (n×r) that minimises ‖X - W·Htᵀ‖² + l1·ΣHt + l2·‖Ht‖² for W fixed (m×r), over the known entries
// where X is masked: a sample without any gets 0. It panics if W does not have a row for every row of X.
func Coefficients(x matrix.Matrix, w *mat.Dense, l1, l2 float64) *mat.Dense {
	_, n := x.Dims()
	_, r := w.Dims()
	ht, right, gram := mat.NewDense(n, r, nil), mat.NewDense(n, r, nil), mat.NewDense(r, r, nil)
	trans := x.Trans()
	trans.MulTo(right, w)
	right.Apply(func(_, _ int, v float64) float64 { return v - l1/2 }, right)
	if _, masked := x.(*matrix.Masked); !masked {
		matrix.Gram(gram, w)
		ridge(gram, l2)
		NewSolver(n, r).Solve(ht, gram, right)
		return ht
	}
	one := NewSolver(1, r)
	for j := range n {
		known, _ := trans.Row(j, nil)
		gram.Zero()
		for _, i := range known {
			row := w.RawRowView(int(i))
			for k, v := range row {
				for l, u := range row {
					gram.Set(k, l, gram.At(k, l)+v*u)
				}
			}
		}
		ridge(gram, l2)
		one.Solve(mat.NewDense(1, r, ht.RawRowView(j)), gram, mat.NewDense(1, r, right.RawRowView(j)))
	}
	return ht
}

// ridge adds l2 to the diagonal.
func ridge(gram *mat.Dense, l2 float64) {
	for k := range gram.RawMatrix().Rows {
		gram.Set(k, k, gram.At(k, k)+l2)
	}
}

// factor is the Cholesky factor of the rows and columns of a Gram matrix that a set names.
type factor struct {
	set  []bool
	list []int // its members, ascending
	l    []float64
	z    []float64
	r    int
}

func newFactor(r int) factor {
	return factor{set: make([]bool, r), list: make([]int, 0, r), l: make([]float64, r*r), z: make([]float64, r), r: r}
}

func (f *factor) copySet(set []bool) {
	copy(f.set, set)
	f.list = f.list[:0]
	for k, in := range set {
		if in {
			f.list = append(f.list, k)
		}
	}
}

// dependent is the share of a diagonal entry below which a pivot is only rounding: the column depends on those before it.
const dependent = 0x1p-44

// factorise returns false if the block is singular to working precision.
func (f *factor) factorise(gram *mat.Dense) bool {
	for a, i := range f.list {
		row := f.l[a*f.r : a*f.r+a+1]
		for b := range row {
			sum := gram.At(i, f.list[b])
			other := f.l[b*f.r : b*f.r+b+1]
			for c := range b {
				sum -= row[c] * other[c]
			}
			if b < a {
				row[b] = sum / other[b]
				continue
			}
			if !(sum > dependent*gram.At(i, i)) {
				return false
			}
			row[b] = math.Sqrt(sum)
		}
	}
	return true
}

// solve sets x to the solution on the set, and to 0 off it.
func (f *factor) solve(x, b []float64) {
	clear(x)
	for a, i := range f.list {
		sum := b[i]
		for c := range a {
			sum -= f.l[a*f.r+c] * f.z[c]
		}
		f.z[a] = sum / f.l[a*f.r+a]
	}
	for a := len(f.list) - 1; a >= 0; a-- {
		sum := f.z[a]
		for c := a + 1; c < len(f.list); c++ {
			sum -= f.l[c*f.r+a] * f.z[c]
		}
		f.z[a] = sum / f.l[a*f.r+a]
		x[f.list[a]] = f.z[a]
	}
}
