package solvers

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// laplacianSolver solves (c_k·I + λL)·v_k = y_k for the columns k of a tall V at once, by conjugate gradients with the
// diagonal as preconditioner. The matrices are symmetric and strictly diagonally dominant, with off-diagonal entries ≤ 0:
// a solution for y ≥ 0 is ≥ 0. About √(1 + 2λ·max D/c) times 18 iterations reach the last digit.
type laplacianSolver struct {
	lambda        float64
	s             *matrix.CSR
	degrees       []float64
	residual, dir *mat.Dense
	z, product    *mat.Dense // preconditioned residual, matrix times dir
	limit         []float64  // squared length at which a residual counts as none
	rho, next     []float64  // ⟨residual, z⟩ before and after
	length        []float64
	active        []bool // columns that still move
}

// solverTolerance is the length of a residual, against that of the right side, at which the solution has all its digits.
const solverTolerance = 1e-15

func newLaplacianSolver(p *penalty, n, r int) *laplacianSolver {
	l := &laplacianSolver{
		lambda: p.lambda, s: p.s, degrees: p.degrees,
		limit: make([]float64, r), rho: make([]float64, r), next: make([]float64, r), length: make([]float64, r), active: make([]bool, r),
	}
	for _, a := range []**mat.Dense{&l.residual, &l.dir, &l.z, &l.product} {
		*a = mat.NewDense(n, r, nil)
	}
	return l
}

// solve replaces v, the first guess, by the solution for right sides y ≥ 0 and shifts c. A column without a shift has
// nothing to hold it and becomes 0.
func (l *laplacianSolver) solve(v, y *mat.Dense, c []float64) {
	n, _ := v.Dims()
	if l.s == nil {
		for i := range n {
			row, right := v.RawRowView(i), y.RawRowView(i)
			for k := range row {
				row[k] = right[k] / max(c[k], tinyDenominator)
			}
		}
		return
	}
	l.begin(v, y, c)
	for range 2*n + 100 { // far above the bound of conjugate gradients in exact arithmetic, n
		if !l.iterate(v, c) {
			break
		}
	}
	for i := range n {
		row := v.RawRowView(i)
		for k, x := range row {
			row[k] = max(0, x) // what rounding left below 0
		}
	}
}

// begin sets the residuals of the first guess.
func (l *laplacianSolver) begin(v, y *mat.Dense, c []float64) {
	n, r := v.Dims()
	l.multiply(l.product, v, c)
	clear(l.limit)
	for i := range n {
		right, res, product := y.RawRowView(i), l.residual.RawRowView(i), l.product.RawRowView(i)
		for k := range r {
			res[k] = right[k] - product[k]
			l.limit[k] += right[k] * right[k]
		}
	}
	for k := range r {
		l.limit[k] *= solverTolerance * solverTolerance
		l.active[k] = c[k] > 0 && l.limit[k] > 0
	}
	for k := range r {
		if !l.active[k] {
			for i := range n {
				v.Set(i, k, 0)
				l.residual.Set(i, k, 0)
			}
		}
	}
	l.precondition(c)
	l.dir.Copy(l.z)
	copy(l.rho, l.next)
}

// iterate is one iteration of the active columns and reports whether any is left.
func (l *laplacianSolver) iterate(v *mat.Dense, c []float64) bool {
	n, r := v.Dims()
	l.multiply(l.product, l.dir, c)
	curvature := l.next
	clear(curvature)
	for i := range n {
		dir, product := l.dir.RawRowView(i), l.product.RawRowView(i)
		for k := range r {
			curvature[k] += dir[k] * product[k]
		}
	}
	any := false
	for k := range r {
		l.active[k] = l.active[k] && l.rho[k] > 0 && curvature[k] > 0
		l.length[k] = 0
		if l.active[k] {
			any = true
			l.length[k] = l.rho[k] / curvature[k]
		}
	}
	if !any {
		return false
	}
	for i := range n {
		row, res := v.RawRowView(i), l.residual.RawRowView(i)
		dir, product := l.dir.RawRowView(i), l.product.RawRowView(i)
		for k, alpha := range l.length {
			row[k] += alpha * dir[k]
			res[k] -= alpha * product[k]
		}
	}
	l.precondition(c)
	for k := range r {
		l.length[k] = 0
		if l.active[k] {
			l.length[k] = l.next[k] / l.rho[k]
		}
	}
	for i := range n {
		dir, z := l.dir.RawRowView(i), l.z.RawRowView(i)
		for k, beta := range l.length {
			dir[k] = z[k] + beta*dir[k]
		}
	}
	copy(l.rho, l.next)
	return true
}

// precondition sets z and next from the residuals, and retires the columns whose residual is none.
func (l *laplacianSolver) precondition(c []float64) {
	n, r := l.z.Dims()
	square := l.length
	clear(square)
	clear(l.next)
	for i := range n {
		z, res := l.z.RawRowView(i), l.residual.RawRowView(i)
		d := l.lambda * l.degrees[i]
		for k := range r {
			z[k] = res[k] / max(c[k]+d, tinyDenominator)
			l.next[k] += res[k] * z[k]
			square[k] += res[k] * res[k]
		}
	}
	for k := range r {
		l.active[k] = l.active[k] && square[k] > l.limit[k] && !math.IsInf(square[k], 0)
	}
}

// multiply sets dst = b·diag(c) + λ·L·b.
func (l *laplacianSolver) multiply(dst, b *mat.Dense, c []float64) {
	l.s.MulTo(dst, b)
	for i, degree := range l.degrees {
		out, d := dst.RawRowView(i), l.lambda*degree
		for k, v := range b.RawRowView(i) {
			out[k] = (c[k]+d)*v - l.lambda*out[k]
		}
	}
}
