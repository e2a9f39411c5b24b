package solvers

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/graph"
)

// Against gonum's Cholesky factors of each system: shifts far below and above the Laplacian, one of 0, and a point without
// edges.
func TestLaplacianSolver(t *testing.T) {
	const n, lambda = 40, 3
	rng := rand.New(rand.NewPCG(1, 1))
	var edges []graph.Edge
	for range 100 {
		if i, j := rng.IntN(n-1), rng.IntN(n-1); i != j {
			edges = append(edges, graph.Edge{I: i, J: j, Weight: rng.Float64()})
		}
	}
	s, err := graph.FromEdges(n, edges)
	if err != nil {
		t.Fatal(err)
	}
	shifts := []float64{1e-4, 1, 0, 1e4, 2}
	y, v := RandomFactor(n, len(shifts), rng), RandomFactor(n, len(shifts), rng)
	for i := range n {
		y.Set(i, 4, 0)
	}
	p := newPenalty(lambda, s, len(shifts))
	solver := newLaplacianSolver(p, n, len(shifts))
	if got := testing.AllocsPerRun(1, func() { solver.solve(v, y, shifts) }); got != 0 {
		t.Errorf("%v allocations", got)
	}
	for k, c := range shifts {
		system := mat.NewSymDense(n, nil)
		for i := range n {
			system.SetSym(i, i, c+lambda*p.degrees[i])
			for j := range i {
				system.SetSym(i, j, -lambda*s.At(i, j))
			}
		}
		want := mat.NewVecDense(n, nil)
		var factors mat.Cholesky
		if c > 0 {
			if !factors.Factorize(system) {
				t.Fatal("the system is not positive definite")
			}
			if err := factors.SolveVecTo(want, y.ColView(k)); err != nil {
				t.Fatal(err)
			}
		}
		// The condition of the system is at most 1 + 2·lambda·max D / c.
		for i := range n {
			g, w := v.At(i, k), want.AtVec(i)
			if !(g >= 0) || math.Abs(g-w) > 1e-9*math.Abs(w) {
				t.Fatalf("shift %v, point %d: got %v, want %v", c, i, g, w)
			}
		}
	}
}
