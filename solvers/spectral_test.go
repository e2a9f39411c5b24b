package solvers

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// The square root of the Gram matrix's largest eigenvalue against the largest singular value, also where the two leading
// ones coincide.
func TestTopEigenvalue(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, r := range []int{1, 2, 5, 40, 70} {
		a := RandomFactor(90, r, rng)
		if r == 2 {
			a.Zero() // orthogonal columns of one length: no gap
			for i := range 90 {
				a.Set(i, i%2, 1)
			}
		}
		gram := mat.NewDense(r, r, nil)
		matrix.Gram(gram, a)
		top := newSymmetricEigen(r, lapack.EVNone)
		var svd mat.SVD
		if !svd.Factorize(a, mat.SVDNone) {
			t.Fatal("no singular values")
		}
		want := svd.Values(nil)[0]
		if got := math.Sqrt(top.largest(gram)); math.Abs(got-want) > 4e-15*want {
			t.Errorf("r = %d: got %.17g, want %.17g", r, got, want)
		}
		if allocations := testing.AllocsPerRun(10, func() { top.largest(gram) }); allocations != 0 {
			t.Errorf("r = %d: %v allocations", r, allocations)
		}
	}
	bad := mat.NewDense(2, 2, []float64{1, math.NaN(), math.NaN(), 1})
	if got := newSymmetricEigen(2, lapack.EVNone).largest(bad); !math.IsNaN(got) {
		t.Errorf("of a matrix with NaN: got %v, want NaN", got)
	}
}
