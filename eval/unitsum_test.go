package eval

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A component of large numbers takes all samples, and as a share of its sum those that it weighs in.
func TestUnitSum(t *testing.T) {
	o := Outcome{Found: Found{Ht: mat.NewDense(3, 2, []float64{10, 1, 12, 0, 11, 3}), Rank: 2}}
	for unit, want := range map[bool][]int{false: {0, 0, 0}, true: {0, 0, 1}} {
		a := NewAssign()
		a.UnitSum = unit
		got, _, err := a.Clusters(o, nil)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("unit-sum %v: %v, %v, want %v", unit, got, err, want)
		}
	}
	if a := (Assign{From: FromX, Method: ByArgmax, UnitSum: true}); a.Validate() == nil {
		t.Error("unit-sum of the samples is accepted")
	}
}

// Columns in another order and of another length have the cosines of the true ones.
func TestRecoveryCosine(t *testing.T) {
	truth := mat.NewDense(3, 2, []float64{1, 0, 0, 1, 0, 0})
	got, err := recoveryCosine(Outcome{Given: Given{Truth: truth}, Found: Found{Basis: mat.NewDense(3, 2, []float64{0, 5, 3, 0, 4, 0})}}, nil)
	if want := (1 + 0.6) / 2; err != nil || math.Abs(got-want) > 1e-15 {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}
