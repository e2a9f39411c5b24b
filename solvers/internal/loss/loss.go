// Package loss is the neutral judge of a factorisation X ≈ W·Htᵀ: losses, their gradients and the KKT residual, the same
// for every method whatever its own objective and penalties are. Entries that X does not know are left out.
//
// It allocates freely: it is for tables, tests and stopping tests, not for the inside of a step.
package loss

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Loss is a data term with its gradient.
type Loss struct {
	entry matrix.Loss

	// half sets g to the gradient by the tall factor a of X ≈ a·bᵀ; by the other factor it is that of Xᵀ ≈ b·aᵀ.
	half func(g *mat.Dense, x matrix.Matrix, a, b *mat.Dense)
}

// The losses.
var (
	// Frobenius is ½‖X - WH‖², with gradient (WH - X)Hᵀ by W.
	Frobenius = Loss{matrix.Loss{Of: func(x, model float64) float64 { return matrix.SquaredError(x, model) / 2 }}, frobeniusHalf}

	// KL is the generalised Kullback-Leibler divergence D(X‖WH), with gradient (1 - X./(WH))Hᵀ by W. It is +Inf where the
	// model is 0 and X is not.
	KL = Loss{matrix.Divergence, klHalf}
)

// Value returns the loss of W (m×r) and Ht (n×r) on X (m×n).
func (l Loss) Value(x matrix.Matrix, w, ht *mat.Dense) float64 {
	return matrix.NewEntrywise(x).Sum(w, ht, l.entry)
}

// Gradient returns the gradients by W (m×r) and by Ht (n×r).
func (l Loss) Gradient(x matrix.Matrix, w, ht *mat.Dense) (gw, ght *mat.Dense) {
	gw, ght = mat.NewDense(w.RawMatrix().Rows, w.RawMatrix().Cols, nil), mat.NewDense(ht.RawMatrix().Rows, ht.RawMatrix().Cols, nil)
	l.half(gw, x, w, ht)
	l.half(ght, x.Trans(), ht, w)
	return gw, ght
}

// RelError returns ‖X - WH‖ / ‖X‖, and 0 for 0/0.
func RelError(x matrix.Matrix, w, ht *mat.Dense) float64 {
	fit := matrix.NewEntrywise(x)
	residual := fit.Sum(w, ht, matrix.Squared)
	if residual == 0 {
		return 0
	}
	return math.Sqrt(residual / matrix.SumOfSquares(x))
}

// KKT returns ‖min(F, ∇F)‖ over the factors given as pairs of a factor and its gradient: 0 exactly at a point that meets the
// first-order conditions F ≥ 0, ∇F ≥ 0, F.*∇F = 0.
func KKT(pairs ...[2]*mat.Dense) float64 {
	var sum float64
	for _, pair := range pairs {
		rows, _ := pair[0].Dims()
		for i := range rows {
			g := pair[1].RawRowView(i)
			for j, v := range pair[0].RawRowView(i) {
				d := min(v, g[j])
				sum += d * d
			}
		}
	}
	return math.Sqrt(sum)
}

func frobeniusHalf(g *mat.Dense, x matrix.Matrix, a, b *mat.Dense) {
	p, r := a.Dims()
	xb := mat.NewDense(p, r, nil)
	x.MulTo(xb, b)
	if _, masked := x.(*matrix.Masked); masked {
		matrix.NewEntrywise(x).SampledMulTo(g, a, b)
	} else {
		btb := mat.NewDense(r, r, nil)
		matrix.Gram(btb, b)
		matrix.Mul(g, a, btb)
	}
	g.Sub(g, xb)
}

func klHalf(g *mat.Dense, x matrix.Matrix, a, b *mat.Dense) {
	p, r := a.Dims()
	ratio := mat.NewDense(p, r, nil)
	matrix.NewEntrywise(x).RatioFitMulTo(ratio, g, a, b, math.SmallestNonzeroFloat64)
	if _, sparse := x.(*matrix.CSR); sparse { // whose zeros count in the other term
		for i := range p {
			matrix.SumRows(g.RawRowView(i), b)
		}
	}
	g.Sub(g, ratio)
}
