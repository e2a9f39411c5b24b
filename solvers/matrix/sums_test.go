package matrix

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The losses of sparse and dense forms against their definitions, also where the sum over the entries held and the closed
// form for all entries cancel.
func TestSumsOverZeros(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, l := range []struct {
		name  string
		loss  Loss
		of    func(x, y float64) float64
		noise []float64 // how far X is from its model
	}{
		{"squared", Squared, func(x, y float64) float64 { return (x - y) * (x - y) }, []float64{1, 1e-3, 1e-8}},
		{"divergence", Divergence, klByDefinition, []float64{1, 1e-3}},
		{"floored", FlooredDivergence(1e-150), klByDefinition, []float64{1, 1e-3}},
		{"in units", Loss{Of: func(x, y float64) float64 { return SquaredError(x/4, y) }, Zeros: Squared.Zeros.InUnits(4)},
			func(x, y float64) float64 { return (x/4 - y) * (x/4 - y) }, []float64{1}},
	} {
		for _, size := range sizes {
			for _, noise := range l.noise {
				a, b, x := nearModel(rng, size, noise)
				var want float64
				for i := range size[0] {
					for j := range size[1] {
						want += l.of(x.At(i, j), mat.Dot(a.RowView(i), b.RowView(j)))
					}
				}
				tolerance := 1e-10
				if noise < 1e-3 {
					tolerance = 1e-6 // x - y has lost half the digits in the definition too
				}
				for form, x := range map[string]Matrix{"dense": FromDense(x), "csr": sparse(t, x)} {
					if got := NewEntrywise(x).Sum(a, b, l.loss); !(math.Abs(got-want) <= tolerance*want) {
						t.Errorf("%v, noise %v: %s of the %s form is %v, want %v", size, noise, l.name, form, got, want)
					}
					if l.name != "floored" {
						continue
					}
					ratios, alone := mat.NewDense(size[0], size[2], nil), mat.NewDense(size[0], size[2], nil)
					e := NewEntrywise(x)
					e.RatioMulTo(alone, a, b, 1e-150)
					if got := e.RatioSumTo(ratios, a, b, 1e-150); !(math.Abs(got-want) <= tolerance*want) || !mat.Equal(ratios, alone) {
						t.Errorf("%v, noise %v: beside the ratios, %s of the %s form is %v, want %v and the same ratios", size, noise, l.name, form, got,
							want)
					}
				}
			}
		}
	}
}

// nearModel returns a model A·Bᵀ with zeros and an X that is as far from it as noise says, with zeros of its own where it is far.
func nearModel(rng *rand.Rand, size [3]int, noise float64) (a, b, x *mat.Dense) {
	a, b, x = factor(rng, size[0], size[2]), factor(rng, size[1], size[2]), mat.NewDense(size[0], size[1], nil)
	a.Apply(func(i, k int, v float64) float64 {
		if rng.IntN(3) > 0 && k > 0 {
			return 0
		}
		return v
	}, a)
	x.Mul(a, b.T())
	x.Apply(func(_, _ int, v float64) float64 {
		if noise == 1 && rng.IntN(2) == 0 {
			return 0
		}
		return v * (1 + noise*rng.Float64())
	}, x)
	return a, b, x
}

// klByDefinition is x·log(x/y) - x + y by series where x and y are close, and 0·log 0 = 0.
func klByDefinition(x, y float64) float64 {
	switch d := x - y; {
	case x == 0:
		return y
	case math.Abs(d) < 1e-4*y: // x·log(1+u) - d with u = d/y, x = y(1+u)
		u := d / y
		return y * u * u * (0.5 - u/6 + u*u/12)
	}
	return x*math.Log(x/y) - x + y
}

func sparse(t *testing.T, x *mat.Dense) *CSR {
	t.Helper()
	var entries []Triplet
	m, n := x.Dims()
	for i := range m {
		for j := range n {
			entries = append(entries, Triplet{i, j, x.At(i, j)})
		}
	}
	c, err := NewCSR(m, n, entries)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A quotient that leaves the range of numbers is no reason for a divergence to do so.
func TestDivergenceOfTinyAndHugeEntries(t *testing.T) {
	a, b := mat.NewDense(2, 1, []float64{8, 8}), mat.NewDense(2, 1, []float64{1, 2})
	for _, extreme := range []float64{math.SmallestNonzeroFloat64, 1e-310, 0x1p-1022} {
		x := mat.NewDense(2, 2, []float64{extreme, 8, 16, 3})
		want := 8 + klByDefinition(8, 16) + klByDefinition(16, 8) + klByDefinition(3, 16)
		for form, x := range map[string]Matrix{"dense": FromDense(x), "csr": sparse(t, x)} {
			for name, l := range map[string]Loss{"plain": Divergence, "floored": FlooredDivergence(1e-150)} {
				if got := NewEntrywise(x).Sum(a, b, l); math.Abs(got-want) > 1e-14*want {
					t.Errorf("%s %s divergence with an entry of %v is %v, want %v", form, name, extreme, got, want)
				}
			}
		}
	}
	far := KL(1e150, 1e-200)
	if want := 1e150*350*math.Ln10 - 1e150; math.Abs(far-want) > 1e-13*want {
		t.Errorf("KL(1e150, 1e-200) = %v, want %v", far, want)
	}
}

// The rows of a sparse matrix may come in any order.
func TestCSRFromAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	s := newSample(t, rng, 30, 50)
	for i := range 30 {
		cols, vals := s.csr.Row(i, nil)
		last := -1
		for k := range cols {
			j := int(cols[k])
			if j <= last || vals[k] != s.dense.At(i, j) {
				t.Fatalf("row %d holds %v at column %d after column %d, want %v", i, vals[k], j, last, s.dense.At(i, j))
			}
			last = j
		}
	}
	if _, err := NewCSR(2, 2, []Triplet{{1, 1, 1}, {0, 0, 1}, {1, 1, 2}}); err == nil || err.Error() != "matrix: entry (2, 2) is given twice" {
		t.Errorf("an entry given twice: %v", err)
	}
}
