package ranks

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/rank"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// drawBlocks returns a block for each fold: every column is held out once, with each group of rows in turn.
func (s *Study) drawBlocks() ([]rank.Block, error) {
	m, n := s.x.Dims()
	groups := min(s.Folds, m/2)
	pairs, err := rank.Blocks(m, n, groups, s.Folds, s.splitStream())
	if err != nil {
		return nil, err
	}
	blocks := make([]rank.Block, s.Folds)
	for f := range blocks {
		blocks[f] = pairs[f%groups*s.Folds+f]
	}
	return blocks, nil
}

// block predicts the crossing of rows and columns that were held out from the rest of both, with W·H of the rest fixed: the
// coefficients of the columns and the rows of the basis are least squares without a bound at zero (Owen and Perry 2009, section
// 5). With the bound a basis with too many components predicts as well as the right one, since what is superfluous goes to zero;
// without it, superfluous components fit the noise of the columns and fail on the crossing.
func (s *Study) block(fold int, f solvers.Factorization) (float64, error) {
	b := s.blocks[fold]
	columns, err1 := part(s.x, b.OtherRows, b.Cols)
	rows, err2 := part(s.x, b.Rows, b.OtherCols)
	held, err3 := part(s.x, b.Rows, b.Cols)
	if err := errors.Join(err1, err2, err3); err != nil {
		return 0, err
	}
	size := matrix.SumOfSquares(held)
	if size == 0 {
		return 0, errors.New("every entry held out is zero: no error relative to them")
	}
	left := matrix.NewEntrywise(held).Sum(leastSquares(rows.Trans(), f.Ht), leastSquares(columns, f.Basis), matrix.Squared)
	return math.Sqrt(max(0, left) / size), nil
}

// leastSquares returns the Ht, n×r, with the least ‖X - W·Htᵀ‖, and of those the shortest, for X m×n.
func leastSquares(x matrix.Matrix, w *mat.Dense) *mat.Dense {
	_, n := x.Dims()
	_, r := w.Dims()
	right, gram := mat.NewDense(n, r, nil), mat.NewDense(r, r, nil)
	x.Trans().MulTo(right, w)
	matrix.Gram(gram, w)
	return rank.LeastSquares(gram, right) // compute refuses NaN
}

// part returns a matrix of the same kind with some rows and columns, both ascending.
func part(x matrix.Matrix, rows, cols []int) (matrix.Matrix, error) {
	_, n := x.Dims()
	buf := make([]float64, n)
	if _, dense := x.(*matrix.Dense); dense {
		out := mat.NewDense(len(rows), len(cols), nil)
		for k, i := range rows {
			_, vals := x.Row(i, buf)
			for l, j := range cols {
				out.Set(k, l, vals[j])
			}
		}
		return matrix.FromDense(out), nil
	}
	to := make([]int, n)
	for l, j := range cols {
		to[j] = l + 1
	}
	return matrix.CSRFrom(len(rows), len(cols), func(yield func(matrix.Triplet) bool) {
		for k, i := range rows {
			at, vals := x.Row(i, buf)
			for e, j := range at {
				if to[j] > 0 && !yield(matrix.Triplet{Row: k, Col: to[j] - 1, Value: vals[e]}) {
					return
				}
			}
		}
	})
}
