package solvers

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// laplacianSolver solves (c_k·I + λL)·v_k = y_k for the columns k of a tall V at once, by conjugate gradients with the
// diagonal as preconditioner. The matrices are symmetric and strictly diagonally dominant, with off-diagonal entries ≤ 0:
// a solution for y ≥ 0 is ≥ 0. About √(1 + 2λ·max D/c) times 18 iterations reach the last digit.
type laplacianSolver struct {
	s             *matrix.CSR
	residual, dir *mat.Dense
	z, product    *mat.Dense // preconditioned residual, matrix times dir
	state         gemm.Conjugate
	limit         []float64 // squared length at which a residual counts as none
	rho, next     []float64 // ⟨residual, z⟩ before and after
	length        []float64
	square        []float64 // of the residual's length
	active        []bool    // columns that still move
}

// solverTolerance is the length of a residual, against that of the right side, at which the solution has all its digits.
const solverTolerance = 1e-15

func newLaplacianSolver(p *penalty, n, r int) *laplacianSolver {
	l := &laplacianSolver{s: p.s, active: make([]bool, r)}
	for _, v := range []*[]float64{&l.limit, &l.rho, &l.next, &l.length, &l.square} {
		*v = make([]float64, r)
	}
	for _, a := range []**mat.Dense{&l.residual, &l.dir, &l.z, &l.product} {
		*a = mat.NewDense(n, r, nil)
	}
	l.state = gemm.Conjugate{
		Residual: l.residual.RawMatrix(), Z: l.z.RawMatrix(), Dir: l.dir.RawMatrix(), Product: l.product.RawMatrix(),
		Shift: make([]float64, len(p.degrees)), Scale: p.lambda,
	}
	for i, degree := range p.degrees {
		l.state.Shift[i] = p.lambda * degree
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
			matrix.Flush(row)
		}
		return
	}
	l.begin(v, y, c)
	for range 2*n + 100 { // far above the bound of conjugate gradients in exact arithmetic, n
		if !l.iterate() {
			break
		}
	}
	for i := range n {
		row := v.RawRowView(i)
		for k, x := range row {
			row[k] = max(0, x) // what rounding left below 0
		}
		matrix.Flush(row)
	}
}

// begin sets the residuals of the first guess.
func (l *laplacianSolver) begin(v, y *mat.Dense, c []float64) {
	n, r := v.Dims()
	l.state.V, l.state.C = v.RawMatrix(), c
	l.dir.Copy(v)
	l.multiply()
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
	clear(l.length)
	l.step()
	l.dir.Copy(l.z)
	copy(l.rho, l.next)
}

// iterate makes one iteration of the active columns and reports whether any is left.
func (l *laplacianSolver) iterate() bool {
	l.multiply()
	curvature := l.next
	any := false
	for k, rho := range l.rho {
		l.active[k] = l.active[k] && rho > 0 && curvature[k] > 0
		l.length[k] = 0
		if l.active[k] {
			any = true
			l.length[k] = rho / curvature[k]
		}
	}
	if !any {
		return false
	}
	l.step()
	for k, rho := range l.rho {
		l.length[k] = 0
		if l.active[k] {
			l.length[k] = l.next[k] / rho
		}
	}
	l.state.Turn(l.length)
	copy(l.rho, l.next)
	return true
}

// multiply sets product to the matrix times dir, and next to their dot products.
func (l *laplacianSolver) multiply() {
	l.s.MulTo(l.product, l.dir)
	l.state.Multiply(l.next)
}

// step goes by length along dir, sets z and next from the residuals, and retires the columns whose residual is none.
func (l *laplacianSolver) step() {
	l.state.Step(l.length, l.next, l.square, tinyDenominator)
	for k, square := range l.square {
		l.active[k] = l.active[k] && square > l.limit[k] && !math.IsInf(square, 0)
	}
}
