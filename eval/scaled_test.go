package eval

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Scaling a basis vector by c and its coefficients by 1/c changes no cluster that is read for a unit basis.
func TestUnitBasisReading(t *testing.T) {
	o := Outcome{
		Found: Found{Basis: mat.NewDense(2, 2, []float64{3, 0, 4, 100}), // columns of length 5 and 100
			Ht: mat.NewDense(3, 2, []float64{1, 0.1, 2, 0, 0, 1})}, // at unit length: (5, 10), (10, 0), (0, 100)
	}
	read := func(a Assign) []int {
		t.Helper()
		clusters, _, err := a.Clusters(o, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		return clusters
	}
	a := NewAssign()
	if got := read(a); !slices.Equal(got, []int{0, 0, 1}) {
		t.Errorf("as left: %v", got)
	}
	a.UnitBasis = true
	if got := read(a); !slices.Equal(got, []int{1, 0, 1}) {
		t.Errorf("of a unit basis: %v", got)
	}
	o.Basis = nil
	if _, _, err := a.Clusters(o, nil); err == nil {
		t.Error("without a basis there is no unit basis")
	}
}

func TestPartReading(t *testing.T) {
	rows := mat.NewDense(1, 5, []float64{1, 2, 3, 4, 5})
	for _, tt := range []struct {
		part, parts int
		want        []float64
	}{
		{1, 2, []float64{1, 2, 3}}, {2, 2, []float64{4, 5}}, {1, 3, []float64{1, 2}}, {2, 3, []float64{3, 4}}, {3, 3, []float64{5}},
		{5, 5, []float64{5}},
	} {
		got, err := Assign{Part: tt.part, Parts: tt.parts}.part(rows)
		if err != nil || !slices.Equal(got.RawRowView(0), tt.want) {
			t.Errorf("part %d of %d: %v, want %v (%v)", tt.part, tt.parts, got, tt.want, err)
		}
	}
	if _, err := (Assign{Part: 1, Parts: 6}).part(rows); err == nil {
		t.Error("five columns were shared among six parts")
	}
	for _, bad := range []Assign{
		{From: FromH, Method: ByArgmax, Part: 1}, {From: FromH, Method: ByArgmax, Parts: 2}, {From: FromH, Method: ByArgmax, Part: 3, Parts: 2},
		{From: FromX, Method: ByArgmax, UnitBasis: true}, {From: FromW, Method: ByArgmax, Part: 1, Parts: 2},
	} {
		if bad.Validate() == nil {
			t.Errorf("%+v was accepted", bad)
		}
	}
}
