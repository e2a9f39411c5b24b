// Package eigen finds a few extreme eigenvalues of large symmetric matrices, given as products with vectors.
//
// The method is Lanczos with full reorthogonalisation and thick restarts (Wu and Simon, SIAM J. Matrix Anal. Appl. 22(2),
// 2000), with a second look for the copies of multiple eigenvalues that a single start vector cannot show. Matrices of a
// few rows are handed to a dense solver.
package eigen

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// ErrNotConverged is wrapped when the eigenvalues are so close, relative to the spectrum, that the limit of restarts did
// not separate them. [SmallestInverted] is the way out for the low end of a matrix that can be stored.
var ErrNotConverged = errors.New("not converged")

// Operator is a symmetric n×n matrix.
type Operator struct {
	N   int
	Mul func(dst, x []float64) // sets dst = A·x; dst and x (length N) do not overlap
}

// Of returns the operator of a square symmetric matrix, whose absent entries count as zero.
func Of(a matrix.Matrix) Operator {
	n, c := a.Dims()
	if n != c {
		panic("eigen: Of: matrix is not square")
	}
	buf := make([]float64, n)
	return Operator{N: n, Mul: func(dst, x []float64) {
		for i := range dst {
			cols, vals := a.Row(i, buf)
			if cols == nil {
				dst[i] = gemm.Dot(vals, x)
				continue
			}
			var sum float64
			for k, j := range cols {
				sum += vals[k] * x[j]
			}
			dst[i] = sum
		}
	}}
}

// Pairs are eigenvalues and their eigenvectors of unit norm. The sign of a vector is such that its entry of largest modulus,
// the first of equals, is positive. Vectors of equal eigenvalues span the right space and are otherwise arbitrary.
type Pairs struct {
	Values    []float64
	Vectors   *mat.Dense // n×k, one a column
	Residuals []float64  // ‖A·v - value·v‖ of each
}

// Options tune the search; the zero value means the defaults.
type Options struct {
	Tol      float64 // residual to be reached, relative to the largest modulus seen in the spectrum; default 1e-12
	Basis    int     // Lanczos vectors held, more than k; default max(2k+10, 40)
	Restarts int     // limit of restarts; default 1000

	// Without are eigenvectors that are known, orthonormal, one a row: the search is of their complement. nil is none.
	Without *mat.Dense
}

// known returns the rows of Without.
func (o Options) known() [][]float64 {
	if o.Without == nil {
		return nil
	}
	return list.Map(list.Upto(o.Without.RawMatrix().Rows), o.Without.RawRowView)
}

func (o Options) withDefaults(k int) Options {
	o.Tol, o.Basis, o.Restarts = cmp.Or(o.Tol, 1e-12), cmp.Or(o.Basis, max(2*k+10, 40)), cmp.Or(o.Restarts, 1000)
	return o
}

// Largest returns the k algebraically largest eigenvalues in falling order. rng draws the start vectors.
func Largest(a Operator, k int, o Options, rng *rand.Rand) (Pairs, error) {
	return extreme(a, k, o, rng, false)
}

// Smallest returns the k algebraically smallest eigenvalues in rising order. It is slow, and may fail, where they lie close
// together relative to the whole spectrum. rng draws the start vectors.
func Smallest(a Operator, k int, o Options, rng *rand.Rand) (Pairs, error) {
	negated := Operator{N: a.N, Mul: func(dst, x []float64) {
		a.Mul(dst, x)
		for i, v := range dst {
			dst[i] = -v
		}
	}}
	p, err := extreme(negated, k, o, rng, false)
	for i, v := range p.Values {
		p.Values[i] = -v
	}
	return p, err
}

// denseBelow is the order up to which a dense solver is the faster one.
const denseBelow = 128

// denseFor tells whether a dense solver is to find k eigenvalues of order n.
func (o Options) denseFor(n, k int) bool { return n <= denseBelow || o.withDefaults(k).Basis > n/2 }

// extreme does what Largest does. With relative, residuals are measured by the eigenvalue in question, as long as that exceeds rounding.
func extreme(a Operator, k int, o Options, rng *rand.Rand, relative bool) (Pairs, error) {
	if err := check(a.N, k, o); err != nil {
		return Pairs{}, err
	}
	o = o.withDefaults(k)
	if o.denseFor(a.N, k) {
		return dense(a, k, o.known())
	}
	return (&search{a: a, o: o, rng: rng, relative: relative}).leading(k)
}

func check(n, k int, o Options) error {
	left := n - len(o.known())
	switch {
	case k < 1 || k > left:
		return fmt.Errorf("eigen: k = %d, want 1 to %d, the order of the matrix without known eigenvectors", k, left)
	case o.Without != nil && o.Without.RawMatrix().Cols != n:
		return fmt.Errorf("eigen: known eigenvectors of %d entries, want %d", o.Without.RawMatrix().Cols, n)
	case !(o.Tol >= 0 && o.Tol < 1):
		return fmt.Errorf("eigen: tol = %v, want ≥ 0 and below 1", o.Tol)
	case o.Basis != 0 && o.Basis < k+2:
		return fmt.Errorf("eigen: basis = %d, want at least %d for %d eigenvalues", o.Basis, k+2, k)
	case o.Restarts < 0:
		return fmt.Errorf("eigen: restarts = %d, want ≥ 0", o.Restarts)
	}
	return nil
}

// dense does what extreme does, by the full decomposition of A. Known eigenvectors are moved below all others.
func dense(a Operator, k int, known [][]float64) (Pairs, error) {
	full := mat.NewSymDense(a.N, nil)
	unit, column := make([]float64, a.N), make([]float64, a.N)
	for j := range a.N {
		unit[j] = 1
		a.Mul(column, unit)
		unit[j] = 0
		for i := range j + 1 {
			full.SetSym(i, j, column[i])
		}
	}
	below := 1 + 4*mat.Norm(full, 1)
	for _, q := range known {
		full.SymRankOne(full, -below, mat.NewVecDense(a.N, q))
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(full, true) {
		return Pairs{}, fmt.Errorf("eigen: the dense decomposition of order %d failed: %w", a.N, ErrNotConverged)
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	values := eigen.Values(nil)
	pairs := make([]found, k)
	for c := range pairs {
		at := a.N - 1 - c
		pairs[c] = found{value: values[at], vector: mat.Col(nil, at, &vectors)}
	}
	return result(a, pairs), nil
}
