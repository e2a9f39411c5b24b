package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
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
	{"XHt/1024x68x2856", 1024, 68, 2856, blas.NoTrans, blas.NoTrans},
	{"XtW/2856x68x1024", 2856, 68, 1024, blas.Trans, blas.NoTrans},
	{"XHt/2856x68x1024", 2856, 68, 1024, blas.NoTrans, blas.NoTrans},
	{"XHt/2856x68x1032", 2856, 68, 1032, blas.NoTrans, blas.NoTrans},
	{"WtX/68x2856x1024", 68, 2856, 1024, blas.Trans, blas.NoTrans},
	{"HXt/68x1024x2856", 68, 1024, 2856, blas.NoTrans, blas.Trans},
	{"WH/1024x2856x68", 1024, 2856, 68, blas.NoTrans, blas.NoTrans},
	{"WHt/1024x2856x68", 1024, 2856, 68, blas.NoTrans, blas.Trans},
	{"HHt/68x68x2856", 68, 68, 2856, blas.NoTrans, blas.Trans},
	{"WtW/68x68x2856", 68, 68, 2856, blas.Trans, blas.NoTrans},
	{"XHt/10304x40x400", 10304, 40, 400, blas.NoTrans, blas.NoTrans},
	{"WG/10304x40x40", 10304, 40, 40, blas.NoTrans, blas.NoTrans},
	{"small/100x20x100", 100, 20, 100, blas.NoTrans, blas.NoTrans},
	{"small/100x100x20", 100, 100, 20, blas.NoTrans, blas.NoTrans},
	{"iris/150x3x4", 150, 3, 4, blas.NoTrans, blas.NoTrans},
	{"square/512x512x512", 512, 512, 512, blas.NoTrans, blas.NoTrans},
}

func BenchmarkGemm(b *testing.B) {
	for _, s := range shapes {
		for _, impl := range []string{"avx512", "avx2", "portable", "gonum"} {
			b.Run(fmt.Sprintf("%s/%s", s.name, impl), func(b *testing.B) {
				var f blas.Float64 = Float64{}
				if impl == "gonum" {
					f = gonum.Implementation{}
				} else if err := Use(impl); err != nil {
					b.Skip(err)
				}
				defer Use("")
				aRows, aCols := oriented(s.m, s.k, s.tA == blas.Trans)
				bRows, bCols := oriented(s.k, s.n, s.tB == blas.Trans)
				rng := rand.New(rand.NewPCG(1, 2))
				x, y, z := uniform(rng, aRows*aCols), uniform(rng, bRows*bCols), make([]float64, s.m*s.n)
				b.ReportAllocs()
				flop := 2 * float64(s.m) * float64(s.n) * float64(s.k)
				batch := 1 + int(1e6/flop)
				best := math.Inf(1)
				for b.Loop() {
					start := time.Now()
					for range batch {
						f.Dgemm(s.tA, s.tB, s.m, s.n, s.k, 1, x, aCols, y, bCols, 0, z, s.n)
					}
					best = min(best, time.Since(start).Seconds())
				}
				flop *= float64(batch)
				b.ReportMetric(flop*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
				b.ReportMetric(flop/best/1e9, "best-GFLOP/s") // what other processes disturb least
			})
		}
	}
}

func uniform(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.Float64()
	}
	return x
}
