package solvertest

import (
	"context"
	"errors"
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// Embedding is a method, with one set of options, that needs no start, takes data of any sign and ends in coordinates of the
// samples.
type Embedding struct {
	Name string
	New  func() solvers.Solver

	// Rises tells why Step may raise the objective; a method that says nothing must descend at every step.
	Rises string
}

var embeddingChecks = []struct {
	name string
	run  func(t *testing.T, c Embedding)
}{
	{"progress", checkEmbeddingProgress},
	{"same-bits", checkEmbeddingBits},
	{"storage", checkEmbeddingStorage},
	{"permutation", checkEmbeddingPermutation},
	{"degenerate", checkEmbeddingDegenerate},
	{"allocations", checkEmbeddingAllocations},
	{"status", checkEmbeddingStatus},
	{"masked", checkEmbeddingMasked},
	{"bad-data", func(t *testing.T, c Embedding) { checkBadData(t, c.asCase()) }},
	{"options", func(t *testing.T, c Embedding) { checkOptions(t, c.asCase()) }},
}

// RunEmbedding tries every property of an embedding method.
func RunEmbedding(t *testing.T, c Embedding) {
	for _, check := range embeddingChecks {
		t.Run(check.name, func(t *testing.T) { check.run(t, c) })
	}
}

// asCase serves the checks that look at no factors.
func (c Embedding) asCase() Case { return Case{Name: c.Name, New: c.New, Signed: true, Mixed: true} }

func (c Embedding) data(m, n int, seed uint64) *mat.Dense {
	return c.asCase().problem(m, n, seeded(seed))
}

func (c Embedding) begin(t *testing.T, x matrix.Matrix, r int) solvers.Run {
	t.Helper()
	run, err := c.New().Start(solvers.Problem{X: x, Rank: r}, solvers.Factors{}, seeded(99))
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// after returns the coordinates and the objective after some steps.
func (c Embedding) after(t *testing.T, x matrix.Matrix, r, steps int) (*mat.Dense, float64) {
	t.Helper()
	run := c.begin(t, x, r)
	for range steps {
		run.Step()
	}
	return run.Finish().Embedding, run.Objective()
}

// checkEmbeddingProgress also sees the shape of the result and that X stays untouched.
func checkEmbeddingProgress(t *testing.T, c Embedding) {
	rises := 0
	for seed := range uint64(5) {
		x := c.data(rows, cols, seed)
		before := mat.DenseCopyOf(x)
		run := c.begin(t, matrix.FromDense(x), rank)
		first := run.Objective()
		old := first
		for step := range 60 {
			run.Step()
			now := run.Objective()
			if now > old*(1+1e-12) {
				if rises++; c.Rises == "" {
					t.Fatalf("seed %d, step %d: objective rose from %.17g to %.17g", seed, step+1, old, now)
				}
			}
			old = now
		}
		if !(old < first) {
			t.Errorf("objective %v at the end, %v at the start", old, first)
		}
		e := run.Finish().Embedding
		if n, r := e.Dims(); n != cols || r != rank || !finite(mat.Norm(e, 2)) {
			t.Errorf("coordinates are %d×%d with norm %v, want %d×%d", n, r, mat.Norm(e, 2), cols, rank)
		}
		if !mat.Equal(x, before) {
			t.Error("X was modified")
		}
	}
	if c.Rises != "" && rises == 0 {
		t.Errorf("declared to rise (%s), but never did", c.Rises)
	}
}

// checkEmbeddingBits runs one solver on one problem at once, and at other thread counts on one that is large enough.
func checkEmbeddingBits(t *testing.T, c Embedding) {
	x := matrix.FromDense(c.data(rows, cols, 10))
	s := c.New()
	results := make([]*mat.Dense, 4)
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
			results[k] = run.Finish().Embedding
		})
	}
	wait.Wait()
	for _, e := range results[1:] {
		if !mat.Equal(e, results[0]) {
			t.Fatal("runs of one seed differ")
		}
	}
	large := c.data(300, 200, 11)
	threads := func(n int) *mat.Dense {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
		e, _ := c.after(t, matrix.FromDense(large), 5, 2)
		return e
	}
	if !mat.Equal(threads(1), threads(8)) {
		t.Error("GOMAXPROCS 1 and 8 give different bits")
	}
}

func checkEmbeddingStorage(t *testing.T, c Embedding) {
	x := c.data(rows, cols, 13)
	a, f := c.after(t, matrix.FromDense(x), rank, 10)
	b, g := c.after(t, sparse(t, x), rank, 10)
	if !close(b, a, 1e-9) || math.Abs(f-g) > 1e-9*f {
		t.Error("dense and sparse storage give different coordinates")
	}
}

func checkEmbeddingPermutation(t *testing.T, c Embedding) {
	x := c.data(rows, cols, 6)
	order := seeded(6).Perm(cols)
	y := mat.DenseCopyOf(permuteRows(mat.DenseCopyOf(x.T()), order).T())
	a, _ := c.after(t, matrix.FromDense(x), rank, 20)
	b, _ := c.after(t, matrix.FromDense(y), rank, 20)
	if !close(b, permuteRows(a, order), 1e-9) {
		t.Error("the coordinates do not follow the order of the samples")
	}
}

func checkEmbeddingDegenerate(t *testing.T, c Embedding) {
	holed := c.data(rows, cols, 7)
	for i := range rows {
		holed.Set(i, 4, 0)
	}
	for _, tt := range []struct {
		name string
		x    *mat.Dense
		r    int
	}{
		{"zero sample", holed, rank},
		{"zero", mat.NewDense(rows, cols, nil), rank},
		{"one dimension", holed, 1},
		{"all dimensions", holed, cols},
		{"one feature", c.data(1, cols, 8), 1},
		{"one sample", c.data(rows, 1, 8), 1},
	} {
		for _, x := range []matrix.Matrix{matrix.FromDense(tt.x), sparse(t, tt.x)} {
			if e, f := c.after(t, x, tt.r, 20); !finite(mat.Norm(e, 2)) || !finite(f) {
				t.Errorf("%s: coordinates of norm %v, objective %v", tt.name, mat.Norm(e, 2), f)
			}
		}
	}
	for text, r := range map[string]int{"rank = 0": 0, "rank = 10": cols + 1} {
		_, err := c.New().Start(solvers.Problem{X: matrix.FromDense(holed), Rank: r}, solvers.Factors{}, seeded(1))
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: got error %v", text, err)
		}
	}
	if got := solvers.RankLimit(c.New(), rows, cols); got != cols {
		t.Errorf("rank limit %d for %d samples", got, cols)
	}
}

func checkEmbeddingAllocations(t *testing.T, c Embedding) {
	for _, shape := range [][2]int{{rows, cols}, {cols, rows}} {
		run := c.begin(t, matrix.FromDense(c.data(shape[0], shape[1], 16)), rank)
		if got := testing.AllocsPerRun(20, run.Step); got != 0 {
			t.Errorf("%v allocations a step", got)
		}
		if got := testing.AllocsPerRun(20, func() { run.Objective() }); got != 0 {
			t.Errorf("%v allocations an objective", got)
		}
	}
}

func checkEmbeddingStatus(t *testing.T, c Embedding) {
	run := c.begin(t, matrix.FromDense(c.data(rows, cols, 17)), rank)
	last, status, err := solvers.Solve(context.Background(), run, solvers.Factors{}, solvers.Settings{Iterations: 7, TolFactor: 1})
	if err != nil || status != solvers.MaxIterations || last.Iteration != 7 {
		t.Errorf("limit of 7: stopped after %d with %v, %v", last.Iteration, status, err)
	}
}

func checkEmbeddingMasked(t *testing.T, c Embedding) {
	x := c.data(rows, cols, 14)
	x.Set(3, 2, math.NaN())
	_, err := c.New().Start(solvers.Problem{X: masked(t, x), Rank: rank}, solvers.Factors{}, seeded(99))
	if !errors.Is(err, solvers.ErrUnsupported) {
		t.Errorf("got error %v, want ErrUnsupported", err)
	}
}
