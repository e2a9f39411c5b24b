package solvers

import (
	"context"
	"math/rand/v2"
	"runtime"
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

// counted is what a command is judged by in place of time: entries of models that were formed, and bytes that were allocated.
func counted(do func()) (formed, bytes float64) {
	var before, after runtime.MemStats
	at := matrix.Formed()
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return float64(matrix.Formed() - at), float64(after.TotalAlloc - before.TotalAlloc)
}

// bounded are methods that form what grows as a square, up to a bound that such small X are below.
var bounded = map[string]string{
	"dsp-nmf":            "XXᵀ, where it has no more than maxGramEntries",
	"spectral-embedding": "its eigenproblem, where there are few samples",
}

// Every method of the catalog costs on a sparse X what its entry says: where it says by the entries held, both sides doubled at equal entries
// cost twice as much and no entry of a model is formed, for steps, objective and the error at the end. Where it says otherwise, the
// work grows as the number of all entries or of pairs.
func TestSparseCosts(t *testing.T) {
	for _, e := range Catalog {
		if bounded[e.Name] != "" {
			continue
		}
		s := e.New()
		if beta, ok := s.(*BetaNMF); ok {
			beta.Beta = 0.5 // 0 refuses zeros
		}
		var formed, bytes [2]float64
		for k, n := range []int{200, 400} {
			x := scattered(t, n, 1000)
			formed[k], bytes[k] = counted(func() {
				f, err := Factorize(context.Background(), s, Problem{X: x, Rank: 3}, Plan{Settings: Settings{Iterations: 2, Every: 1}})
				if err != nil {
					t.Fatal(err)
				}
				if f.Basis != nil && f.Ht != nil && e.Takes.Sparse == SparseByEntries {
					fit := matrix.NewEntrywise(x)
					fit.Sum(f.Basis, f.Ht, matrix.Squared)
					fit.Sum(f.Basis, f.Ht, flooredKL)
				}
			})
		}
		switch growth := bytes[1] / bytes[0]; {
		case e.Takes.Sparse == SparseByEntries && (formed[1] > 0 || growth > 2.3):
			t.Errorf("%s goes by the entries held: %v entries of models were formed, and %.1f times the bytes allocated", e.Name, formed[1], growth)
		case e.Takes.Sparse == SparseAtDenseCost && formed[1] < 3.9*formed[0]:
			t.Errorf("%s takes the time of a dense X: %v entries of models were formed", e.Name, formed)
		case e.Takes.Sparse == SparseMadeDense && growth < 2.3:
			t.Errorf("%s makes X dense: %.1f times the bytes allocated", e.Name, growth)
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
