package run

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// Every start that a spec may name gives factors of the run's shape; the scaled one gives the model the mean of X. Unknown
// entries are an error of the one start that needs every entry, and of those by singular vectors.
func TestStarts(t *testing.T) {
	x := mat.NewDense(6, 8, nil)
	var known []matrix.Triplet
	for i := range 6 {
		for j := range 8 {
			x.Set(i, j, 100+float64((7*i+3*j)%11))
			if (i+j)%5 > 0 {
				known = append(known, matrix.Triplet{Row: i, Col: j, Value: x.At(i, j)})
			}
		}
	}
	whole := sample{Data: &datasets.Data{X: matrix.FromDense(x)}}
	masked, err := matrix.NewMasked(6, 8, known)
	if err != nil {
		t.Fatal(err)
	}
	part := sample{Data: &datasets.Data{X: masked}}
	for _, init := range spec.Inits {
		entry, _ := solvers.Find("nmf")
		r := &Run{solver: entry.New()}
		r.ID.Rank, r.ID.Init = 2, init
		f, err := r.start(context.Background(), whole)
		if err != nil {
			t.Fatalf("%s: %v", init, err)
		}
		var model mat.Dense
		model.Mul(f.W, f.Ht.T())
		if got, want := mat.Sum(&model), mat.Sum(x); init == "scaled" && math.Abs(got-want) > 1e-9*want {
			t.Errorf("the scaled start sums to %v, X to %v", got, want)
		}
		_, err = r.start(context.Background(), part)
		if slices.Contains([]string{"random", "scaled"}, init) {
			if err != nil {
				t.Errorf("%s: %v", init, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), "unknown") {
			t.Errorf("%s with unknown entries: got %v, want an error that names them", init, err)
		}
	}
}
