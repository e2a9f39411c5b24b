package solvers_test

import (
	"errors"
	"math"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
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
	{"allocations", func(t *testing.T, c Embedding) { checkBareAllocations(t, c.bare()) }},
	{"status", func(t *testing.T, c Embedding) { checkBareStatus(t, c.bare()) }},
	{"masked", checkEmbeddingMasked},
	{"bad-data", func(t *testing.T, c Embedding) { checkBadData(t, c.bare()) }},
	{"options", func(t *testing.T, c Embedding) { checkOptions(t, c.bare()) }},
}

// RunEmbedding tries every property of an embedding method.
func RunEmbedding(t *testing.T, c Embedding) {
	for _, check := range embeddingChecks {
		t.Run(check.name, func(t *testing.T) { check.run(t, c) })
	}
}

func (c Embedding) bare() Case { return bareCase(c.Name, c.New) }

// after returns the coordinates and the objective after some steps.
func (c Embedding) after(t *testing.T, x matrix.Matrix, r, steps int) (*mat.Dense, float64) {
	t.Helper()
	res, objective := c.bare().bareAfter(t, x, r, steps, 99)
	return res.Embedding, objective
}

// checkEmbeddingProgress also sees the shape of the result and that X stays untouched.
func checkEmbeddingProgress(t *testing.T, c Embedding) {
	rises := 0
	for seed := range uint64(5) {
		x := c.bare().data(rows, cols, seed)
		before := mat.DenseCopyOf(x)
		run := c.bare().bare(t, matrix.FromDense(x), rank, 99)
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
		if e := run.Finish(); !rightCoordinates(e, cols, rank) {
			t.Errorf("coordinates %v, want %d×%d", e.Embedding, cols, rank)
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
	checkBareBits(t, c.bare(), func(a, b solvers.Result) bool { return mat.Equal(a.Embedding, b.Embedding) })
	large := c.bare().data(300, 200, 11)
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
	x := c.bare().data(rows, cols, 13)
	a, f := c.after(t, matrix.FromDense(x), rank, 10)
	b, g := c.after(t, matrixtest.Sparse(t, x), rank, 10)
	if !close(b, a, 1e-9) || math.Abs(f-g) > 1e-9*f {
		t.Error("dense and sparse storage give different coordinates")
	}
}

func checkEmbeddingPermutation(t *testing.T, c Embedding) {
	x := c.bare().data(rows, cols, 6)
	order := seeded(6).Perm(cols)
	y := mat.DenseCopyOf(permuteRows(mat.DenseCopyOf(x.T()), order).T())
	a, _ := c.after(t, matrix.FromDense(x), rank, 20)
	b, _ := c.after(t, matrix.FromDense(y), rank, 20)
	if !close(b, permuteRows(a, order), 1e-9) {
		t.Error("the coordinates do not follow the order of the samples")
	}
}

func checkEmbeddingMasked(t *testing.T, c Embedding) {
	x := c.bare().data(rows, cols, 14)
	x.Set(3, 2, math.NaN())
	_, err := c.New().Start(solvers.Problem{X: matrixtest.Masked(t, x), Rank: rank}, solvers.Factors{}, seeded(99))
	if !errors.Is(err, solvers.ErrUnsupported) {
		t.Errorf("got error %v, want ErrUnsupported", err)
	}
}

// checkEmbeddingDegenerate also refuses more dimensions than samples.
func checkEmbeddingDegenerate(t *testing.T, c Embedding) {
	checkBareDegenerate(t, c.bare(), rightCoordinates)
	c.bare().refuses(t, cols+1)
}

// rightCoordinates tells whether each of n samples has r finite coordinates.
func rightCoordinates(res solvers.Result, n, r int) bool {
	m, k := res.Embedding.Dims()
	return m == n && k == r && finite(mat.Norm(res.Embedding, 2))
}
