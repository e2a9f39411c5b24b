package matrix

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix/gemm"
)

// half is the state of updating one tall factor a of X ≈ a·bᵀ.
type half struct {
	x              Matrix
	a, b, num, den *mat.Dense
	gram           *mat.Dense
	sum            []float64
	fit            *Entrywise
}

func halves(x Matrix, r int, rng *rand.Rand) [2]half {
	m, n := x.Dims()
	w, ht := factor(rng, m, r), factor(rng, n, r)
	one := func(x Matrix, a, b *mat.Dense) half {
		p, r := a.Dims()
		return half{x, a, b, mat.NewDense(p, r, nil), mat.NewDense(p, r, nil), mat.NewDense(r, r, nil), make([]float64, r), NewEntrywise(x)}
	}
	return [2]half{one(x, w, ht), one(x.Trans(), ht, w)}
}

func (h *half) frobenius() {
	h.x.MulTo(h.num, h.b)
	Gram(h.gram, h.b)
	Mul(h.den, h.a, h.gram)
	Update(h.a, h.num, h.den, 1e-16)
}

func (h *half) kl() {
	h.fit.RatioMulTo(h.num, h.a, h.b, 1e-16)
	SumRows(h.sum, h.b)
	p, _ := h.a.Dims()
	for i := range p {
		copy(h.den.RawRowView(i), h.sum)
	}
	Update(h.a, h.num, h.den, 1e-16)
}

func (h *half) hals() {
	h.x.MulTo(h.num, h.b)
	Gram(h.gram, h.b)
	Sweep(h.a, h.num, h.gram, 1e-16)
}

func (h *half) maskedKL() {
	h.fit.RatioFitMulTo(h.num, h.den, h.a, h.b, 1e-16)
	Update(h.a, h.num, h.den, 1e-16)
}

func (h *half) masked() {
	h.fit.FitMulTo(h.num, h.den, h.a, h.b)
	Update(h.a, h.num, h.den, 1e-16)
}

// ratings is as large as MovieLens 1M, with its entries scattered evenly, which suits caches least.
func ratings(b *testing.B, rng *rand.Rand) *Masked {
	const m, n, count = 6040, 3706, 1000209
	var entries []Triplet
	for at := range m * n {
		if left := count - len(entries); rng.IntN(m*n-at) < left {
			entries = append(entries, Triplet{at / n, at % n, float64(1 + rng.IntN(5))})
		}
	}
	x, err := NewMasked(m, n, entries)
	if err != nil {
		b.Fatal(err)
	}
	return x
}

// BenchmarkIteration is one update of both factors, on as many threads as -cpu says. "best" is the quickest iteration, which other processes disturb least.
func BenchmarkIteration(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	faces := NewDense(1024, 2856, nil)
	faces.Raw().Apply(func(_, _ int, _ float64) float64 { return float64(rng.IntN(256)) }, faces.Raw())
	sparse := ratings(b, rng)
	for _, c := range []struct {
		name string
		x    Matrix
		rank int
		step func(*half)
	}{
		{"MU/1024x2856/68", faces, 68, (*half).frobenius},
		{"MU-uint8/1024x2856/68", faces.Compact(), 68, (*half).frobenius},
		{"KL/1024x2856/68", faces, 68, (*half).kl},
		{"KL-uint8/1024x2856/68", faces.Compact(), 68, (*half).kl},
		{"HALS/1024x2856/68", faces, 68, (*half).hals},
		{"masked-MU/6040x3706/20", sparse, 20, (*half).masked},
		{"masked-MU/6040x3706/100", sparse, 100, (*half).masked},
		{"masked-KL/6040x3706/20", sparse, 20, (*half).maskedKL},
		{"masked-KL/6040x3706/100", sparse, 100, (*half).maskedKL},
	} {
		b.Run(c.name, func(b *testing.B) {
			gemm.SetThreads(runtime.GOMAXPROCS(0))
			defer gemm.SetThreads(1)
			state := halves(c.x, c.rank, rng)
			best := math.Inf(1)
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				c.step(&state[0])
				c.step(&state[1])
				best = min(best, time.Since(start).Seconds())
			}
			b.ReportMetric(best*1e3, "best-ms")
		})
	}
}
