package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// definition is the sum of the package comment, entry by entry.
func definition(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	x, y := newOperand(a, lda, tA != blas.NoTrans), newOperand(b, ldb, tB != blas.NoTrans)
	for i := range m {
		for j := range n {
			at := i*ldc + j
			switch beta {
			case 0:
				c[at] = 0
			case 1:
			default:
				c[at] *= beta
			}
			if alpha == 0 {
				continue
			}
			for k0 := 0; k0 < k; k0 += 256 {
				var s float64
				for l := k0; l < min(k0+256, k); l++ {
					s = math.FMA(x.data[i*x.stride+l*x.step], y.data[l*y.stride+j*y.step], s)
				}
				if k0 == 0 && beta == 0 {
					c[at] = alpha * s
				} else {
					c[at] = math.FMA(alpha, s, c[at])
				}
			}
		}
	}
}

// same reports whether two values have the same bits, any NaN being the same as any other.
func same(x, y float64) bool {
	return math.Float64bits(x) == math.Float64bits(y) || math.IsNaN(x) && math.IsNaN(y)
}

func compare(t *testing.T, what string, got, want []float64, ld int) {
	t.Helper()
	for i := range want {
		if !same(got[i], want[i]) {
			t.Fatalf("%s: entry (%d, %d) = %v, want %v", what, i/ld, i%ld, got[i], want[i])
		}
	}
}

// eachKernel runs f under every kernel of this CPU.
func eachKernel(t *testing.T, f func(t *testing.T)) {
	t.Cleanup(func() { Use("") })
	for _, name := range Kernels() {
		if err := Use(name); err != nil {
			t.Fatal(err)
		}
		t.Run(name, f)
	}
}

type instance struct {
	tA, tB      blas.Transpose
	m, n, k     int
	alpha, beta float64
	pad         int // by which leading dimensions exceed the columns
}

func (s instance) String() string {
	return fmt.Sprintf("%c%c %dx%dx%d alpha=%g beta=%g pad=%d", s.tA, s.tB, s.m, s.n, s.k, s.alpha, s.beta, s.pad)
}

// data returns the operands with NaN wherever nothing may be read; C too where beta is 0.
func (s instance) data(rng *rand.Rand) (a, b, c []float64, lda, ldb, ldc int) {
	aRows, aCols := oriented(s.m, s.k, s.tA != blas.NoTrans)
	bRows, bCols := oriented(s.k, s.n, s.tB != blas.NoTrans)
	lda, ldb, ldc = max(1, aCols+s.pad), max(1, bCols+s.pad), max(1, s.n+s.pad)
	a, b, c = padded(rng, aRows, aCols, lda), padded(rng, bRows, bCols, ldb), padded(rng, s.m, s.n, ldc)
	if s.beta == 0 {
		for i := range c {
			c[i] = math.NaN()
		}
	}
	return a, b, c, lda, ldb, ldc
}

func padded(rng *rand.Rand, rows, cols, ld int) []float64 {
	x := make([]float64, rows*ld)
	for i := range x {
		x[i] = math.NaN()
		if i%ld < cols {
			x[i] = rng.NormFloat64()
		}
	}
	return x
}

func checkInstance(t *testing.T, s instance, rng *rand.Rand) {
	t.Helper()
	a, b, c, lda, ldb, ldc := s.data(rng)
	want := append([]float64(nil), c...)
	definition(s.tA, s.tB, s.m, s.n, s.k, s.alpha, a, lda, b, ldb, s.beta, want, ldc)
	got := append([]float64(nil), c...)
	Float64{}.Dgemm(s.tA, s.tB, s.m, s.n, s.k, s.alpha, a, lda, b, ldb, s.beta, got, ldc)
	compare(t, s.String(), got, want, ldc)
}

// edges are the sizes around those of tiles, panels and blocks.
var edges = []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 17, 23, 24, 25, 31, 32, 33, 40, 47, 48, 49, 63, 64, 65, 68, 72, 73}

var (
	alphas = []float64{1, 0, -1, 0.3}
	betas  = []float64{0, 1, -0.7}
	sides  = []blas.Transpose{blas.NoTrans, blas.Trans}
)

func TestGemmIsItsDefinition(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 1))
		pick := func(of []int) int { return of[rng.IntN(len(of))] }
		depths := append([]int{127, 255, 256, 257, 511, 512, 513, 600}, edges...)
		for round := range 1500 {
			checkInstance(t, instance{
				tA: sides[round%2], tB: sides[round/2%2],
				m: pick(edges), n: pick(edges), k: pick(depths),
				alpha: alphas[rng.IntN(4)], beta: betas[rng.IntN(3)], pad: rng.IntN(3),
			}, rng)
		}
	})
}

// Sizes that reach every loop: several blocks of columns, of rows and of terms, and rows a page apart.
func TestGemmInBlocks(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(2, 2))
		for _, s := range []instance{
			{m: 130, n: 491, k: 300}, {m: 67, n: 243, k: 512}, {m: 9, n: 721, k: 257}, {m: 300, n: 25, k: 40}, {m: 700, n: 3, k: 5},
		} {
			for _, s.tA = range sides {
				for _, s.tB = range sides {
					s.alpha, s.beta = 1, 0
					checkInstance(t, s, rng)
					s.alpha, s.beta, s.pad = -0.5, 0.25, 1
					checkInstance(t, s, rng)
					s.pad = 0
				}
			}
		}
	})
}

func TestGemmAtAnyThreadCount(t *testing.T) {
	t.Cleanup(func() { SetThreads(1) })
	eachKernel(t, func(t *testing.T) {
		for _, threads := range []int{1, 2, 3, 8} {
			SetThreads(threads)
			rng := rand.New(rand.NewPCG(3, 3))
			for _, s := range []instance{{m: 301, n: 68, k: 120}, {m: 68, n: 301, k: 120}, {m: 13, n: 2500, k: 60}} {
				for _, s.tA = range sides {
					s.alpha, s.beta, s.tB = 1, -1, blas.NoTrans
					checkInstance(t, s, rng)
				}
			}
		}
	})
}

// gonum's own product is an oracle that we did not write; it sums in another order, so it agrees to rounding.
func TestGemmAgreesWithGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for round := range 100 {
		s := instance{tA: sides[round%2], tB: sides[round/2%2], m: 1 + rng.IntN(90), n: 1 + rng.IntN(90), k: 1 + rng.IntN(700), alpha: 0.5, beta: 2}
		a, b, c, lda, ldb, ldc := s.data(rng)
		want := append([]float64(nil), c...)
		gonum.Implementation{}.Dgemm(s.tA, s.tB, s.m, s.n, s.k, s.alpha, a, lda, b, ldb, s.beta, want, ldc)
		Float64{}.Dgemm(s.tA, s.tB, s.m, s.n, s.k, s.alpha, a, lda, b, ldb, s.beta, c, ldc)
		for i := range c {
			// 700 terms of size about 1: the error of either sum is below 700·u·Σ|ab|, about 4e-11.
			if math.Abs(c[i]-want[i]) > 4e-11 {
				t.Fatalf("%v: entry %d = %v, gonum has %v", s, i, c[i], want[i])
			}
		}
	}
}

// NaN and Inf spread to every entry that they are a term of and to no other, also where the other factor is zero.
func TestGemmSpreadsNonFinite(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 5))
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			for _, tA := range sides {
				for _, tB := range sides {
					s := instance{tA: tA, tB: tB, m: 21, n: 53, k: 270, alpha: 1}
					a, b, c, lda, ldb, ldc := s.data(rng)
					clear(b)
					x := newOperand(a, lda, tA != blas.NoTrans)
					x.data[7*x.stride+260*x.step] = bad
					Float64{}.Dgemm(tA, tB, s.m, s.n, s.k, 1, a, lda, b, ldb, 0, c, ldc)
					for i, v := range c {
						if math.IsNaN(v) != (i/ldc == 7) {
							t.Fatalf("%v: with %v in row 7 of A and B = 0, entry (%d, %d) = %v", s, bad, i/ldc, i%ldc, v)
						}
					}
				}
			}
		}
	})
}

func TestGemmAllocatesNothing(t *testing.T) {
	t.Cleanup(func() { SetThreads(1) })
	rng := rand.New(rand.NewPCG(6, 6))
	square := make([]float64, 400*400)
	for _, threads := range []int{1, 2} {
		SetThreads(threads)
		for _, s := range []instance{{m: 150, n: 3, k: 4}, {m: 400, n: 68, k: 300}} {
			s.tA, s.tB, s.alpha = blas.NoTrans, blas.Trans, 1
			a, b, c, lda, ldb, ldc := s.data(rng)
			allocs := testing.AllocsPerRun(20, func() {
				Float64{}.Dgemm(s.tA, s.tB, s.m, s.n, s.k, s.alpha, a, lda, b, ldb, 0, c, ldc)
				Float64{}.Dsyrk(blas.Upper, s.tA, s.m, s.k, 1, a, lda, 0, square[:s.m*s.m], s.m)
			})
			if allocs != 0 {
				t.Errorf("%v on %d threads: %v allocations, want none", s, threads, allocs)
			}
		}
	}
}

func FuzzGemm(f *testing.F) {
	f.Add(uint64(1), uint16(8), uint16(24), uint16(256), uint8(0))
	f.Add(uint64(2), uint16(0), uint16(1), uint16(1), uint8(77))
	f.Add(uint64(3), uint16(65), uint16(241), uint16(3), uint8(255))
	f.Fuzz(func(t *testing.T, seed uint64, m, n, k uint16, options uint8) {
		defer Use("")
		s := instance{
			tA: sides[options&1], tB: sides[options>>1&1],
			m: int(m % 150), n: int(n % 500), k: int(k % 600),
			alpha: alphas[options>>2&3], beta: betas[(options>>4)%3], pad: int(options >> 6),
		}
		for _, name := range Kernels() {
			if err := Use(name); err != nil {
				t.Fatal(err)
			}
			checkInstance(t, s, rand.New(rand.NewPCG(seed, 0)))
		}
	})
}
