package nnls

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

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
