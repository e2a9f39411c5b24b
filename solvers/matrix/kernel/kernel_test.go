package kernel_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"nmfrepro/datasets"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// The widths are those of Yang and Oja 2010, Fig. 1 (2.18,
// 7.25, 101.57), with more digits from an independent computation in numpy.
func TestEntropyPeakOfThePaper(t *testing.T) {
	folder := os.Getenv(datasets.EnvFolder)
	for _, tt := range []struct {
		name             string
		samples, varying int
		sigma            float64
	}{
		{"iris", 150, 4, 2.187},
		{"optdigits", 2237, 62, 7.250},
		{"orl-full", 400, 10304, 101.566},
	} {
		e, ok := datasets.Find(tt.name)
		if !ok {
			t.Fatalf("no data set %q", tt.name)
		}
		if folder == "" && !e.Embedded {
			continue // iris is always there
		}
		data, err := datasets.Load(folder, e, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		d := kernel.Distances(data.X)
		if n, _ := d.Dims(); n != tt.samples {
			t.Errorf("%s has %d samples, want %d", tt.name, n, tt.samples)
		}
		// Standardised features have a squared norm of n-1 each: all distances add up to 2·n·(n-1)·m'.
		n := float64(tt.samples)
		if sum, want := mat.Sum(d), 2*n*(n-1)*float64(tt.varying); math.Abs(sum-want) > 1e-9*want {
			t.Errorf("%s: distances add up to %v, want %v for %d features", tt.name, sum, want, tt.varying)
		}
		sigma, value, err := kernel.PeakOf(d)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(sigma-tt.sigma) > 6e-4 {
			t.Errorf("%s: σ = %v, want %v", tt.name, sigma, tt.sigma)
		}
		for _, by := range []float64{0.5, 0.99, 1.01, 2} {
			if e := kernel.Entropy(d, by*sigma); e >= value {
				t.Errorf("%s: entropy %v at %v·σ, %v at σ", tt.name, e, by, value)
			}
		}
	}
}

func random(m, n int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(m, n, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
	return x
}

func csr(t *testing.T, x *mat.Dense) matrix.Matrix {
	t.Helper()
	m, n := x.Dims()
	var list []matrix.Triplet
	for i := range m {
		for j := range n {
			if v := x.At(i, j); v != 0 {
				list = append(list, matrix.Triplet{Row: i, Col: j, Value: v})
			}
		}
	}
	k, err := matrix.NewCSR(m, n, list)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// Everything against its definition, entry by entry, in both storages; feature 3 is constant and sample 4 repeats sample 1.
func TestDefinitions(t *testing.T) {
	const m, n, sigma = 6, 8, 1.7
	x := random(m, n, rand.New(rand.NewPCG(1, 2)))
	for j := range n {
		x.Set(2, j, 0.1)
	}
	for i := range m {
		x.Set(i, 3, x.At(i, 0))
	}
	z := mat.NewDense(m, n, nil)
	for i := range m {
		mean, deviation := stat.MeanStdDev(x.RawRowView(i), nil)
		for j := range n {
			if i != 2 {
				z.Set(i, j, (x.At(i, j)-mean)/deviation)
			}
		}
	}
	for name, x := range map[string]matrix.Matrix{"dense": matrix.FromDense(x), "sparse": csr(t, x)} {
		linear, d := kernel.Linear(x), kernel.Distances(x)
		k := kernel.RBF(d, sigma)
		var entropy float64
		for i := range n {
			for j := range n {
				var product, square float64
				for l := range m {
					product += x.At(l, i) * x.At(l, j)
					square += (z.At(l, i) - z.At(l, j)) * (z.At(l, i) - z.At(l, j))
				}
				want := math.Exp(-square / (2 * sigma * sigma))
				if math.Abs(linear.At(i, j)-product) > 1e-13 || math.Abs(d.At(i, j)-square) > 1e-12 || math.Abs(k.At(i, j)-want) > 1e-13 {
					t.Fatalf("%s: (%d,%d): %v, %v, %v; want %v, %v, %v", name, i, j, linear.At(i, j), d.At(i, j), k.At(i, j), product, square, want)
				}
				if i != j {
					entropy -= want * math.Log(want)
				}
			}
		}
		if got := kernel.Entropy(d, sigma); math.Abs(got-entropy) > 1e-12*entropy {
			t.Errorf("%s: entropy %v, want %v", name, got, entropy)
		}
		if d.At(0, 3) != 0 || k.At(0, 3) != 1 {
			t.Errorf("%s: equal samples are %v apart", name, d.At(0, 3))
		}
		if !mat.Equal(linear, linear.T()) || !mat.Equal(d, d.T()) {
			t.Errorf("%s: not symmetric", name)
		}
	}
}

// Two distances make two peaks where they are far apart, and the larger one counts; a single one peaks at d/√2.
func TestPeakOf(t *testing.T) {
	d := mat.NewDense(2, 2, []float64{0, 8, 8, 0})
	if sigma, value, err := kernel.PeakOf(d); err != nil || math.Abs(sigma-2) > 1e-6 || math.Abs(value-2/math.E) > 1e-12 {
		t.Errorf("one pair: σ = %v, entropy %v, %v; want 2 and 2/e", sigma, value, err)
	}
	for _, big := range []float64{1e-8, 1e8} { // two pairs at √big·2, one at 2
		d := mat.NewDense(3, 3, []float64{0, 8, 8 * big, 8, 0, 8 * big, 8 * big, 8 * big, 0})
		if sigma, _, err := kernel.PeakOf(d); err != nil || math.Abs(sigma-2*math.Sqrt(big)) > 1e-3*sigma {
			t.Errorf("σ = %v, %v; want %v", sigma, err, 2*math.Sqrt(big))
		}
	}
	same := matrix.NewDense(2, 3, []float64{1, 1, 1, 4, 4, 4})
	if _, _, err := kernel.EntropyPeak(same); err == nil {
		t.Error("equal samples have a peak")
	}
	if _, _, err := kernel.EntropyPeak(matrix.NewDense(2, 1, []float64{1, 4})); err == nil {
		t.Error("one sample has a peak")
	}
}

func TestMasked(t *testing.T) {
	x, err := matrix.NewMasked(2, 2, []matrix.Triplet{{Row: 0, Col: 0, Value: 1}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("unknown entries were taken for zeros")
		}
	}()
	kernel.Linear(x)
}
