package table

import (
	"reflect"
	"testing"

	"nmfrepro/solvers/matrix"
)

// Features and samples of zeros alone are the same ones however X is held; where entries may be unknown, those without any are told apart.
func TestBlank(t *testing.T) {
	values := []float64{
		0, 0, 5, 0,
		0, 0, 0, 0,
		1, 0, 0, 0,
		2, 0, 3, 0,
		0, 0, 0, 0,
		0, 0, 0, 7,
	}
	var entries []matrix.Triplet
	for k, v := range values {
		if v != 0 {
			entries = append(entries, matrix.Triplet{Row: k / 4, Col: k % 4, Value: v})
		}
	}
	sparse, err := matrix.NewCSR(6, 4, entries)
	if err != nil {
		t.Fatal(err)
	}
	masked, err := matrix.NewMasked(6, 4, append(entries, matrix.Triplet{Row: 1, Col: 1}))
	if err != nil {
		t.Fatal(err)
	}
	none := [2][]int{}
	for name, c := range map[string]struct {
		x             matrix.Matrix
		unknown, zero [2][]int
	}{
		"dense":  {matrix.NewDense(6, 4, values), none, [2][]int{{1, 4}, {1}}},
		"sparse": {sparse, none, [2][]int{{1, 4}, {1}}},
		"masked": {masked, [2][]int{{4}, nil}, [2][]int{{1}, {1}}},
	} {
		unknown, zero := (&Table{X: c.x}).Blank()
		if !reflect.DeepEqual(unknown, c.unknown) || !reflect.DeepEqual(zero, c.zero) {
			t.Errorf("%s: unknown %v, zero %v; want %v, %v", name, unknown, zero, c.unknown, c.zero)
		}
	}
}
