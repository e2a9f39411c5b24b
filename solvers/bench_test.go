package solvers_test

import (
	"math/rand/v2"
	"testing"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// BenchmarkStep is the time per iteration of every method at 1024×400, rank 40.
func BenchmarkStep(b *testing.B) {
	const m, n, r = 1024, 400, 40
	rng := rand.New(rand.NewPCG(1, 2))
	x := matrix.FromDense(solvers.RandomFactor(m, n, rng))
	for _, e := range solvers.Catalog {
		b.Run(e.Name, func(b *testing.B) {
			s := e.New()
			w, ht := s.Rows(m, n)
			f := solvers.Factors{W: solvers.RandomFactor(w, r, rng), Ht: solvers.RandomFactor(ht, r, rng)}
			run, err := s.Start(solvers.Problem{X: x, Rank: r}, f, rng)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				run.Step()
			}
		})
	}
}
