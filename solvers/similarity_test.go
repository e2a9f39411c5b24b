package solvers

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// ‖XᵀX‖² of a sparse X is that of the same X held dense.
func TestSparseSquare(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	x := mat.NewDense(9, 7, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return max(0, rng.Float64()-0.6) }, x)
	var triplets []matrix.Triplet
	for i := range 9 {
		for j := range 7 {
			if v := x.At(i, j); v > 0 {
				triplets = append(triplets, matrix.Triplet{Row: i, Col: j, Value: v})
			}
		}
	}
	csr, err := matrix.NewCSR(9, 7, triplets)
	if err != nil {
		t.Fatal(err)
	}
	var xtx mat.Dense
	xtx.Mul(x.T(), x)
	want := math.Pow(mat.Norm(&xtx, 2), 2)
	if got := sparseSquare(csr); math.Abs(got-want) > 1e-13*want {
		t.Errorf("%v, want %v", got, want)
	}
}
