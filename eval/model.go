package eval

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// onModel makes a score of f, which may rely on X and on a finite model Basis·Htᵀ of its shape.
func onModel(f func(Outcome) (float64, error)) func(Outcome, *rand.Rand) (float64, error) {
	return func(o Outcome, _ *rand.Rand) (float64, error) {
		switch {
		case o.X == nil:
			return 0, unavailable("the outcome has no data matrix")
		case o.Basis == nil || o.Ht == nil:
			return 0, unavailable("the method leaves no model Basis·H of X")
		}
		m, n := o.X.Dims()
		p, r := o.Basis.Dims()
		q, s := o.Ht.Dims()
		if p != m || q != n || r != s {
			return 0, fmt.Errorf("eval: X is %d×%d, Basis %d×%d and Hᵀ %d×%d: the shapes do not fit", m, n, p, r, q, s)
		}
		if err := cmp.Or(checkFinite("Basis", o.Basis), checkFinite("H", o.Ht)); err != nil {
			return 0, err
		}
		return f(o)
	}
}

// frobenius returns ½‖X - Basis·H‖² over the entries that are known.
func frobenius(o Outcome) (float64, error) { return squaredError(o) / 2, nil }

// relError returns ‖X - Basis·H‖ / ‖X‖ over the entries that are known.
func relError(o Outcome) (float64, error) {
	norm := math.Sqrt(matrix.SumOfSquares(o.X))
	if norm == 0 {
		return 0, unavailable("X is 0")
	}
	return math.Sqrt(squaredError(o)) / norm, nil
}

// squaredError returns ‖X - Basis·H‖² over the entries that are known.
func squaredError(o Outcome) float64 {
	return matrix.NewEntrywise(o.X).Sum(o.Basis, o.Ht, matrix.Squared)
}

// kl returns the generalised Kullback-Leibler divergence Σ x log(x/y) - x + y of X from the model y over the entries that are
// known. It exists for non-negative X and y with y > 0 wherever x > 0; nothing is raised to a floor.
func kl(o Outcome) (float64, error) {
	entries := matrix.NewEntrywise(o.X)
	var zeros *matrix.Zeros
	var negative, infinite int
	if mat.Min(o.Basis) >= 0 && mat.Min(o.Ht) >= 0 { // so is the model
		zeros = &matrix.Zeros{All: matrix.ModelSum, Excess: func(x, model, _ []float64) {
			for j, v := range x {
				switch y := model[j]; {
				case v == 0:
					model[j] = 0
				case y == 0:
					infinite++
				default:
					model[j] = matrix.KL(v, y) - y
				}
			}
		}}
		if sum := entries.Sum(o.Basis, o.Ht, matrix.Divergence); !math.IsNaN(sum) && !math.IsInf(sum, 0) {
			return max(0, sum), nil
		}
	}
	sum := entries.Sum(o.Basis, o.Ht, matrix.Loss{Zeros: zeros, Of: func(x, y float64) float64 {
		switch {
		case x < 0 || y < 0:
			negative++
			return 0
		case x > 0 && y == 0:
			infinite++
			return 0
		}
		return matrix.KL(x, y)
	}})
	switch {
	case negative > 0:
		return 0, unavailable("X or the model is negative at %d entries, and the divergence needs both non-negative", negative)
	case infinite > 0:
		return 0, unavailable("the divergence is infinite: the model is 0 at %d entries where X is not", infinite)
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return 0, unavailable("the divergence is %v: its terms leave the range of numbers", sum)
	}
	return max(0, sum), nil
}

// explained returns the share of ‖X‖² that the model explains.
func explained(o Outcome) (float64, error) {
	norm := matrix.SumOfSquares(o.X)
	if norm == 0 {
		return 0, unavailable("X is 0")
	}
	return 1 - squaredError(o)/norm, nil
}

// raisedKL returns kl with zeros raised to the distance from 1 to the next number.
func raisedKL(o Outcome) (float64, error) {
	const least = 0x1p-52
	negative := 0
	sum := matrix.NewEntrywise(o.X).Sum(o.Basis, o.Ht, matrix.Loss{Of: func(x, y float64) float64 {
		if x < 0 || y < 0 {
			negative++
			return 0
		}
		return matrix.KL(cmp.Or(x, least), cmp.Or(y, least))
	}})
	if negative > 0 {
		return 0, unavailable("X or the model is negative at %d entries, and the divergence needs both non-negative", negative)
	}
	return sum, nil
}

// unseenError returns ‖X - Basis·H‖ / ‖X‖ over the samples that the basis was not learned from.
func unseenError(o Outcome, _ *rand.Rand) (float64, error) {
	switch {
	case o.Unseen == nil:
		return 0, unavailable("no samples were held out")
	case o.UnseenHt == nil:
		return 0, unavailable("the method has no coefficients for new samples")
	}
	return onModel(relError)(Outcome{Given: Given{X: o.Unseen},
		Found: Found{Basis: o.Basis, Ht: o.UnseenHt}}, nil)
}
