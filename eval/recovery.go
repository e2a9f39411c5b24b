package eval

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/hungarian"
)

// recovery makes a score of how far the basis is from the one that generated the data: ‖W̃ - Ĝ‖_F / ‖Ĝ‖_F after the best
// one-to-one order of unit columns. With binarise, only the largest entry of each row of W is kept before.
func recovery(binarise bool) func(Outcome, *rand.Rand) (float64, error) {
	return func(o Outcome, _ *rand.Rand) (float64, error) {
		if o.Truth == nil {
			return 0, unavailable("the data was not generated from a known basis")
		}
		return onFactor("W", o.Basis, func(basis *mat.Dense) (float64, error) {
			m, r := o.Truth.Dims()
			if p, q := basis.Dims(); p != m || q != r {
				return 0, unavailable("the basis is %d×%d, the true one %d×%d", p, q, m, r)
			}
			w := unitColumns(basis, binarise)
			var overlap mat.Dense
			overlap.Mul(o.Truth.T(), w)
			columns, _, err := hungarian.Max(&overlap)
			if err != nil {
				return 0, err
			}
			var distance float64
			for k, l := range columns {
				for i := range m {
					d := w.At(i, l) - o.Truth.At(i, k)
					distance += d * d
				}
			}
			return math.Sqrt(distance) / mat.Norm(o.Truth, 2), nil
		})
	}
}

// recoveryCosine returns the mean cosine of columns in the best one-to-one order.
func recoveryCosine(o Outcome, _ *rand.Rand) (float64, error) {
	if o.Truth == nil {
		return 0, unavailable("the data was not generated from a known basis")
	}
	return onFactor("W", o.Basis, func(basis *mat.Dense) (float64, error) {
		m, r := o.Truth.Dims()
		if p, q := basis.Dims(); p != m || q != r {
			return 0, unavailable("the basis is %d×%d, the true one %d×%d", p, q, m, r)
		}
		var cosines mat.Dense
		cosines.Mul(unitColumns(o.Truth, false).T(), unitColumns(basis, false))
		columns, _, err := hungarian.Max(&cosines)
		if err != nil {
			return 0, err
		}
		var sum float64
		for k, l := range columns {
			sum += cosines.At(k, l)
		}
		return sum / float64(r), nil
	})
}

// recoveryFailure is the recovery error in per cent above which a basis counts as not recovered: below it lies whatever
// the noise of the data explains, above it lost columns.
const recoveryFailure = 5

// recoveryFailed returns 1 where the basis was not recovered, 0 where it was; its mean is the rate of failures.
func recoveryFailed(o Outcome, rng *rand.Rand) (float64, error) {
	v, err := recovery(true)(o, rng)
	if err != nil {
		return v, err
	}
	if 100*v > recoveryFailure {
		return 1, nil
	}
	return 0, nil
}

// unitColumns returns a with columns of unit length, those that are 0 left so.
func unitColumns(a *mat.Dense, binarise bool) *mat.Dense {
	m, r := a.Dims()
	u := mat.DenseCopyOf(a)
	if binarise {
		for i := range m {
			row, best := u.RawRowView(i), 0
			for j, v := range row {
				if v > row[best] {
					best = j
				}
			}
			clear(row)
			row[best] = 1
		}
	}
	for j := range r {
		if norm := mat.Norm(u.ColView(j), 2); norm > 0 {
			for i := range m {
				u.Set(i, j, u.At(i, j)/norm)
			}
		}
	}
	return u
}
