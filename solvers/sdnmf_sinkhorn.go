package solvers

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/internal/neighbours"
	"nmfrepro/solvers/matrix"
)

// sinkhorn finds transport plans diag(μ)·K·diag(ν) between the columns of a model and of X (m×n), all at once.
type sinkhorn struct {
	gibbs   gibbs
	q       float64
	passes  int
	xq, pq  *mat.Dense // X^q, model^q
	mu, kmu *mat.Dense // μ and K·μ
	nu, knu *mat.Dense // ν and K·ν
}

func newSinkhorn(k gibbs, x *mat.Dense, q float64, passes int) *sinkhorn {
	m, n := x.Dims()
	s := &sinkhorn{gibbs: k, q: q, passes: passes}
	for _, a := range []**mat.Dense{&s.xq, &s.pq, &s.mu, &s.kmu, &s.nu, &s.knu} {
		*a = mat.NewDense(m, n, nil)
	}
	s.power(s.xq, x)
	return s
}

// solve runs the passes for a model from μ = 1/m.
func (s *sinkhorn) solve(model *mat.Dense) {
	m, _ := model.Dims()
	s.power(s.pq, model)
	for i := range m {
		fill(s.mu.RawRowView(i), 1/float64(m))
	}
	for range s.passes {
		s.gibbs.mulTo(s.kmu, s.mu)
		s.divide(s.nu, s.xq, s.kmu, sinkhornFloor)
		s.gibbs.mulTo(s.knu, s.nu)
		s.divide(s.mu, s.pq, s.knu, sinkhornFloor)
	}
	s.gibbs.mulTo(s.kmu, s.mu)
	s.divide(s.nu, s.xq, s.kmu, tinySinkhorn)
	s.gibbs.mulTo(s.knu, s.nu)
}

// divide sets dst = a ./ max(b^q, floor).
func (s *sinkhorn) divide(dst, a, b *mat.Dense, floor float64) {
	s.power(dst, b)
	m, _ := dst.Dims()
	for i := range m {
		row := dst.RawRowView(i)
		gemm.Ratio(row, a.RawRowView(i), row, floor)
	}
}

// power sets dst = a^q, for a ≥ 0.
func (s *sinkhorn) power(dst, a *mat.Dense) {
	m, _ := dst.Dims()
	for i := range m {
		gemm.Powers(dst.RawRowView(i), a.RawRowView(i), s.q-1)
	}
}

// gibbs multiplies by K = exp(-λC - 1), symmetric.
type gibbs interface{ mulTo(dst, z *mat.Dense) }

// gibbs returns K for the features of X.
func (s *SDNMF) gibbs(x matrix.Matrix) (gibbs, error) {
	m, n := x.Dims()
	if s.Grid > 0 {
		return newGridGibbs(m/s.Grid, s.Grid, n, s.Lambda, s.Degree), nil
	}
	space, err := neighbours.NewSpace(x.Trans(), neighbours.SquaredEuclidean)
	if err != nil {
		return nil, fmt.Errorf("solvers: sdnmf: %w", err)
	}
	k := mat.NewDense(m, m, nil)
	var largest float64
	for i := range m {
		for j := range i {
			d := math.Sqrt(space.Distance(i, j))
			largest = max(largest, d)
			k.Set(i, j, d)
			k.Set(j, i, d)
		}
	}
	largest = cmp.Or(largest, 1)
	k.Apply(func(_, _ int, d float64) float64 { return math.Exp(-s.Lambda*d/largest - 1) }, k)
	return denseGibbs{k}, nil
}

type denseGibbs struct{ k *mat.Dense }

func (g denseGibbs) mulTo(dst, z *mat.Dense) { matrix.Mul(dst, g.k, z) }

// gridGibbs is K of a picture with lines·side pixels, line after line, for C = (|Δline|^d + |Δpixel|^d)/largest: the Kronecker
// product of one matrix per side of the picture, so that m²n operations become mn(lines + side).
type gridGibbs struct {
	lines, side *mat.Dense
	between     []float64
}

func newGridGibbs(lines, side, n int, lambda, degree float64) *gridGibbs {
	largest := cmp.Or(math.Pow(float64(lines-1), degree)+math.Pow(float64(side-1), degree), 1)
	along := func(size int, offset float64) *mat.Dense {
		k := mat.NewDense(size, size, nil)
		k.Apply(func(i, j int, _ float64) float64 {
			return math.Exp(-lambda*math.Pow(math.Abs(float64(i-j)), degree)/largest - offset)
		}, k)
		return k
	}
	return &gridGibbs{lines: along(lines, 1), side: along(side, 0), between: make([]float64, lines*side*n)}
}

func (g *gridGibbs) mulTo(dst, z *mat.Dense) {
	from, to := z.RawMatrix(), dst.RawMatrix()
	lines, side := g.lines.RawMatrix(), g.side.RawMatrix()
	n := from.Cols
	for a := range lines.Rows {
		block := func(data []float64) blas64.General {
			return blas64.General{Rows: side.Rows, Cols: n, Stride: n, Data: data[a*side.Rows*n : (a+1)*side.Rows*n]}
		}
		matrix.Gemm(blas.NoTrans, blas.NoTrans, 1, side, block(from.Data), 0, block(g.between))
	}
	whole := func(data []float64) blas64.General {
		return blas64.General{Rows: lines.Rows, Cols: side.Rows * n, Stride: side.Rows * n, Data: data}
	}
	matrix.Gemm(blas.NoTrans, blas.NoTrans, 1, lines, whole(g.between), 0, whole(to.Data))
}
