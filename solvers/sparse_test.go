package solvers

import (
	"context"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// scattered is an n×n matrix of so many entries.
func scattered(t *testing.T, n, entries int) *matrix.CSR {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 1))
	held := map[[2]int]float64{}
	for len(held) < entries {
		held[[2]int{rng.IntN(n), rng.IntN(n)}] = 1 + rng.Float64()
	}
	x := mat.NewDense(n, n, nil)
	for at, v := range held {
		x.Set(at[0], at[1], v)
	}
	s, err := matrix.CSRFrom(n, n, matrix.Entries(matrix.FromDense(x)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A method whose cost goes by the entries held forms no model of a sparse X, at no size: neither for its steps nor for its
// objective nor for the error at the end, whatever the sides.
func TestSparseStaysSparse(t *testing.T) {
	for _, n := range []int{60, 120} { // both sides doubled, equal entries
		x := scattered(t, n, 400)
		for _, name := range []string{"nmf", "hals", "nmf-kl", "nmf-cw", "nmf-kl-cw", "rnmf", "ornmf", "lcnmf", "nmfpg", "rpr-nmf"} {
			e, _ := Find(name)
			before := matrix.Formed()
			f, err := Factorize(context.Background(), e.New(), Problem{X: x, Rank: 4}, Plan{Settings: Settings{Iterations: 3, Every: 1}})
			if err != nil {
				t.Fatal(err)
			}
			fit := matrix.NewEntrywise(x)
			fit.Sum(f.Basis, f.Ht, matrix.Squared)
			fit.Sum(f.Basis, f.Ht, flooredKL)
			if formed := matrix.Formed() - before; formed > 0 {
				t.Errorf("%s, %d×%d: %d entries of models were formed", name, n, n, formed)
			}
		}
	}
	x := scattered(t, 30, 100) // and what has no sparse form counts
	before := matrix.Formed()
	f := Factors{W: RandomFactor(30, 2, rand.New(rand.NewPCG(1, 1))), Ht: RandomFactor(30, 2, rand.New(rand.NewPCG(1, 2)))}
	matrix.NewEntrywise(x).Sum(f.W, f.Ht, matrix.Loss{Of: matrix.SquaredError})
	if formed := matrix.Formed() - before; formed != 900 {
		t.Errorf("%d entries were counted, want 900", formed)
	}
}
