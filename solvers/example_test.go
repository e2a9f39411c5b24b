package solvers_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// A method on a matrix of one's own, with everything else left to the defaults.
func ExampleFactorize() {
	x := matrix.NewDense(3, 4, []float64{
		1, 2, 3, 0,
		2, 4, 6, 1,
		0, 1, 0, 2,
	})
	f, err := solvers.Factorize(context.Background(), &solvers.HALS{}, solvers.Problem{X: x, Rank: 2}, solvers.Plan{})
	if err != nil {
		panic(err)
	}
	m, r := f.W.Dims()
	n, _ := f.Ht.Dims()
	fmt.Println(f.Status, m, n, r, f.Last.Objective < 0.5)
	// Output: max-iterations 3 4 2 true
}

// The best of some starts, with a rule for when to stop, an option and the warnings.
func ExampleFactorize_plan() {
	entry, _ := solvers.Find("nmf")
	solver := entry.New()
	if err := solvers.SetOption(solver, "order", "w-first"); err != nil {
		panic(err)
	}
	x := matrix.NewDense(2, 6, []float64{
		5, 4, 6, 0, 1, 0,
		0, 1, 0, 3, 2, 4,
	})
	f, err := solvers.Factorize(context.Background(), solver, solvers.Problem{X: x, Rank: 2}, solvers.Plan{
		Starts: 3, Seed: 7, Settings: solvers.Settings{Iterations: 5000, TolFactor: 1e-4},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(f.Status, len(f.Objectives), f.Warnings)
	// Output: converged 3 []
}

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
	r, c := res.Basis.Dims()
	fmt.Println(status, last.Iteration < 500, last.Objective < 0.5, r, c)
	// Output: converged true true 3 2
}
