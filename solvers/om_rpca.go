package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers/matrix"
)

// OMRPCA is robust principal component analysis with optimal mean (Nie, Yuan and Huang, ICML 2014): minimise
// Σ_j ‖(I - WWᵀ)(x_j - b)‖ over W with WᵀW = I and over b, by reweighting. From weights d = 1, a step is
//
//	b ← X·d / Σd        W ← the r leading left singular vectors of (X - b1ᵀ)·diag(√d)        d_j ← 1 / 2‖(I - WWᵀ)(x_j - b)‖
//
// so that the first step is ordinary PCA. The objective falls at every step; the authors' program makes 10. It ends in an
// embedding, the coordinates Wᵀ(x_j - b), which have signs: the largest of each dimension is positive.
//
// As in the authors' program, residuals are √(‖·‖² + ε). Directions that the data do not have are 0.
// X may have negative entries; masks are refused. Cost per step: 2mn(min(m,n) + 2r), and an eigen-decomposition of that size.
type OMRPCA struct {
	MeanSubspace  `yaml:"-"`
	ResidualShift float64 `yaml:"residual-shift" min:"0" doc:"ε, added to every squared residual before its root, ≥ 0; default 2⁻⁵² [RPCA_OM.m]"`
}

// MeanSubspace is embedded by the methods that end in coordinates along r directions and need no start.
type MeanSubspace struct{}

// Rows implements Solver: there is no factor to start from.
func (MeanSubspace) Rows(_, _ int) (w, ht int) { return 0, 0 }

// rankLimit returns the number of directions.
func (MeanSubspace) rankLimit(m, n int) int { return min(m, n) }

// check does the part of Start that these methods share.
func (l MeanSubspace) check(name string, s Solver, p Problem, f Factors) error {
	if err := prepare(name, s, p, f); err != nil {
		return err
	}
	m, n := p.X.Dims()
	if p.Rank > min(m, n) {
		return fmt.Errorf("solvers: %s: rank = %d, want at most %d, one for each direction of X", name, p.Rank, min(m, n))
	}
	return nil
}

func newOMRPCA() Solver { return &OMRPCA{ResidualShift: epsilon} }

// Start implements Solver.
func (s *OMRPCA) Start(p Problem, f Factors, _ *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	if err := s.check("om-rpca", s, p, f); err != nil {
		return nil, err
	}
	m, n := p.X.Dims()
	r := p.Rank
	run := &omRPCARun{
		x: samplesOf(p.X), d: slices.Repeat([]float64{1}, n), b: make([]float64, m), root: make([]float64, n),
		w: mat.NewDense(m, r, nil), scores: mat.NewDense(n, r, nil),
		centred: mat.NewDense(n, m, nil), scaled: mat.NewDense(n, m, nil),
		eigen: newSymmetricEigen(min(m, n), lapack.EVCompute), shift: s.ResidualShift * p.unit() * p.unit(),
	}
	run.centre()
	run.residuals()
	fill(run.d, 1)
	return run, nil
}

type omRPCARun struct {
	x       *mat.Dense // a row per sample
	d, b    []float64
	root    []float64 // residual norms
	w       *mat.Dense
	scores  *mat.Dense // (X - b1ᵀ)ᵀW
	centred *mat.Dense // (X - b1ᵀ)ᵀ
	scaled  *mat.Dense
	eigen   *symmetricEigen
	shift   float64
}

func (r *omRPCARun) Step() {
	r.centre()
	r.directions()
	matrix.Mul(r.scores, r.centred, r.w)
	r.residuals()
}

// centre sets b to the weighted mean and subtracts it.
func (r *omRPCARun) centre() {
	clear(r.b)
	var total float64
	for j, d := range r.d {
		for i, v := range r.x.RawRowView(j) {
			r.b[i] += d * v
		}
		total += d
	}
	for i := range r.b {
		r.b[i] /= total
	}
	for j := range r.d {
		to := r.centred.RawRowView(j)
		for i, v := range r.x.RawRowView(j) {
			to[i] = v - r.b[i]
		}
	}
}

// directions sets w from the smaller Gram matrix of the weighted samples.
func (r *omRPCARun) directions() {
	for j, d := range r.d {
		root, to := math.Sqrt(d), r.scaled.RawRowView(j)
		for i, v := range r.centred.RawRowView(j) {
			to[i] = root * v
		}
	}
	m, k := r.w.Dims()
	if m <= len(r.d) {
		matrix.Gram(r.eigen.vectors, r.scaled)
		r.eigen.solve()
		for c := range k {
			for i := range m {
				r.w.Set(i, c, r.eigen.vectors.At(i, m-1-c))
			}
		}
		return
	}
	n := len(r.d)
	matrix.Syrk(blas.NoTrans, 1, r.scaled.RawMatrix(), 0, r.eigen.symmetric()) // solve reads this triangle
	r.eigen.solve()
	for c := range k {
		for j := range n {
			r.scores.Set(j, c, r.eigen.vectors.At(j, n-1-c))
		}
	}
	matrix.MulTN(r.w, r.scaled, r.scores)
	for c := range k {
		scale := 0.0 // a direction that the data do not have
		if value := r.eigen.values[n-1-c]; value > 1e-12*r.eigen.values[n-1] {
			scale = 1 / math.Sqrt(value)
		}
		for i := range m {
			r.w.Set(i, c, scale*r.w.At(i, c))
		}
	}
}

// residuals sets root and the next weights.
func (r *omRPCARun) residuals() {
	matrix.MulNT(r.scaled, r.scores, r.w)
	for j := range r.root {
		sum, model := r.shift, r.scaled.RawRowView(j)
		for i, v := range r.centred.RawRowView(j) {
			v -= model[i]
			sum += v * v
		}
		r.root[j] = math.Sqrt(sum)
		r.d[j] = 1 / (2 * max(r.root[j], tinyDenominator))
	}
}

// Objective returns the sum of the residual norms, before the first step those of the samples from their mean.
func (r *omRPCARun) Objective() float64 { return sumOf(r.root) }

// Finish returns the coordinates, and the directions as W.
func (r *omRPCARun) Finish() Result {
	res := Result{W: mat.DenseCopyOf(r.w), Embedding: mat.DenseCopyOf(r.scores)}
	sign := signs(res.Embedding)
	multiplyColumns(res.W, sign)
	multiplyColumns(res.Embedding, sign)
	return res
}

// signs returns those that the columns are to be multiplied by: -1 where the entry of largest modulus, the first of equal ones, is
// negative.
func signs(a *mat.Dense) []float64 {
	return list.Map(list.Upto(a.RawMatrix().Cols), func(c int) float64 {
		var top float64
		for _, v := range mat.Col(nil, c, a) {
			if math.Abs(v) > math.Abs(top) {
				top = v
			}
		}
		return math.Copysign(1, top)
	})
}

// samplesOf returns X as a dense matrix with a row per sample.
func samplesOf(x matrix.Matrix) *mat.Dense {
	m, n := x.Dims()
	a := mat.NewDense(n, m, nil)
	for e := range matrix.Entries(x.Trans()) {
		a.Set(e.Row, e.Col, e.Value)
	}
	return a
}
