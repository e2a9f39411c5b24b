package nnls

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Coefficients returns the Ht ≥ 0 (n×r) that minimises ‖X - W·Htᵀ‖² for W fixed (m×r), over the known entries where X is
// masked: a sample without any gets 0. It panics if W does not have a row for every row of X.
func Coefficients(x matrix.Matrix, w *mat.Dense) *mat.Dense {
	_, n := x.Dims()
	_, r := w.Dims()
	ht, right, gram := mat.NewDense(n, r, nil), mat.NewDense(n, r, nil), mat.NewDense(r, r, nil)
	trans := x.Trans()
	trans.MulTo(right, w)
	if _, masked := x.(*matrix.Masked); !masked {
		matrix.Gram(gram, w)
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
		one.Solve(mat.NewDense(1, r, ht.RawRowView(j)), gram, mat.NewDense(1, r, right.RawRowView(j)))
	}
	return ht
}
