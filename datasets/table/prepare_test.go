package table

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// counted is a table of counts with names, dense or sparse, and a copy of its features.
func counted(t *testing.T, rows [][]float64, sparse bool) *Table {
	t.Helper()
	x := mat.NewDense(len(rows), len(rows[0]), nil)
	out := &Table{Name: "X"}
	for i, row := range rows {
		x.SetRow(i, row)
		out.Features = append(out.Features, fmt.Sprint("g", i))
	}
	for j := range rows[0] {
		out.Samples = append(out.Samples, fmt.Sprint("s", j))
	}
	out.X = matrix.FromDense(x)
	if sparse {
		s, err := matrix.CSRFrom(len(rows), len(rows[0]), func(yield func(matrix.Triplet) bool) {
			for e := range matrix.Entries(out.X) {
				if e.Value != 0 && !yield(e) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		out.X = s
	}
	return out
}

// scikit-learn, NumPy and cNMF's formula, whose results testdata/prepare/make.py wrote.
func TestPreparation(t *testing.T) {
	text, err := os.ReadFile("testdata/prepare/prepare.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Counts     [][]float64
		Normalised map[string][][]float64
		Kept       map[int][]int
	}
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	if len(golden.Normalised) != 7 || len(golden.Kept) != 3 {
		t.Fatal("other cases than were written")
	}
	for _, sparse := range []bool{false, true} {
		for steps, want := range golden.Normalised {
			x := counted(t, golden.Counts, sparse)
			p := Preparation{Normalize: steps}
			if _, err := p.Apply(x); err != nil {
				t.Fatal(err)
			}
			for i, row := range want {
				for j, v := range row {
					if got := x.X.At(i, j); math.Abs(got-v) > 1e-12*math.Abs(v) {
						t.Fatalf("%s, sparse %v: %v at %d, %d, want %v", steps, sparse, got, i, j, v)
					}
				}
			}
			if _, stays := x.X.(*matrix.CSR); stays != sparse || x.X.NNZ() != counted(t, golden.Counts, sparse).X.NNZ() {
				t.Errorf("%s: sparse %v, %d entries", steps, stays, x.X.NNZ())
			}
		}
		for count, want := range golden.Kept {
			x := counted(t, golden.Counts, sparse)
			p := Preparation{Features: count, Normalize: "variance"}
			before, err := p.Apply(x)
			if err != nil || !slices.Equal(p.Kept, want) || p.Of != len(golden.Counts) {
				t.Fatalf("%d features: %v of %d, want %v (%v)", count, p.Kept, p.Of, want, err)
			}
			if m, _ := before.Dims(); m != p.Of || len(p.Weights) != count || x.Features[0] != fmt.Sprint("g", want[0]) {
				t.Errorf("%d features before, %d weights, %q", m, len(p.Weights), x.Features)
			}
		}
	}
}

func TestPreparationRefuses(t *testing.T) {
	for steps, want := range map[string]string{
		"tpm":            "want these steps, in this order: counts or counts=N, log1p, and then variance or tfidf",
		"log1p,counts":   "in this order",
		"variance,tfidf": "variance or tfidf",
		"counts=0":       "counts=N with a number N above 0",
		"counts=x":       "counts=N with a number N above 0",
		"counts=1e999":   "counts=N with a number N above 0",
		"log1p=2":        "in this order",
		"counts,":        "in this order",
		"counts,counts":  "in this order",
	} {
		if err := (Preparation{Normalize: steps}).Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", steps, err, want)
		}
	}
	negative := counted(t, [][]float64{{1, 2}, {3, -4}}, false)
	for _, p := range []Preparation{{Normalize: "counts"}, {Normalize: "log1p"}, {Normalize: "tfidf"}, {Features: 1}} {
		x := *negative
		if _, err := p.Apply(&x); err == nil || !strings.Contains(err.Error(), `X has -4 at feature "g1", sample "s1" (row 2, column 2), want values ≥ 0`) {
			t.Errorf("%+v: %v", p, err)
		}
	}
	x := counted(t, [][]float64{{1, 2}, {0, 0}, {2, 2}}, false)
	if _, err := (&Preparation{Features: 2, Normalize: "variance"}).Apply(x); err != nil {
		t.Error(err)
	}
	x = counted(t, [][]float64{{1, 2}, {0, 0}, {0, 0}}, false)
	if _, err := (&Preparation{Features: 2}).Apply(x); err == nil ||
		!strings.Contains(err.Error(), "only 1 features of X are not zero everywhere") {
		t.Error(err)
	}
}

// Of unknown entries nothing is known: the variance is that of the others, and sums are refused.
func TestPreparationUnknown(t *testing.T) {
	x, err := fromDense(mat.NewDense(2, 3, []float64{1, math.NaN(), 3, 5, 5, 5}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (&Preparation{Normalize: "counts"}).Apply(x); err == nil || !strings.Contains(err.Error(), "1 entries of X are unknown") {
		t.Error(err)
	}
	if _, err := (&Preparation{Normalize: "variance"}).Apply(x); err != nil {
		t.Fatal(err)
	}
	if got, want := x.X.At(0, 2), 3/math.Sqrt2; math.Abs(got-want) > 1e-15 || x.X.At(1, 0) != 0 || !math.IsNaN(x.X.At(0, 1)) {
		t.Errorf("%v", x.X)
	}
}

// A feature that does not vary has the weight 0 and a note, however many digits it has and whatever was done before.
func TestPreparationConstants(t *testing.T) {
	for _, v := range []float64{0.1, 0.3, 1, 2, 3, 7, 1e6 + 0.1, 1e-20} {
		for _, sparse := range []bool{false, true} {
			rows := [][]float64{{1, 5, 2, 8, 3, 9, 4}, {v, v, v, v, v, v, v}, {0, 1, 0, 2, 0, 0, 7}, {0, 0, 0, 0, 0, 0, 0}}
			x := counted(t, rows, sparse)
			p := Preparation{Normalize: "variance"}
			if _, err := p.Apply(x); err != nil {
				t.Fatal(err)
			}
			if p.Weights[1] != 0 || p.Weights[3] != 0 || !(p.Weights[0] > 0.1 && p.Weights[0] < 1) || !(p.Weights[2] > 0.1 && p.Weights[2] < 1) {
				t.Errorf("%v, sparse %v: weights %v", v, sparse, p.Weights)
			}
			if len(x.Notes) != 1 || !strings.Contains(x.Notes[0].String(), "(2 of 4)") || !strings.Contains(x.Notes[0].String(), `"g1"`) && !strings.Contains(x.Notes[0].String(), "g1") {
				t.Errorf("notes %q", x.Notes)
			}
		}
	}
	// Samples of one profile, at other depths: after counts, rounding alone tells one feature from itself.
	x := counted(t, [][]float64{{1, 3, 7, 11}, {2, 6, 14, 22}, {5, 15, 35, 55}}, false)
	if _, err := (&Preparation{Normalize: "counts=1000,log1p,variance"}).Apply(x); err == nil ||
		!strings.Contains(err.Error(), "no feature of X varies") {
		t.Errorf("equal profiles: %v", err)
	}
	one := counted(t, [][]float64{{1}, {2}}, false)
	if _, err := (&Preparation{Normalize: "variance"}).Apply(one); err == nil {
		t.Error("one sample has variances")
	}
}
