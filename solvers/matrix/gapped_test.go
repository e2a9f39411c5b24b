package matrix_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// gapped draws a sparse matrix with gaps, and the same as a masked one, which holds each zero that is known.
func gapped(t *testing.T, m, n int, rng *rand.Rand) (*matrix.Gapped, *matrix.Masked) {
	t.Helper()
	var entries, gaps, known []matrix.Triplet
	for i := range m {
		for j := range n {
			e := matrix.Triplet{Row: i, Col: j, Value: float64(max(0, rng.IntN(8)-5))}
			entries = append(entries, e)
			if rng.IntN(4) == 0 {
				gaps = append(gaps, e)
			} else {
				known = append(known, e)
			}
		}
	}
	x, err := matrix.GappedFrom(m, n, slices.Values(entries), slices.Values(gaps))
	if err != nil {
		t.Fatal(err)
	}
	same, err := matrix.NewMasked(m, n, known)
	if err != nil {
		t.Fatal(err)
	}
	return x, same
}

// A sparse matrix with gaps gives what a masked one gives that holds its zeros, entry by entry, and so does its transpose.
func TestGapped(t *testing.T) {
	const m, n, r = 13, 17, 3
	x, same := gapped(t, m, n, rand.New(rand.NewPCG(1, 2)))
	if x.Known() != same.NNZ() {
		t.Errorf("%d known entries, want %d", x.Known(), same.NNZ())
	}
	for _, pair := range [][2]matrix.Matrix{{x, same}, {x.Trans(), same.Trans()}, {x.Trans().Trans(), same}} {
		x, same := pair[0], pair[1]
		m, n := x.Dims()
		for i := range m {
			for j := range n {
				if a, b := x.At(i, j), same.At(i, j); a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
					t.Fatalf("(%d, %d) is %v, want %v", i, j, a, b)
				}
			}
		}
		rng := rand.New(rand.NewPCG(3, 4))
		a, b := mat.NewDense(m, r, nil), mat.NewDense(n, r, nil)
		a.Apply(func(int, int, float64) float64 { return rng.Float64() }, a)
		b.Apply(func(int, int, float64) float64 { return rng.Float64() }, b)
		fit, other := matrix.NewEntrywise(x), matrix.NewEntrywise(same)
		num, den, num2, den2 := mat.NewDense(m, r, nil), mat.NewDense(m, r, nil), mat.NewDense(m, r, nil), mat.NewDense(m, r, nil)
		equal := func(what string) {
			t.Helper()
			if !mat.EqualApprox(num, num2, 1e-12) || !mat.EqualApprox(den, den2, 1e-12) {
				t.Errorf("%s: %v, %v\nwant %v, %v", what, num, den, num2, den2)
			}
		}
		fit.FitMulTo(num, den, a, b)
		other.FitMulTo(num2, den2, a, b)
		equal("FitMulTo")
		fit.RatioFitMulTo(num, den, a, b, 1e-150)
		other.RatioFitMulTo(num2, den2, a, b, 1e-150)
		equal("RatioFitMulTo")
		none := mat.NewDense(m, r, nil)
		for name, loss := range map[string]matrix.Loss{"squares": matrix.Squared, "divergence": matrix.FlooredDivergence(1e-150)} {
			if got, want := fit.Sum(a, b, loss), other.Sum(a, b, loss); math.Abs(got-want) > 1e-12*want {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
			if got, want := fit.Sum(none, b, loss), other.Sum(none, b, loss); math.Abs(got-want) > 1e-12*want {
				t.Errorf("%s of nothing: %v, want %v", name, got, want)
			}
		}
	}
}

// Of a model that is nearly X the sum keeps its digits.
func TestGappedNearlyExact(t *testing.T) {
	const m, n = 12, 9
	rng := rand.New(rand.NewPCG(5, 6))
	a, b := mat.NewDense(m, 1, nil), mat.NewDense(n, 1, nil)
	for i := 0; i < m; i += 2 {
		a.Set(i, 0, 1+rng.Float64())
	}
	for j := range n {
		b.Set(j, 0, 1+rng.Float64())
	}
	var entries, gaps, known []matrix.Triplet
	for i := range m {
		for j := range n {
			e := matrix.Triplet{Row: i, Col: j, Value: a.At(i, 0) * b.At(j, 0) * (1 + 1e-7*rng.Float64())}
			if entries = append(entries, e); rng.IntN(3) == 0 {
				gaps = append(gaps, e)
			} else {
				known = append(known, e)
			}
		}
	}
	x, err := matrix.GappedFrom(m, n, slices.Values(entries), slices.Values(gaps))
	if err != nil {
		t.Fatal(err)
	}
	same, err := matrix.NewMasked(m, n, known)
	if err != nil {
		t.Fatal(err)
	}
	for name, loss := range map[string]matrix.Loss{"squares": matrix.Squared, "divergence": matrix.FlooredDivergence(1e-150)} {
		if got, want := matrix.NewEntrywise(x).Sum(a, b, loss), matrix.NewEntrywise(same).Sum(a, b, loss); !(math.Abs(got-want) <= 1e-6*want) || want == 0 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
