package manifold

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Against reachability by powers of the pattern: a point lies in a closed component where all that it reaches reaches it.
func TestClosedComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		n, degree := 1+rng.IntN(14), rng.IntN(3)
		var edges []matrix.Triplet
		reach := make([][]bool, n)
		for i := range reach {
			reach[i] = make([]bool, n)
			reach[i][i] = true
			for _, j := range rng.Perm(n)[:min(degree+rng.IntN(2), n)] {
				if !reach[i][j] {
					reach[i][j] = true
					edges = append(edges, matrix.Triplet{Row: i, Col: j, Value: 1})
				}
			}
		}
		a, err := matrix.NewCSR(n, n, edges)
		if err != nil {
			t.Fatal(err)
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		want := 0
		for i := range n {
			closed, first := true, true
			for j := range n {
				closed = closed && (!reach[i][j] || reach[j][i])
				first = first && !(j < i && reach[i][j] && reach[j][i])
			}
			if closed && first {
				want++
			}
		}
		if got := closedComponents(a); got != want {
			t.Fatalf("%v: %d closed components, want %d", edges, got, want)
		}
	}
}

// Three clusters and two samples between them hang together, but the cost has three vectors of eigenvalue 0.
func TestLLEBetweenClusters(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	x := mat.NewDense(3, 38, nil)
	for j := range 38 {
		for i := range 3 {
			place := 0.0
			switch {
			case j < 36 && j/12 == i:
				place = 10
			case j == 36 && i != 2, j == 37 && i != 0:
				place = 5
			}
			x.Set(i, j, place+0.1*rng.Float64())
		}
	}
	o := LLE{Neighbours: 5, Reg: 1e-3}
	e, err := o.Embed(matrix.FromDense(x), 4, rng)
	if err != nil {
		t.Fatal(err)
	}
	v, err := o.Weights(matrix.FromDense(x))
	if err != nil {
		t.Fatal(err)
	}
	n, _ := v.Dims()
	residual := mat.NewDense(n, n, nil)
	residual.Apply(func(i, j int, _ float64) float64 {
		if i == j {
			return 1 - v.At(i, j)
		}
		return -v.At(i, j)
	}, residual)
	var svd mat.SVD
	if !svd.Factorize(residual, mat.SVDNone) {
		t.Fatal("no singular values")
	}
	zeros := 0
	for _, s := range svd.Values(nil) {
		if s < 1e-9 {
			zeros++
		}
	}
	if e.Closed != zeros || e.Closed != 3 || e.Components != 1 {
		t.Errorf("%d closed components, %d connected, %d singular values of 0; want 3, 1, 3", e.Closed, e.Components, zeros)
	}
	if math.IsNaN(mat.Sum(e.Points)) {
		t.Error("the embedding holds NaN")
	}
}
