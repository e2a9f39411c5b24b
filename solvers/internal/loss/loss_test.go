package loss

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

const m, n, r = 7, 6, 3

// problem returns one data matrix in three storages; the dense and the sparse one agree, the masked one knows the entries
// that the sparse one holds.
func problem(t *testing.T, rng *rand.Rand) map[string]matrix.Matrix {
	dense := mat.NewDense(m, n, nil)
	var entries []matrix.Triplet
	for i := range m {
		for j := range n {
			if rng.Float64() < 0.6 {
				dense.Set(i, j, 1+5*rng.Float64())
				entries = append(entries, matrix.Triplet{Row: i, Col: j, Value: dense.At(i, j)})
			}
		}
	}
	csr, err := matrix.NewCSR(m, n, entries)
	if err != nil {
		t.Fatal(err)
	}
	masked, err := matrix.NewMasked(m, n, entries)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]matrix.Matrix{"dense": matrix.FromDense(dense), "csr": csr, "masked": masked}
}

func random(rows, cols int, rng *rand.Rand) *mat.Dense {
	a := mat.NewDense(rows, cols, nil)
	a.Apply(func(_, _ int, _ float64) float64 { return 0.1 + rng.Float64() }, a)
	return a
}

// naive evaluates the definition entry by entry.
func naive(x matrix.Matrix, w, ht *mat.Dense, entry func(x, model float64) float64) float64 {
	var sum float64
	for i := range m {
		for j := range n {
			v := x.At(i, j)
			if math.IsNaN(v) {
				continue // unknown
			}
			sum += entry(v, mat.Dot(w.RowView(i), ht.RowView(j)))
		}
	}
	return sum
}

var definitions = map[string]struct {
	loss  Loss
	entry func(x, model float64) float64
}{
	"frobenius": {Frobenius, func(x, q float64) float64 { return (x - q) * (x - q) / 2 }},
	"kl": {KL, func(x, q float64) float64 {
		if x == 0 {
			return q
		}
		return x*math.Log(x/q) - x + q
	}},
}

func TestValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for storage, x := range problem(t, rng) {
		w, ht := random(m, r, rng), random(n, r, rng)
		for name, d := range definitions {
			got, want := d.loss.Value(x, w, ht), naive(x, w, ht, d.entry)
			if math.Abs(got-want) > 1e-12*want {
				t.Errorf("%s, %s: got %v, want %v", name, storage, got, want)
			}
		}
		residual := naive(x, w, ht, func(x, q float64) float64 { return (x - q) * (x - q) })
		size := naive(x, w, ht, func(x, _ float64) float64 { return x * x })
		if got, want := RelError(x, w, ht), math.Sqrt(residual/size); math.Abs(got-want) > 1e-12 {
			t.Errorf("relative error, %s: got %v, want %v", storage, got, want)
		}
	}
}

func TestGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for storage, x := range problem(t, rng) {
		for name, d := range definitions {
			for point := range 3 {
				w, ht := random(m, r, rng), random(n, r, rng)
				gw, ght := d.loss.Gradient(x, w, ht)
				flat := append(append([]float64(nil), w.RawMatrix().Data...), ht.RawMatrix().Data...)
				want := fd.Gradient(nil, func(v []float64) float64 {
					return naive(x, mat.NewDense(m, r, v[:m*r]), mat.NewDense(n, r, v[m*r:]), d.entry)
				}, flat, &fd.Settings{Formula: fd.Central})
				got := append(append([]float64(nil), gw.RawMatrix().Data...), ght.RawMatrix().Data...)
				for k := range want {
					if math.Abs(got[k]-want[k]) > 1e-6*(1+math.Abs(want[k])) {
						t.Errorf("%s, %s, point %d, coordinate %d: got %v, finite difference %v", name, storage, point, k, got[k], want[k])
					}
				}
			}
		}
	}
}

// X = WH with positive factors meets the conditions; so does a zero entry with a positive gradient; nothing else does.
func TestKKT(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	w, ht := random(m, r, rng), random(n, r, rng)
	product := mat.NewDense(m, n, nil)
	product.Mul(w, ht.T())
	x := matrix.FromDense(product)
	for name, d := range definitions {
		gw, ght := d.loss.Gradient(x, w, ht)
		if got := KKT([2]*mat.Dense{w, gw}, [2]*mat.Dense{ht, ght}); got > 1e-13 {
			t.Errorf("%s: residual %v at an exact factorisation", name, got)
		}
	}
	for _, tt := range []struct{ entry, gradient, want float64 }{
		{0, 2, 0}, {0, -2, 2}, {3, 2, 2}, {1, 2, 1}, {3, 0, 0}, {3, -4, 4},
	} {
		if got := KKT([2]*mat.Dense{mat.NewDense(1, 1, []float64{tt.entry}), mat.NewDense(1, 1, []float64{tt.gradient})}); got != tt.want {
			t.Errorf("entry %v with gradient %v: got %v, want %v", tt.entry, tt.gradient, got, tt.want)
		}
	}
}

func TestDegenerate(t *testing.T) {
	zero := matrix.NewDense(m, n, nil)
	w, ht := mat.NewDense(m, r, nil), mat.NewDense(n, r, nil)
	if got := RelError(zero, w, ht); got != 0 {
		t.Errorf("relative error of 0 ≈ 0: got %v, want 0", got)
	}
	if got := KL.Value(zero, w, ht); got != 0 {
		t.Errorf("D(0‖0): got %v, want 0", got)
	}
	one := matrix.NewDense(1, 1, []float64{1})
	if got := KL.Value(one, mat.NewDense(1, 1, nil), mat.NewDense(1, 1, nil)); !math.IsInf(got, 1) {
		t.Errorf("D(1‖0): got %v, want +Inf", got)
	}
}
