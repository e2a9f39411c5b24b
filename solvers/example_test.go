package solvers_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"nmfrepro/solvers"
	"nmfrepro/solvers/loss"
	"nmfrepro/solvers/matrix"
)

// A catalog method on a small matrix of rank 2, from a random start.
func Example() {
	x := matrix.NewDense(3, 4, []float64{
		1, 2, 3, 0,
		2, 4, 6, 1,
		0, 1, 0, 2,
	})
	entry, _ := solvers.Find("hals")
	solver := entry.New()
	if err := solvers.SetOption(solver, "order", "w-first"); err != nil {
		panic(err)
	}

	const rank = 2
	m, n := x.Dims()
	w, ht := solver.Rows(m, n)
	rng := rand.New(rand.NewPCG(1, 1))
	f := solvers.Factors{W: solvers.RandomFactor(w, rank, rng), Ht: solvers.RandomFactor(ht, rank, rng)}
	run, err := solver.Start(solvers.Problem{X: x, Rank: rank}, f, rng)
	if err != nil {
		panic(err)
	}
	last, status, err := solvers.Solve(context.Background(), run, f, solvers.Settings{Iterations: 500, TolObjective: 1e-6})
	if err != nil {
		panic(err)
	}
	res := run.Finish()
	fmt.Println(status, last.Iteration < 500, loss.RelError(x, res.Basis, res.Ht) < 0.15)
	// Output: converged true true
}
