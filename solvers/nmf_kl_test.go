package solvers

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// The objective of a sparse X leaves half a step to the next one, which must not be told from a step that it did not go before.
func TestObjectiveLeavesStepsAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var entries []matrix.Triplet
	for i := range 40 {
		for j := range 30 {
			if rng.IntN(4) == 0 {
				entries = append(entries, matrix.Triplet{Row: i, Col: j, Value: float64(1 + rng.IntN(9))})
			}
		}
	}
	x, err := matrix.NewCSR(40, 30, entries)
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range []Order{HFirst, WFirst} {
		var ends [2]Factors
		for observed := range ends {
			rng := rand.New(rand.NewPCG(6, 6))
			f := Factors{W: RandomFactor(40, 3, rng), Ht: RandomFactor(30, 3, rng)}
			ends[observed] = f
			run, err := (&NMFKL{Order: order}).Start(Problem{X: x, Rank: 3}, f, rng)
			if err != nil {
				t.Fatal(err)
			}
			for range 5 {
				if observed == 1 {
					run.Objective()
					run.Objective()
				}
				run.Step()
			}
			want := matrix.NewEntrywise(x).Sum(f.W, f.Ht, flooredKL)
			if got := run.Objective(); !(got > want*(1-1e-12) && got < want*(1+1e-12)) {
				t.Errorf("%s: objective %v, want %v", order, got, want)
			}
		}
		if !mat.Equal(ends[0].W, ends[1].W) || !mat.Equal(ends[0].Ht, ends[1].Ht) {
			t.Errorf("%s: steps differ where the objective was asked for in between", order)
		}
	}
}
