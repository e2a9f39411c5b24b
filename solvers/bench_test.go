package solvers_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// BenchmarkStep is the time per iteration of every method at 1024×400, rank 40.
func BenchmarkStep(b *testing.B) {
	const m, n, r = 1024, 400, 40
	rng := rand.New(rand.NewPCG(1, 2))
	p := solvers.Problem{X: matrix.FromDense(solvers.RandomFactor(m, n, rng)), Rank: r}
	for _, e := range solvers.Catalog {
		b.Run(e.Name, func(b *testing.B) {
			run, err := begin(e, p, rng)
			if errors.Is(err, solvers.ErrUnsupported) {
				b.Skip(err)
			}
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

func begin(e solvers.Entry, p solvers.Problem, rng *rand.Rand) (solvers.Progress, error) {
	s := e.New()
	w, ht := s.Rows(p.X.Dims())
	f := solvers.Factors{W: solvers.RandomFactor(w, p.Rank, rng), Ht: solvers.RandomFactor(ht, p.Rank, rng)}
	return s.Start(p, f, rng)
}

// The operations of an iteration, a multiplication and an addition counted as two; entries is the number of those that X
// holds.
func frobeniusFlop(m, n, r, _ float64) float64     { return 4*m*n*r + 3*(m+n)*r*r } // one triangle of each Gram matrix
func divergenceFlop(m, n, r, _ float64) float64    { return 8 * m * n * r }
func sampledFlop(_, _, r, entries float64) float64 { return 12 * entries * r }

// BenchmarkIteration is one iteration, on as many threads as -cpu says: faces of the size that PNMF's Table III has them in,
// as float64 and as grey levels, and ratings as many as MovieLens 1M has. Times are of the quickest iteration, which other
// processes disturb least; %gemm compares its speed with the quickest product of 192×240×256 of the same minutes, which
// runs in the caches.
func BenchmarkIteration(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	faces := matrix.NewDense(1024, 2856, nil)
	faces.Raw().Apply(func(_, _ int, _ float64) float64 { return float64(rng.IntN(256)) }, faces.Raw())
	known := ratings(b, rng)
	for _, c := range []struct {
		name, solver string
		x            matrix.Matrix
		rank         int
		flop         func(m, n, r, entries float64) float64
	}{
		{"MU/x=faces", "nmf", faces, 68, frobeniusFlop},
		{"MU/x=faces-uint8", "nmf", faces.Compact(), 68, frobeniusFlop},
		{"KL/x=faces", "nmf-kl", faces, 68, divergenceFlop},
		{"KL/x=faces-uint8", "nmf-kl", faces.Compact(), 68, divergenceFlop},
		{"HALS/x=faces", "hals", faces, 68, frobeniusFlop},
		{"HALS/x=faces-uint8", "hals", faces.Compact(), 68, frobeniusFlop},
		{"GNMF/x=faces", "gnmf", faces, 68, frobeniusFlop},
		{"MU/x=ratings", "nmf", known, 20, sampledFlop},
		{"MU/x=ratings", "nmf", known, 100, sampledFlop},
		{"KL/x=ratings", "nmf-kl", known, 20, sampledFlop},
		{"KL/x=ratings", "nmf-kl", known, 100, sampledFlop},
	} {
		b.Run(fmt.Sprintf("%s/rank=%d", c.name, c.rank), func(b *testing.B) {
			gemm.SetThreads(runtime.GOMAXPROCS(0))
			defer gemm.SetThreads(1)
			entry, _ := solvers.Find(c.solver)
			run, err := begin(entry, solvers.Problem{X: c.x, Rank: c.rank}, rng)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			best, product := math.Inf(1), newProduct()
			for b.Loop() {
				start := time.Now()
				run.Step()
				best = min(best, time.Since(start).Seconds())
				b.StopTimer()
				product.try()
				b.StartTimer()
			}
			m, n := c.x.Dims()
			rate := c.flop(float64(m), float64(n), float64(c.rank), float64(c.x.NNZ())) / best / 1e9
			b.ReportMetric(best*1e3, "best-ms")
			b.ReportMetric(rate, "GFLOP/s")
			b.ReportMetric(100*rate/product.rate(), "%gemm")
			if _, masked := c.x.(*matrix.Masked); masked {
				b.ReportMetric(16*float64(c.x.NNZ()*c.rank)/best/1e9, "GB/s") // a row of each factor per entry
			}
		})
	}
}

// product is a matrix product for comparison.
type product struct {
	a, b, c *mat.Dense
	best    float64
}

func newProduct() *product {
	rng := rand.New(rand.NewPCG(3, 3))
	return &product{solvers.RandomFactor(192, 256, rng), solvers.RandomFactor(256, 240, rng), mat.NewDense(192, 240, nil), math.Inf(1)}
}

func (p *product) try() {
	start := time.Now()
	matrix.Mul(p.c, p.a, p.b)
	p.best = min(p.best, time.Since(start).Seconds())
}

func (p *product) rate() float64 { return 2 * 192 * 240 * 256 / p.best / 1e9 }

// ratings is as large as MovieLens 1M, with its entries scattered evenly, which suits caches least.
func ratings(b *testing.B, rng *rand.Rand) *matrix.Masked {
	const m, n, count = 6040, 3706, 1000209
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
	return x
}
