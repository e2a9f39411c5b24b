package eval

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

func TestFactorMetricsByHand(t *testing.T) {
	// Mean 1, three of six entries below it. Columns (0, 0, 3) and (1, 2, 0): Hoyer 1 and (√3 - 3/√5)/(√3 - 1).
	// Cosine of the columns 0.
	a := mat.NewDense(3, 2, []float64{0, 1, 0, 2, 3, 0})
	hoyer2 := (math.Sqrt(3) - 3/math.Sqrt(5)) / (math.Sqrt(3) - 1)
	// Columns (1, 1), (1, 0), (0, 0): cosines 1/√2, 0, 0, so √(2·½/6); one Hoyer is 0, one 1, and the zero column has none.
	b := mat.NewDense(2, 3, []float64{1, 1, 0, 1, 0, 0})
	tests := []struct {
		metric string
		factor *mat.Dense
		want   float64
	}{
		{"sparseness", a, 3.0 / 6},
		{"sparseness-scaled", a, 3.0 / 6 / (1 - 1.0/2)},
		{"hoyer", a, (1 + hoyer2) / 2},
		{"orthogonality", a, 0},
		{"sparseness", b, 3.0 / 6},
		{"sparseness-scaled", b, 3.0 / 6 / (1 - 1.0/3)},
		{"hoyer", b, 0.5},
		{"orthogonality", b, math.Sqrt(1.0 / 6)},
		// No entry of a constant matrix is below its mean, whatever rounding says.
		{"sparseness", mat.NewDense(2, 3, []float64{.1, .1, .1, .1, .1, .1}), 0},
		{"hoyer", mat.NewDense(2, 1, []float64{1e-200, 1e-200}), 0},
		{"orthogonality", mat.NewDense(2, 2, []float64{1, 2, 1, 2}), 1},
	}
	for _, tt := range tests {
		w := scoreOf(t, tt.metric+"-w", Outcome{Found: Found{W: tt.factor}})
		h := scoreOf(t, tt.metric+"-h", Outcome{Found: Found{Ht: tt.factor}})
		if !within(w, tt.want, 1e-14) || w != h {
			t.Errorf("%s: %.17g as W, %.17g as Hᵀ, want %.17g", tt.metric, w, h, tt.want)
		}
	}
}

// TestModelMetricsByHand: X - Basis·H is (1, -1; 0, 2) over all entries and (1, ·; ·, 2) over the known ones.
func TestModelMetricsByHand(t *testing.T) {
	basis, ht := mat.NewDense(2, 1, []float64{1, 2}), mat.NewDense(2, 1, []float64{1, 2})
	x := mat.NewDense(2, 2, []float64{2, 1, 2, 6})
	masked, err := matrix.NewMasked(2, 2, []matrix.Triplet{{Row: 0, Col: 0, Value: 2}, {Row: 1, Col: 1, Value: 6}})
	if err != nil {
		t.Fatal(err)
	}
	sparse, err := matrix.NewCSR(2, 2, []matrix.Triplet{{Row: 0, Col: 0, Value: 2}})
	if err != nil {
		t.Fatal(err)
	}
	log := math.Log
	tests := []struct {
		name               string
		x                  matrix.Matrix
		frobenius, rel, kl float64
	}{
		{"dense", matrix.FromDense(x), 3, math.Sqrt(6.0 / 45), 2*log(2) - 1 + log(0.5) + 1 + 6*log(1.5) - 2},
		{"masked", masked, 2.5, math.Sqrt(5.0 / 40), 2*log(2) - 1 + 6*log(1.5) - 2},
		{"sparse", sparse, (1 + 4 + 4 + 16) / 2.0, math.Sqrt(25.0 / 4), 2*log(2) - 1 + 2 + 2 + 4},
	}
	for _, tt := range tests {
		o := Outcome{Given: Given{X: tt.x}, Found: Found{Basis: basis, Ht: ht}}
		for name, want := range map[string]float64{"frobenius": tt.frobenius, "rel-error": tt.rel, "kl": tt.kl} {
			if got := scoreOf(t, name, o); !within(got, want, 1e-14) {
				t.Errorf("%s: %s = %.17g, want %.17g", tt.name, name, got, want)
			}
		}
	}
}

// TestNeverNaN: what cannot be computed says why, and what is broken is an error.
func TestNeverNaN(t *testing.T) {
	one := mat.NewDense(2, 1, []float64{1, 1})
	x := matrix.NewDense(2, 2, []float64{1, 2, 3, 4})
	tests := []struct {
		metric      string
		o           Outcome
		want        string
		unavailable bool
	}{
		{"sparseness-w", Outcome{}, "no factor W", true},
		{"sparseness-h", Outcome{Found: Found{W: one}}, "no factor H", true},
		{"sparseness-scaled-w", Outcome{Found: Found{W: one}}, "rank 1", true},
		{"orthogonality-h", Outcome{Found: Found{Ht: one}}, "single column", true},
		{"hoyer-w", Outcome{Found: Found{W: mat.NewDense(3, 2, nil)}}, "every column", true},
		{"hoyer-w", Outcome{Found: Found{W: mat.NewDense(1, 2, []float64{1, 2})}}, "at least 2", true},
		{"hoyer-w", Outcome{Found: Found{W: mat.NewDense(2, 2, []float64{1, 2, math.Inf(1), 0})}}, "+Inf at (2, 1)", false},
		{"rel-error", Outcome{Found: Found{Basis: one, Ht: one}}, "no data matrix", true},
		{"rel-error", Outcome{Given: Given{X: x}}, "no model", true},
		{"rel-error", Outcome{Given: Given{X: matrix.NewDense(2, 2, nil)}, Found: Found{Basis: one, Ht: one}}, "X is 0", true},
		{"frobenius", Outcome{Given: Given{X: x}, Found: Found{Basis: one, Ht: mat.NewDense(3, 1, nil)}}, "X is 2×2, Basis 2×1 and Hᵀ 3×1", false},
		{"frobenius", Outcome{Given: Given{X: x}, Found: Found{Basis: one, Ht: mat.NewDense(2, 1, []float64{1, math.NaN()})}}, "H holds NaN", false},
		{"kl", Outcome{Given: Given{X: x}, Found: Found{Basis: one, Ht: mat.NewDense(2, 1, []float64{1, 0})}}, "infinite", true},
		{"kl", Outcome{Given: Given{X: matrix.NewDense(1, 1, []float64{1e307})}, Found: Found{Basis: mat.NewDense(1, 1, []float64{1e-300}),
			Ht: mat.NewDense(1, 1, []float64{1})}}, "leave the range of numbers", true},
		{"kl", Outcome{Given: Given{X: x}, Found: Found{Basis: one, Ht: mat.NewDense(2, 1, []float64{1, -1})}}, "negative at 2 entries", true},
		{"acc", Outcome{Given: Given{Labels: []int{1}}}, "no clusters", true},
		{"acc", Outcome{Found: Found{Clusters: []int{1}}}, "no class labels", true},
		{"acc", Outcome{Found: Found{Clusters: []int{1}}, Given: Given{Labels: []int{1, 2}}}, "1 samples have a cluster and 2 a class", false},
		{"nmi-mutualinfo-m", Outcome{Found: Found{Clusters: []int{0, 1}}, Given: Given{Labels: []int{0, 0}}}, "single class", true},
		{"nmi-mutualinfo-m", Outcome{Found: Found{Clusters: []int{5, 6, 7}}, Given: Given{Labels: []int{0, 0, 1}}}, "class 0 has no cluster", true},
	}
	for _, tt := range tests {
		m, _ := Find(tt.metric)
		v, err := m.Score(tt.o, nil)
		if err == nil || !strings.Contains(err.Error(), tt.want) || errors.Is(err, ErrUnavailable) != tt.unavailable {
			t.Errorf("%s: %g, error %v, want %q, unavailable %v", tt.metric, v, err, tt.want, tt.unavailable)
		}
	}
}
