package eval

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

func scored(t *testing.T, name string, o Outcome) float64 {
	t.Helper()
	m, ok := Find(name)
	if !ok {
		t.Fatalf("no metric %s", name)
	}
	v, err := m.Score(o, nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

func near(t *testing.T, name string, o Outcome, want float64) {
	t.Helper()
	if got := scored(t, name, o); math.Abs(got-want) > 1e-12 {
		t.Errorf("%s = %v, want %v", name, got, want)
	}
}

// Two rows of ratings. Row 1 knows 1, 3, 5 (mean 3) and holds 5 (predicted 6) and 1 (predicted 3.5) out; row 2 knows 2, 4
// (mean 3) and holds 4 (predicted 2) out. Worked out by hand.
func TestPrediction(t *testing.T) {
	masked := func(entries ...matrix.Triplet) matrix.Matrix {
		x, err := matrix.NewMasked(2, 3, entries)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	o := Outcome{
		Found: Found{Basis: mat.NewDense(2, 1, []float64{1, 0.5}),
			Ht: mat.NewDense(3, 1, []float64{3.5, 4, 6})},
		Given: Given{Data: masked(matrix.Triplet{Row: 0, Col: 0, Value: 1}, matrix.Triplet{Row: 0, Col: 1, Value: 3}, matrix.Triplet{Row: 0, Col: 2, Value: 5},
			matrix.Triplet{Row: 1, Col: 0, Value: 2}, matrix.Triplet{Row: 1, Col: 1, Value: 4}),
			Held: masked(matrix.Triplet{Row: 0, Col: 0, Value: 1}, matrix.Triplet{Row: 0, Col: 2, Value: 5},
				matrix.Triplet{Row: 1, Col: 1, Value: 4})},
	}
	near(t, "mse-held", o, (2.5*2.5+1+4)/3)
	near(t, "rmse", o, math.Sqrt((2.5*2.5+1+4)/3))
	near(t, "rmse-clipped", o, math.Sqrt((2.5*2.5+0+4)/3))
	// hits 1 (the 5), recommended 2, relevant 2
	near(t, "f-score", o, 0.5)
	// row 1: precision 1/2, recall 1, F1 2/3; row 2: nothing recommended, F1 0
	near(t, "f-score-per-row", o, 1.0/3)
	near(t, "f-score-of-means", o, 2*0.25*0.5/0.75)
	// thresholds 3 and 1.5: of row 2 the 4 is relevant and its 2 recommended, so hits 2, recommended 3, relevant 2
	o.X = masked(matrix.Triplet{Row: 0, Col: 1, Value: 3}, matrix.Triplet{Row: 1, Col: 0, Value: 1.5})
	near(t, "f-score-training", o, 2*(2.0/3)*1/(2.0/3+1))
}

// Three points on a line at 1, 2 and 5: 1 is nearer to 2 than to 5; 5 is not nearer to 1 than to 2; points that coincide
// violate a relation.
func TestRelations(t *testing.T) {
	o := Outcome{Found: Found{Ht: mat.NewDense(4, 1, []float64{1, 2, 5, 2})}, Given: Given{Triples: Triples{H: [][3]int{{0, 1, 2}, {2, 0, 1}}}}}
	near(t, "csr", o, 0.5)
	near(t, "csr-sd", o, 0.5)
	o.Triples.H = append(o.Triples.H, [3]int{1, 3, 3}, [3]int{0, 1, 3})
	near(t, "csr", o, 0.25)
	o.Basis, o.Triples.W = mat.NewDense(3, 1, []float64{0, 1, 3}), [][3]int{{0, 1, 2}}
	near(t, "csr", o, (0.25+1)/2)
	near(t, "relations", o, 5)
	// Under SD, with d = ½ (x - y) log(x/y), 0 counts as 2⁻⁵²: 0 is further from 1 than 3 is.
	o = Outcome{Found: Found{Basis: mat.NewDense(3, 1, []float64{1, 3, 0})}, Given: Given{Triples: Triples{W: [][3]int{{0, 1, 2}}}}}
	near(t, "csr-sd", o, 1)
	near(t, "csr", o, 0)
}

// The basis is the true one with its columns swapped, scaled and blurred; binarised, it is recovered.
func TestRecovery(t *testing.T) {
	s := math.Sqrt(0.5)
	truth := mat.NewDense(3, 2, []float64{s, 0, s, 0, 0, 1})
	basis := mat.NewDense(3, 2, []float64{0.1, 3, 0.1, 3, 7, 0})
	near(t, "recovery-error", Outcome{Given: Given{Truth: truth}, Found: Found{Basis: basis}}, 0)
	if raw := scored(t, "recovery-error-raw", Outcome{Given: Given{Truth: truth}, Found: Found{Basis: basis}}); raw <= 0 || raw > 0.1 {
		t.Errorf("recovery-error-raw = %v, want a little above 0", raw)
	}
	basis.Set(0, 0, 4) // one entry goes to the wrong column: columns (1, 0, 1)/√2 and (0, 1, 0)
	near(t, "recovery-error", Outcome{Given: Given{Truth: truth}, Found: Found{Basis: basis}}, math.Sqrt((2-2*s+2-2*s)/2))
}

func TestPerEntry(t *testing.T) {
	x, err := matrix.NewMasked(2, 2, []matrix.Triplet{{Row: 0, Col: 0, Value: 3}, {Row: 1, Col: 1, Value: 0}})
	if err != nil {
		t.Fatal(err)
	}
	o := Outcome{Given: Given{X: x}, Found: Found{Basis: mat.NewDense(2, 1, []float64{1, 2}), Ht: mat.NewDense(2, 1, []float64{1, 1})}}
	near(t, "msl", o, (4+4)/2.0)
	near(t, "md", o, (3*math.Log(3)-3+1+2)/2)
	near(t, "entries", o, 2)
	near(t, "density", o, 0.5)
}
