package solvers_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// BenchmarkSweep is one component-wise sweep at the shape of the ORL faces, without triplets and with 2r and 12r of them.
// "best" is the quickest sweep, which other processes disturb least.
func BenchmarkSweep(b *testing.B) {
	const m, n, r = 1024, 400, 40
	rng := rand.New(rand.NewPCG(1, 2))
	x := matrix.NewDense(m, n, nil)
	x.Raw().Apply(func(_, _ int, _ float64) float64 { return float64(2 + rng.IntN(254)) }, x.Raw())
	for _, c := range []struct {
		solver string
		count  int
	}{{"nmf-cw", 0}, {"rpr-nmf", 2 * r}, {"rpr-nmf", 12 * r}, {"nmf-kl-cw", 0}, {"rpr-nmf-kl", 2 * r}, {"rpr-nmf-kl", 12 * r}} {
		benchmarkSweep(b, fmt.Sprintf("%s/%d", c.solver, c.count), c.solver, x, r, c.count)
	}
}

// BenchmarkSweepMasked is the same on as many ratings as MovieLens 1M has, scattered evenly.
func BenchmarkSweepMasked(b *testing.B) {
	const m, n, r, count = 6040, 3706, 20, 1000209
	rng := rand.New(rand.NewPCG(1, 2))
	var entries []matrix.Triplet
	for at := range m * n {
		if left := count - len(entries); rng.IntN(m*n-at) < left {
			entries = append(entries, matrix.Triplet{Row: at / n, Col: at % n, Value: float64(1 + rng.IntN(5))})
		}
	}
	x, err := matrix.NewMasked(m, n, entries)
	if err != nil {
		b.Fatal(err)
	}
	for _, solver := range []string{"nmf-cw", "rpr-nmf", "nmf-kl-cw", "rpr-nmf-kl"} {
		benchmarkSweep(b, solver, solver, x, r, 300)
	}
}

func benchmarkSweep(b *testing.B, name, solver string, x matrix.Matrix, r, count int) {
	b.Run(name, func(b *testing.B) {
		rng := rand.New(rand.NewPCG(3, 4))
		m, n := x.Dims()
		f := solvers.Factors{W: solvers.RandomFactor(m, r, rng), Ht: solvers.RandomFactor(n, r, rng)}
		p := solvers.Problem{X: x, Rank: r}
		var err error
		if p.Constraints.H, err = constraint.FromFeatures(solvers.RandomFactor(n, 5, rng), count, rng); err != nil {
			b.Fatal(err)
		}
		e, _ := solvers.Find(solver)
		run, err := e.New().Start(p, f, rng)
		if err != nil {
			b.Fatal(err)
		}
		best := math.Inf(1)
		b.ReportAllocs()
		for b.Loop() {
			start := time.Now()
			run.Step()
			best = min(best, time.Since(start).Seconds())
		}
		b.ReportMetric(best*1e3, "best-ms")
	})
}
