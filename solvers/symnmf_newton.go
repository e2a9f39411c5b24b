package solvers

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// SymNMFNewton is the Newton-like algorithm of symmetric NMF (Kuang, Ding and Park, SDM 2012, Algorithm 1; symnmf_newton.m):
// minimise ‖A - HHᵀ‖² over H ≥ 0 (n×r here) by projected steps max(H - t·S, 0). An entry is free if its gradient 4(HHᵀH - AH) is
// at most eps or the entry above it. Column c of S solves the Hessian block
//
//	4((HHᵀ - A) + h_c·h_cᵀ + (h_cᵀh_c)·I)
//
// on the free rows; its factors are kept until the free rows of the column change. The gradient takes the place of a column
// whose block is not positive definite or gives no descent, until its free rows change, and that of all columns at every
// 100th step. t starts at 1 and is divided by 10 until the objective falls by a tenth of what the gradient promises.
//
// Differs from symnmf_newton.m: a search ends without a move when t no longer changes the objective; tol is off unless set.
// eps = 2⁻⁵² is absolute, as there, so that the iterates depend on the scale of A.
// Cost per step: n³r/3 at worst, and r·n² numbers of memory.
type SymNMFNewton struct {
	AffinityOptions `yaml:",inline"`
	Tol             float64 `yaml:"tol" min:"0" doc:"stop when the projected gradient is below this share of the first gradient, ≥ 0; default 0 (off), 1e-4 in symnmf_newton.m"`
}

func newSymNMFNewton() Solver { return &SymNMFNewton{AffinityOptions: newAffinityOptions()} }

// Rows implements Solver: there is one factor, on the samples.
func (*SymNMFNewton) Rows(_, n int) (w, ht int) { return 0, n }

// Start implements Solver.
func (s *SymNMFNewton) Start(p Problem, f Factors, _ *rand.Rand) (Run, error) {
	s = withDefaults(s)
	const name = "symnmf-newton"
	if err := s.check(name, s, p, f); err != nil {
		return nil, err
	}
	a, err := s.matrix(name, p.X)
	if err != nil {
		return nil, err
	}
	n, r := f.Ht.Dims()
	like := func() *mat.Dense { return mat.NewDense(n, r, nil) }
	run := &newtonRun{
		a: a, h: f.Ht, tol: s.Tol, square: matrix.SumOfSquares(a), fit: matrix.NewEntrywise(a), dense: mat.NewDense(n, n, nil),
		hth: mat.NewDense(r, r, nil), ah: like(), grad: like(), step: like(), trial: like(),
		columns: make([]newtonColumn, r), part: make([]float64, n),
	}
	for i := range n {
		for j := range n {
			run.dense.Set(i, j, a.At(i, j))
		}
	}
	for c := range run.columns {
		run.columns[c] = newtonColumn{free: make([]bool, n), rows: make([]int, 0, n), factor: make([]float64, n*n)}
	}
	s.scale(givenGram(a), f.Ht, run.ah)
	run.value = run.expanded(run.h)
	run.slope()
	run.first = mat.Norm(run.grad, 2)
	return run, nil
}

const (
	newtonEps      = 0x1p-52 // eps of symnmf_newton.m
	newtonShrink   = 0.1     // β: the factor between step lengths
	newtonDecrease = 0.1     // σ: the share of the linear decrease that a step must reach
	newtonTrials   = 30      // of one search; by then a step moves nothing
	newtonRestart  = 100     // every so many steps all columns use the gradient
)

type newtonRun struct {
	a                     matrix.Matrix
	dense                 *mat.Dense // a, for the Hessian blocks
	h                     *mat.Dense
	tol, square           float64 // ‖A‖²
	value                 float64 // the objective by its expansion
	first                 float64 // norm of the first gradient
	fit                   *matrix.Entrywise
	hth                   *mat.Dense
	ah, grad, step, trial *mat.Dense
	columns               []newtonColumn
	part                  []float64
	steps                 int
}

// newtonColumn is what one column keeps between steps.
type newtonColumn struct {
	free   []bool
	rows   []int     // the free rows, as they were at the last factorisation
	factor []float64 // Cholesky factor of the Hessian block on them
	failed bool      // uses the gradient
}

var _ Stopper = (*newtonRun)(nil)

// slope sets the gradient at h.
func (r *newtonRun) slope() {
	matrix.Gram(r.hth, r.h)
	r.a.MulTo(r.ah, r.h)
	matrix.Mul(r.grad, r.h, r.hth)
	n, _ := r.h.Dims()
	for i := range n {
		grad, ah := r.grad.RawRowView(i), r.ah.RawRowView(i)
		for c := range grad {
			grad[c] = 4 * (grad[c] - ah[c])
		}
	}
}

// expanded is ‖A‖² - 2·tr(hᵀAh) + ‖hᵀh‖², which the searches compare, as in symnmf_newton.m.
func (r *newtonRun) expanded(h *mat.Dense) float64 {
	matrix.Gram(r.hth, h)
	r.a.MulTo(r.ah, h)
	return r.square - 2*matrix.Inner(h, r.ah) + matrix.Inner(r.hth, r.hth)
}

func (r *newtonRun) Step() {
	r.steps++
	r.slope()
	for c := range r.columns {
		r.direction(c)
	}
	r.search()
	r.slope()
}

// direction sets column c of the step.
func (r *newtonRun) direction(c int) {
	col := &r.columns[c]
	n, _ := r.h.Dims()
	changed := false
	for i := range n {
		free := r.grad.At(i, c) <= newtonEps || r.h.At(i, c) > newtonEps
		changed = changed || free != col.free[i]
		col.free[i] = free
	}
	if r.steps%newtonRestart == 0 {
		col.failed = true
	}
	if changed {
		col.failed = !r.factorise(c)
	}
	if !col.failed && r.solve(c) {
		return
	}
	col.failed = true
	for i := range n {
		r.step.Set(i, c, r.grad.At(i, c))
	}
}

// factorise factors the Hessian block of column c on its free rows.
func (r *newtonRun) factorise(c int) bool {
	col := &r.columns[c]
	col.rows = col.rows[:0]
	var square float64
	for i, free := range col.free {
		if free {
			col.rows = append(col.rows, i)
		}
		square += r.h.At(i, c) * r.h.At(i, c)
	}
	size := len(col.rows)
	for p, i := range col.rows {
		hi, ai := r.h.RawRowView(i), r.dense.RawRowView(i)
		for q := p; q < size; q++ {
			j := col.rows[q]
			hj := r.h.RawRowView(j)
			v := dotProduct(hi, hj) - ai[j] + hi[c]*hj[c]
			if p == q {
				v += square
			}
			col.factor[p*size+q] = 4 * v
		}
	}
	if size == 0 {
		return true
	}
	_, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Upper, N: size, Data: col.factor[:size*size], Stride: size})
	return ok
}

// solve sets column c of the step to the Newton direction and reports whether it descends.
func (r *newtonRun) solve(c int) bool {
	col := &r.columns[c]
	size := len(col.rows)
	part := r.part[:size]
	for p, i := range col.rows {
		part[p] = r.grad.At(i, c)
	}
	if size > 0 {
		factor := blas64.Triangular{Uplo: blas.Upper, Diag: blas.NonUnit, N: size, Data: col.factor[:size*size], Stride: size}
		x := blas64.Vector{N: size, Data: part, Inc: 1}
		blas64.Trsv(blas.Trans, factor, x)
		blas64.Trsv(blas.NoTrans, factor, x)
	}
	n, _ := r.h.Dims()
	for i := range n {
		r.step.Set(i, c, 0)
	}
	var inner, slope, length float64
	for i := range n {
		slope += r.grad.At(i, c) * r.grad.At(i, c)
	}
	for p, i := range col.rows {
		v := part[p]
		if v > -newtonEps && r.h.At(i, c) <= newtonEps {
			continue
		}
		r.step.Set(i, c, v)
		inner += r.grad.At(i, c) * v
		length += v * v
	}
	return !(inner/math.Sqrt(slope)/math.Sqrt(length) <= newtonEps) // a step of 0 is none, and no failure
}

// search moves h along the projected step.
func (r *newtonRun) search() {
	t := 1.0
	for range newtonTrials {
		n, _ := r.h.Dims()
		var promised float64
		for i := range n {
			grad, step, trial := r.grad.RawRowView(i), r.step.RawRowView(i), r.trial.RawRowView(i)
			for c, v := range r.h.RawRowView(i) {
				trial[c] = max(v-t*step[c], 0)
				promised += grad[c] * (trial[c] - v)
			}
		}
		if value := r.expanded(r.trial); value-r.value <= newtonDecrease*promised {
			r.h.Copy(r.trial)
			r.value = value
			return
		}
		t *= newtonShrink
	}
}

// Done compares the gradient on the entries that are free now.
func (r *newtonRun) Done() bool {
	if r.tol == 0 {
		return false
	}
	n, _ := r.h.Dims()
	var sum float64
	for i := range n {
		grad := r.grad.RawRowView(i)
		for c, v := range r.h.RawRowView(i) {
			if g := grad[c]; g <= newtonEps || v > newtonEps {
				sum += g * g
			}
		}
	}
	return math.Sqrt(sum) < r.tol*r.first
}

func (r *newtonRun) Objective() float64 { return r.fit.Sum(r.h, r.h, matrix.Squared) }

func (r *newtonRun) Finish() Result { return Result{Ht: r.h} }
