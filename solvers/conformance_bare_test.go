package solvers_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// What [Clustering] and [Embedding] have in common: methods of data of any sign that need no start and leave no factors.

// bareCase serves the checks that look at no factors.
func bareCase(name string, build func() solvers.Solver) Case {
	return Case{Name: name, New: build, Accepts: Accepts{Signed: true, Mixed: true}}
}

// data returns problem from a seed.
func (c Case) data(m, n int, seed uint64) *mat.Dense { return c.problem(m, n, seeded(seed)) }

// bare starts a run without factors.
func (c Case) bare(t *testing.T, x matrix.Matrix, r int, seed uint64) solvers.Progress {
	t.Helper()
	s := c.New()
	m, n := x.Dims()
	if w, ht := s.Rows(m, n); w != 0 || ht != 0 {
		t.Fatalf("factors of %d and %d rows, want none", w, ht)
	}
	run, err := s.Start(solvers.Problem{X: x, Rank: r}, solvers.Factors{}, seeded(seed))
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// bareAfter returns the result and the objective after some steps.
func (c Case) bareAfter(t *testing.T, x matrix.Matrix, r, steps int, seed uint64) (solvers.Result, float64) {
	t.Helper()
	run := c.bare(t, x, r, seed)
	for range steps {
		run.Step()
	}
	return run.Finish(), run.Objective()
}

// checkBareBits runs one solver on one problem several times at once.
func checkBareBits(t *testing.T, c Case, same func(a, b solvers.Result) bool) {
	x := matrix.FromDense(c.data(rows, 30, 10))
	s := c.New()
	results, objectives := make([]solvers.Result, 4), make([]float64, 4)
	var wait sync.WaitGroup
	for k := range results {
		wait.Go(func() {
			run, err := s.Start(solvers.Problem{X: x, Rank: rank}, solvers.Factors{}, seeded(7))
			if err != nil {
				t.Error(err)
				return
			}
			run.Step()
			run.Step()
			results[k], objectives[k] = run.Finish(), run.Objective()
		})
	}
	wait.Wait()
	for k := range results {
		if !same(results[k], results[0]) || objectives[k] != objectives[0] {
			t.Fatal("runs of one seed differ")
		}
	}
}

// degenerateCase is data in which something is lacking, with a rank.
type degenerateCase struct {
	name string
	x    *mat.Dense
	r    int
}

func (c Case) degenerate() []degenerateCase {
	holed := c.data(rows, cols, 7)
	for i := range rows {
		holed.Set(i, 4, 0)
	}
	return []degenerateCase{
		{"zero sample", holed, rank},
		{"zero", mat.NewDense(rows, cols, nil), rank},
		{"rank 1", holed, 1},
		{"a rank for every sample", holed, cols},
		{"one feature", c.data(1, cols, 8), 1},
		{"one sample", c.data(rows, 1, 8), 1},
	}
}

// checkBareDegenerate demands a result that is right in itself of every such problem, and an error for rank 0.
func checkBareDegenerate(t *testing.T, c Case, right func(res solvers.Result, n, r int) bool) {
	for _, d := range c.degenerate() {
		for _, x := range []matrix.Matrix{matrix.FromDense(d.x), matrixtest.Sparse(t, d.x)} {
			res, objective := c.bareAfter(t, x, d.r, 20, 9)
			if !right(res, d.x.RawMatrix().Cols, d.r) || !finite(objective) {
				t.Errorf("%s: objective %v, %v", d.name, objective, res)
			}
		}
	}
	c.refuses(t, 0)
	if got := solvers.RankLimit(c.New(), rows, cols); got != cols {
		t.Errorf("rank limit %d for %d samples", got, cols)
	}
}

// refuses demands an error that names the rank.
func (c Case) refuses(t *testing.T, r int) {
	t.Helper()
	x, want := matrix.FromDense(c.data(rows, cols, 7)), fmt.Sprintf("rank = %d", r)
	if _, err := c.New().Start(solvers.Problem{X: x, Rank: r}, solvers.Factors{}, seeded(1)); err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("%s: got error %v", want, err)
	}
}

func checkBareAllocations(t *testing.T, c Case) {
	for _, shape := range [][2]int{{rows, cols}, {cols, rows}} {
		run := c.bare(t, matrix.FromDense(c.data(shape[0], shape[1], 16)), rank, 4)
		if got := testing.AllocsPerRun(20, run.Step); got != 0 {
			t.Errorf("%v allocations a step", got)
		}
		if got := testing.AllocsPerRun(20, func() { run.Objective() }); got != 0 {
			t.Errorf("%v allocations an objective", got)
		}
	}
}

// checkBareStatus runs the shared loop, whose rule for factors has nothing to look at.
func checkBareStatus(t *testing.T, c Case) {
	run := c.bare(t, matrix.FromDense(c.data(rows, cols, 17)), rank, 5)
	last, status, err := solvers.Solve(context.Background(), run, solvers.Factors{}, solvers.Settings{Iterations: 7, TolFactor: 1})
	if err != nil || status != solvers.MaxIterations || last.Iteration != 7 {
		t.Errorf("limit of 7: stopped after %d with %v, %v", last.Iteration, status, err)
	}
}
