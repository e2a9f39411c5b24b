package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// The products of the benchmark: C m×n from k terms, named by what they are in a factorisation of a 1024×2856 matrix at
// rank 68 and of others.
var shapes = []struct {
	name    string
	m, n, k int
	tA, tB  blas.Transpose
}{
	{"WH", 1024, 2856, 68, blas.NoTrans, blas.NoTrans},
	{"WHt", 1024, 2856, 68, blas.NoTrans, blas.Trans},
	{"WtX", 68, 2856, 1024, blas.Trans, blas.NoTrans},
	{"HXt", 68, 1024, 2856, blas.NoTrans, blas.Trans},
	{"XHt", 1024, 68, 2856, blas.NoTrans, blas.NoTrans},
	{"XHt", 2856, 68, 1024, blas.NoTrans, blas.NoTrans},
	{"XtW", 2856, 68, 1024, blas.Trans, blas.NoTrans},
	{"HHt", 68, 68, 2856, blas.NoTrans, blas.Trans},
	{"WtW", 68, 68, 2856, blas.Trans, blas.NoTrans},
	{"XHt", 10304, 40, 400, blas.NoTrans, blas.NoTrans},
	{"WH", 10304, 400, 40, blas.NoTrans, blas.NoTrans},
	{"WG", 10304, 40, 40, blas.NoTrans, blas.NoTrans},
	{"small", 100, 20, 100, blas.NoTrans, blas.NoTrans},
	{"small", 100, 100, 20, blas.NoTrans, blas.NoTrans},
	{"iris", 150, 3, 4, blas.NoTrans, blas.NoTrans},
	{"square", 512, 512, 512, blas.NoTrans, blas.NoTrans},
}

// BenchmarkGemm is one product, on as many threads as -cpu says. GFLOP/s are of the quickest batch, which other processes
// disturb least, and %peak compares it with the quickest tile (see BenchmarkTile) of the same minutes.
func BenchmarkGemm(b *testing.B) {
	for _, s := range shapes {
		for _, name := range append(Kernels(), "gonum") {
			b.Run(fmt.Sprintf("op=%s/shape=%dx%dx%d/impl=%s", s.name, s.m, s.n, s.k, name), func(b *testing.B) {
				var f blas.Float64 = gonum.Implementation{}
				if name != "gonum" {
					f = Float64{}
					defer Use("")
					if err := Use(name); err != nil {
						b.Fatal(err)
					}
				}
				SetThreads(runtime.GOMAXPROCS(0))
				defer SetThreads(1)
				aRows, aCols := oriented(s.m, s.k, s.tA == blas.Trans)
				bRows, bCols := oriented(s.k, s.n, s.tB == blas.Trans)
				rng := rand.New(rand.NewPCG(1, 2))
				x, y, z := uniform(rng, aRows*aCols), uniform(rng, bRows*bCols), make([]float64, s.m*s.n)
				measure(b, active.Load(), 2*float64(s.m)*float64(s.n)*float64(s.k), func() {
					f.Dgemm(s.tA, s.tB, s.m, s.n, s.k, 1, x, aCols, y, bCols, 0, z, s.n)
				})
			})
		}
	}
}

// measure times f, of so many operations, in batches that take turns with full tiles.
func measure(b *testing.B, ker *kernel, flop float64, f func()) {
	b.ReportAllocs()
	batch := 1 + int(1e6/flop)
	peak := newPeak(ker, 256)
	best := math.Inf(1)
	for b.Loop() {
		start := time.Now()
		for range batch {
			f()
		}
		best = min(best, time.Since(start).Seconds())
		b.StopTimer()
		peak.try()
		b.StartTimer()
	}
	rate := flop * float64(batch) / best / 1e9
	b.ReportMetric(rate, "GFLOP/s")
	b.ReportMetric(100*rate/peak.rate()/float64(Threads()), "%peak")
}

func uniform(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.Float64()
	}
	return x
}
