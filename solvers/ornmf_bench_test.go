package solvers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// BenchmarkSamples is the time per step as the number of samples grows, for the 62 features of HDM05 and its 14 activities, 42
// for MCNMF in three components, and for images of 32×32. Steps of NMF at the same rank are taken in turn with those of the
// method; nmf-ratio is that of the fastest of each, which other programs on the machine disturb least. It should not depend
// on n; it falls with the number of features, since what the methods add to NMF has none of that.
func BenchmarkSamples(b *testing.B) {
	for _, method := range []struct {
		name string
		rank int
	}{{"rnmf", 14}, {"ornmf", 14}, {"mcnmf", 42}} {
		for _, features := range []int{62, 1024} {
			for _, n := range []int{1000, 3000, 9842, 10000, 30000} {
				if features*n > 1024*10000 {
					continue // 0.5 GB for X and its transpose
				}
				b.Run(fmt.Sprintf("%s/m=%d/n=%d", method.name, features, n), func(b *testing.B) {
					benchmarkAgainstNMF(b, method.name, features, n, method.rank)
				})
			}
		}
	}
}

func benchmarkAgainstNMF(b *testing.B, name string, m, n, r int) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := matrix.FromDense(solvers.RandomFactor(m, n, rng))
	start := func(name string) solvers.Progress {
		entry, ok := solvers.Find(name)
		if !ok {
			b.Fatalf("no solver %q", name)
		}
		f := solvers.Factors{W: solvers.RandomFactor(m, r, rng), Ht: solvers.RandomFactor(n, r, rng)}
		run, err := entry.New().Start(solvers.Problem{X: x, Rank: r}, f, rng)
		if err != nil {
			b.Fatal(err)
		}
		run.Step()
		return run
	}
	method, plain := start(name), start("nmf")
	var ours, nmf []time.Duration
	for b.Loop() {
		at := time.Now()
		method.Step()
		middle := time.Now()
		plain.Step()
		ours, nmf = append(ours, middle.Sub(at)), append(nmf, time.Since(middle))
	}
	b.ReportMetric(float64(slices.Min(ours)), "step-ns")
	b.ReportMetric(float64(slices.Min(ours))/float64(slices.Min(nmf)), "nmf-ratio")
}
