package matrix

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
)

// A program that imports this package keeps the BLAS that it has, and products have the same bits whichever that is.
func TestProductsLeaveGonumAlone(t *testing.T) {
	if _, ours := blas64.Implementation().(gemm.Float64); ours {
		t.Fatal("importing the package has changed gonum's BLAS")
	}
	rng := rand.New(rand.NewPCG(9, 9))
	a, b := factor(rng, 70, 50), factor(rng, 50, 30)
	products := func() (product, gram *mat.Dense) {
		product, gram = mat.NewDense(70, 30, nil), mat.NewDense(50, 50, nil)
		Mul(product, a, b)
		Gram(gram, a)
		return product, gram
	}
	product, gram := products()
	before := blas64.Implementation()
	blas64.Use(gemm.Float64{})
	defer blas64.Use(before)
	again, gramAgain := products()
	equal(t, "a·b", again, product)
	equal(t, "aᵀ·a", gramAgain, gram)
}

func TestProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, size := range sizes {
		m, n, r := size[0], size[1], size[2]
		a, b, c := factor(rng, m, r), factor(rng, r, n), factor(rng, n, r)
		naive := func(x, y mat.Matrix) *mat.Dense {
			p, k := x.Dims()
			_, q := y.Dims()
			z := mat.NewDense(p, q, nil)
			for i := range p {
				for j := range q {
					var s float64
					for l := range k {
						s += x.At(i, l) * y.At(l, j)
					}
					z.Set(i, j, s)
				}
			}
			return z
		}
		dst := mat.NewDense(m, n, nil)
		Mul(dst, a, b)
		near(t, "a·b", dst, naive(a, b))
		MulNT(dst, a, c)
		near(t, "a·cᵀ", dst, naive(a, c.T()))
		square := mat.NewDense(r, r, nil)
		MulTN(square, a, a)
		near(t, "aᵀ·a", square, naive(a.T(), a))
		gram := mat.NewDense(r, r, nil)
		Gram(gram, a)
		equal(t, "Gram", gram, square)
		if got, want := Inner(a, a), mat.Trace(square); math.Abs(got-want) > 1e-12*want {
			t.Errorf("⟨a, a⟩ = %v, want %v", got, want)
		}
		sum := make([]float64, r)
		SumRows(sum, a)
		for k, v := range sum {
			if want := mat.Sum(a.ColView(k)); math.Abs(v-want) > 1e-12*want {
				t.Errorf("column %d sums to %v, want %v", k, v, want)
			}
		}
	}
}

// Rows that follow on each other and rows of a larger matrix are updated alike, and the latter's surroundings stay.
func TestUpdate(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	num, den := factor(rng, 11, 5), factor(rng, 11, 5)
	num.Set(0, 0, 0)
	den.Set(1, 1, 0)
	for name, update := range map[string]struct {
		run  func(x, num, den *mat.Dense, floor float64)
		each func(x, num, den float64) float64
	}{
		"Update":     {Update, func(x, num, den float64) float64 { return x * (num / max(den, 1e-3)) }},
		"UpdateSqrt": {UpdateSqrt, func(x, num, den float64) float64 { return x * math.Sqrt(num/max(den, 1e-3)) }},
	} {
		large := factor(rng, 15, 9)
		want, whole := mat.DenseCopyOf(large), mat.DenseCopyOf(large.Slice(2, 13, 3, 8))
		part := large.Slice(2, 13, 3, 8).(*mat.Dense)
		for i := range 11 {
			for j := range 5 {
				want.Set(i+2, j+3, update.each(part.At(i, j), num.At(i, j), den.At(i, j)))
			}
		}
		update.run(part, num, den, 1e-3)
		equal(t, name+" of a part", large, want)
		update.run(whole, num, den, 1e-3)
		equal(t, name, whole, mat.DenseCopyOf(want.Slice(2, 13, 3, 8)))
	}
}

// A sweep never increases ‖X - abᵀ‖² and repeated sweeps end where the gradient is zero or the entry is.
func TestSweepDescends(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	x, b, a := NewDense(50, 30, factor(rng, 50, 30).RawMatrix().Data), factor(rng, 30, 6), factor(rng, 50, 6)
	xb, gram, gradient := mat.NewDense(50, 6, nil), mat.NewDense(6, 6, nil), mat.NewDense(50, 6, nil)
	x.MulTo(xb, b)
	Gram(gram, b)
	e := NewEntrywise(x)
	last := e.Sum(a, b, Squared)
	for range 500 {
		Sweep(a, xb, gram, 1e-16)
		now := e.Sum(a, b, Squared)
		if now > last*(1+1e-14) {
			t.Fatalf("objective rose from %v to %v", last, now)
		}
		last = now
	}
	Mul(gradient, a, gram)
	gradient.Sub(gradient, xb)
	for i := range 50 {
		for k := range 6 {
			if r := math.Abs(min(a.At(i, k), gradient.At(i, k))); r > 1e-9 {
				t.Errorf("KKT residual %v at (%d, %d)", r, i, k)
			}
		}
	}
}
