package solvers_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// Neither the type that entries are held in nor the number of threads nor the CPU's kernel shows in any bit of what a method computes:
// 300×200
// grey levels at rank 20 are enough for products to be divided.
func TestStorageThreadsAndKernelLeaveTheBits(t *testing.T) {
	const m, n, r, steps = 300, 200, 20, 3
	rng := rand.New(rand.NewPCG(5, 1))
	plain := matrix.NewDense(m, n, nil)
	plain.Raw().Apply(func(_, _ int, _ float64) float64 { return float64(1 + rng.IntN(255)) }, plain.Raw())
	compact := plain.Compact()
	if compact == plain {
		t.Fatal("grey levels were not held compactly")
	}
	kernels := gemm.Kernels()
	defer gemm.SetThreads(1)
	defer gemm.Use("")
	for _, name := range []string{"nmf", "nmf-kl", "hals", "convex-nmf", "pnmf", "opnmf", "pnmf-kl", "onmf", "nmfpg", "kernel-kmeans", "pod"} {
		entry, found := solvers.Find(name)
		if !found {
			t.Fatalf("no solver %s", name)
		}
		run := func(x matrix.Matrix, threads int, kernel string) (solvers.Result, float64) {
			gemm.SetThreads(threads)
			if err := gemm.Use(kernel); err != nil {
				t.Fatal(err)
			}
			s, start := entry.New(), rand.New(rand.NewPCG(6, 1))
			w, ht := s.Rows(m, n)
			f := solvers.Factors{W: solvers.RandomFactor(w, r, start), Ht: solvers.RandomFactor(ht, r, start)}
			run, err := s.Start(solvers.Problem{X: x, Rank: r}, f, rand.New(rand.NewPCG(7, 1)))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for range steps {
				run.Step()
			}
			return run.Finish(), run.Objective()
		}
		want, objective := run(plain, 1, "")
		for _, c := range []struct {
			what    string
			x       matrix.Matrix
			threads int
			kernel  string
		}{
			{"compact data", compact, 1, ""},
			{"two threads", plain, 2, ""},
			{"compact data on three threads", compact, 3, ""},
			{"the portable kernel", plain, 2, "portable"},
			{"the least of the other kernels", compact, 1, kernels[max(0, len(kernels)-2)]},
		} {
			got, value := run(c.x, c.threads, c.kernel)
			if math.Float64bits(value) != math.Float64bits(objective) || !sameBits(got.W, want.W) || !sameBits(got.Ht, want.Ht) ||
				!sameBits(got.Basis, want.Basis) || !slices.Equal(got.Labels, want.Labels) {
				t.Errorf("%s: %s changes the result", name, c.what)
			}
		}
	}
}

func sameBits(a, b *mat.Dense) bool {
	return a == nil && b == nil || a != nil && b != nil && mat.Equal(a, b)
}
