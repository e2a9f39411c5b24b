package solvers_test

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
)

// The exact problems rest on the normalised indicator matrix U of a partition (UᵀU = I, U ≥ 0), which factorisations of
// every kind can reproduce: X = A·Uᵀ has orthogonal coefficients, lies in the cone of its own columns, and is its own
// projection on the samples; Xᵀ is its own projection on the features.

// ExactPair returns X = A·Uᵀ with W = A and Ht = U.
func ExactPair(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
	a, u := positive(rows, rng), partition(cols)
	return productOf(a, u), solvers.Factors{W: a, Ht: u}
}

// ExactBasis returns X = U·Aᵀ with W = U and Ht = A: an orthogonal basis.
func ExactBasis(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
	u, a := partition(rows), positive(cols, rng)
	return productOf(u, a), solvers.Factors{W: u, Ht: a}
}

// ExactConvex returns X = A·Uᵀ with both factors U, for X ≈ X·W·H.
func ExactConvex(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
	a, u := positive(rows, rng), partition(cols)
	return productOf(a, u), solvers.Factors{W: mat.DenseCopyOf(u), Ht: u}
}

// ExactOnFeatures returns X = U·Aᵀ with W = U, for X ≈ W·Wᵀ·X.
func ExactOnFeatures(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
	u := partition(rows)
	return productOf(u, positive(cols, rng)), solvers.Factors{W: u}
}

// ExactOnSamples returns X = A·Uᵀ with Ht = U, for X ≈ X·U·Uᵀ.
func ExactOnSamples(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
	u := partition(cols)
	return productOf(positive(rows, rng), u), solvers.Factors{Ht: u}
}

func productOf(w, ht *mat.Dense) *mat.Dense {
	var x mat.Dense
	x.Mul(w, ht.T())
	return &x
}

func positive(p int, rng *rand.Rand) *mat.Dense {
	a := solvers.RandomFactor(p, rank, rng)
	a.Apply(func(_, _ int, v float64) float64 { return 0.5 + v }, a)
	return a
}

// partition puts item i into cluster i mod rank.
func partition(p int) *mat.Dense {
	u := mat.NewDense(p, rank, nil)
	for i := range p {
		size := (p - i%rank + rank - 1) / rank
		u.Set(i, i%rank, 1/math.Sqrt(float64(size)))
	}
	return u
}
