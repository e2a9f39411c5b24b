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
	if _, err := (&Preparation{Features: 2}).Apply(x); err == nil || !strings.Contains(err.Error(), "only 1 features of X are not zero everywhere") {
		t.Error(err)
	}
}

// Of unknown entries nothing is known: the variance is that of the others, and sums are refused.
func TestPreparationUnknown(t *testing.T) {
	x, err := fromDense(mat.NewDense(2, 3, []float64{1, math.NaN(), 3, 5, 5, 5}), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (&Preparation{Normalize: "counts"}).Apply(x); err == nil || !strings.Contains(err.Error(), "entries of X are unknown (1)") {
		t.Error(err)
	}
	if _, err := (&Preparation{Normalize: "variance"}).Apply(x); err != nil {
		t.Fatal(err)
	}
	if got, want := x.X.At(0, 2), 3/math.Sqrt2; math.Abs(got-want) > 1e-15 || x.X.At(1, 0) != 5 || !math.IsNaN(x.X.At(0, 1)) {
		t.Errorf("%v", x.X)
	}
}
