package eval

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// Two samples of one feature are ±1/√2 after standardising, √2 apart, and a single pair peaks at σ = d/√2 with t·exp(-t) at t = 1.
func TestKernelWidth(t *testing.T) {
	o := Outcome{Given: Given{X: matrix.NewDense(1, 2, []float64{3, 8})}}
	if sigma, err := kernelWidth(o, nil); err != nil || math.Abs(sigma-1) > 1e-6 {
		t.Errorf("width %v, %v, want 1", sigma, err)
	}
	curve, err := entropyByWidth(o)
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := curve.Dims()
	for i := range rows {
		sigma, entropy := curve.At(i, 0), curve.At(i, 1)
		want := math.Exp(-1/(sigma*sigma)) / (sigma * sigma)
		if math.Abs(entropy-want) > 1e-12 {
			t.Errorf("entropy %v at σ = %v, want %v", entropy, sigma, want)
		}
	}
	if middle := rows / 2; math.Abs(curve.At(middle, 1)-1/math.E) > 1e-9 || math.Abs(curve.At(rows-1, 0)-100) > 1e-3 {
		t.Errorf("the peak is %v at σ = %v, the end at %v", curve.At(middle, 1), curve.At(middle, 0), curve.At(rows-1, 0))
	}
	masked, err := matrix.NewMasked(1, 2, []matrix.Triplet{{Row: 0, Col: 1, Value: 2}})
	if err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]matrix.Matrix{"unknown entries": masked, "equal samples": matrix.NewDense(1, 2, []float64{4, 4})} {
		if _, err := kernelWidth(Outcome{Given: Given{X: x}}, nil); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: %v, want ErrUnavailable", name, err)
		}
	}
}

// Samples along r orthogonal directions, of equal length within a cluster, make the unit indicators eigenvectors; any other clusters lose
// by
// the definition, entry by entry.
func TestKernelGap(t *testing.T) {
	x := matrix.NewDense(2, 5, []float64{2, 2, 0, 0, 0, 0, 0, 1, 1, 1})
	score := kernelGap(linearKernel)
	if v, err := score(Outcome{Given: Given{X: x}, Found: Found{Rank: 2, Clusters: []int{7, 7, 1, 1, 1}}}, seeded(1)); err != nil || math.Abs(v) > 1e-12 {
		t.Errorf("the optimum is %v behind itself, %v", v, err)
	}
	// K has blocks 4 (2×2) and 1 (3×3): eigenvalues 8 and 3, ‖K‖² = 4·16 + 9. Clusters {1}, {2, 3, 4, 5}: 4 + (4 + 9)/4.
	want := (math.Sqrt(11) - math.Sqrt(4+13.0/4)) / math.Sqrt(73)
	if v, err := score(Outcome{Given: Given{X: x}, Found: Found{Rank: 2, Clusters: []int{0, 1, 1, 1, 1}}}, seeded(1)); err != nil || math.Abs(v-want) > 1e-12 {
		t.Errorf("gap %v, %v, want %v", v, err, want)
	}
	// The Gaussian kernel at its peak, against all eigenvalues.
	y := mat.NewDense(2, 6, []float64{1, 2, 9, 4, 7, 3, 5, 1, 2, 8, 6, 4})
	sigma, _, err := kernel.EntropyPeak(matrix.FromDense(y))
	if err != nil {
		t.Fatal(err)
	}
	k := kernel.RBF(kernel.Distances(matrix.FromDense(y)), sigma)
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(6, k.RawMatrix().Data), false) {
		t.Fatal("no eigenvalues")
	}
	values := eigen.Values(nil)
	u := mat.NewDense(6, 2, []float64{1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 1, 0})
	u.Apply(func(_, _ int, v float64) float64 { return v / math.Sqrt(3) }, u)
	var utku mat.Dense
	utku.Product(u.T(), k, u)
	want = (math.Sqrt(values[5]+values[4]) - math.Sqrt(mat.Trace(&utku))) / mat.Norm(k, 2)
	if v, err := kernelGap(gaussianKernel)(Outcome{Given: Given{X: matrix.FromDense(y)}, Found: Found{Rank: 2, Clusters: []int{0, 0, 1, 1, 1, 0}}},
		seeded(1)); err != nil || math.Abs(v-want) > 1e-10 {
		t.Errorf("gap %v, %v, want %v", v, err, want)
	}
}

func TestUnseenError(t *testing.T) {
	w := mat.NewDense(3, 2, []float64{1, 0, 0, 2, 1, 1})
	h := mat.NewDense(2, 2, []float64{1, 2, 3, 0})
	var x mat.Dense
	x.Mul(w, h.T())
	o := Outcome{Given: Given{X: matrix.NewDense(3, 1, []float64{9, 9, 9}), Unseen: matrix.FromDense(&x)}, Found: Found{Basis: w, Ht: mat.NewDense(1, 2, nil), UnseenHt: h}}
	if v, err := unseenError(o, nil); err != nil || v > 1e-15 {
		t.Errorf("an exact model misses by %v, %v", v, err)
	}
	o.UnseenHt = mat.NewDense(2, 2, nil)
	if v, err := unseenError(o, nil); err != nil || math.Abs(v-1) > 1e-15 {
		t.Errorf("a model of nothing misses by %v, %v, want 1", v, err)
	}
	o.UnseenHt = nil
	if _, err := unseenError(o, nil); !errors.Is(err, ErrUnavailable) {
		t.Errorf("without coefficients: %v, want ErrUnavailable", err)
	}
}

func TestRecoveryFailed(t *testing.T) {
	truth := mat.NewDense(4, 2, []float64{1, 0, 1, 0, 0, 1, 0, 1})
	truth.Scale(math.Sqrt(0.5), truth)
	for want, basis := range map[float64]*mat.Dense{
		0: mat.NewDense(4, 2, []float64{0.1, 1, 0.2, 1, 2, 0.1, 2, 0}),
		1: mat.NewDense(4, 2, []float64{1, 0.5, 1, 0, 1, 0.1, 0, 1}),
	} {
		if v, err := recoveryFailed(Outcome{Given: Given{Truth: truth}, Found: Found{Basis: basis}}, nil); err != nil || v != want {
			t.Errorf("got %v, %v, want %v", v, err, want)
		}
	}
}
