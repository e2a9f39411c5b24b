package solvers_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// manifolds are the methods of the catalog that embed samples by their neighbours. What their embeddings are is tested in
// package manifold; here, what they owe as solvers.
var manifolds = []struct {
	name    string
	options map[string]string
	steps   int  // that a run takes
	exact   bool // dense and sparse storage agree to rounding; a stochastic descent spreads it
}{
	{"lle", nil, 0, true},
	{"spectral-embedding", map[string]string{"neighbours": "6"}, 0, true},
	{"umap", map[string]string{"neighbours": "6", "epochs": "40"}, 40, false},
}

// cloud is n samples of mixed sign on a bent sheet in m dimensions.
func cloud(m, n int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(m, n, nil)
	for j := range n {
		u, v := 4*rng.Float64(), rng.Float64()
		for i := range m {
			x.Set(i, j, math.Sin(u+float64(i))+v*float64(i%3)+0.01*rng.NormFloat64())
		}
	}
	return x
}

func TestManifolds(t *testing.T) {
	for _, c := range manifolds {
		t.Run(c.name, func(t *testing.T) {
			s := newSolver(t, c.name)
			for name, text := range c.options {
				if err := solvers.SetOption(s, name, text); err != nil {
					t.Fatal(err)
				}
			}
			data := cloud(5, 60, 3)
			before := mat.DenseCopyOf(data)
			solve := func(x matrix.Matrix, seed uint64) solvers.Result {
				run, err := s.Start(solvers.Problem{X: x, Rank: 2}, solvers.Factors{}, rand.New(rand.NewPCG(seed, 2)))
				if err != nil {
					t.Error(err)
					return solvers.Result{}
				}
				last, status, err := solvers.Solve(context.Background(), run, solvers.Factors{}, solvers.Settings{Iterations: 1000})
				if err != nil || status != solvers.Converged || last.Iteration != c.steps || !(last.Objective >= 0) {
					t.Errorf("%d iterations, %v, objective %v, %v; want %d", last.Iteration, status, last.Objective, err, c.steps)
				}
				if allocs := testing.AllocsPerRun(5, func() { run.Step(); run.Objective() }); allocs != 0 {
					t.Errorf("%v allocations a step", allocs)
				}
				return run.Finish()
			}
			one := solve(matrix.FromDense(data), 1)
			if n, r := one.Embedding.Dims(); n != 60 || r != 2 || one.W != nil || one.Ht != nil || one.Labels != nil {
				t.Fatalf("embedding %d×%d, or something besides", n, r)
			}
			results := make([]solvers.Result, 3)
			var wait sync.WaitGroup
			for k := range results {
				run, err := s.Start(solvers.Problem{X: matrix.FromDense(data), Rank: 2}, solvers.Factors{}, rand.New(rand.NewPCG(1, 2)))
				if err != nil {
					t.Fatal(err)
				}
				wait.Go(func() {
					for range c.steps {
						run.Step()
					}
					results[k] = run.Finish()
				})
			}
			wait.Wait()
			for _, r := range results {
				if !mat.Equal(r.Embedding, one.Embedding) {
					t.Error("the same seed gave other bits")
				}
			}
			sparse := solve(matrixtest.Sparse(t, data), 1)
			if c.exact && !mat.EqualApprox(sparse.Embedding, one.Embedding, 1e-7*mat.Norm(one.Embedding, math.Inf(1))) {
				t.Error("dense and sparse storage give different embeddings")
			}
			if !mat.Equal(data, before) {
				t.Error("X was modified")
			}
		})
	}
}

func TestManifoldRefusals(t *testing.T) {
	data := cloud(5, 20, 4)
	x := matrix.FromDense(data)
	for _, c := range manifolds {
		s := newSolver(t, c.name)
		start := func(x matrix.Matrix, r int) error {
			_, err := s.Start(solvers.Problem{X: x, Rank: r}, solvers.Factors{}, rand.New(rand.NewPCG(1, 2)))
			return err
		}
		for _, r := range []int{0, 20} {
			if err := start(x, r); err == nil || !strings.Contains(err.Error(), "rank = "+strconv.Itoa(r)) {
				t.Errorf("%s, rank %d: %v", c.name, r, err)
			}
		}
		if got := solvers.RankLimit(s, 5, 20); got != 19 {
			t.Errorf("%s: rank limit %d of 20 samples", c.name, got)
		}
		if err := start(x, 19); err != nil && c.name != "umap" {
			t.Errorf("%s, rank 19 of 20 samples: %v", c.name, err)
		}
		holed, err := matrix.NewMasked(5, 20, []matrix.Triplet{{Row: 1, Col: 1, Value: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if err := start(holed, 2); !errors.Is(err, solvers.ErrUnsupported) {
			t.Errorf("%s, unknown entries: %v", c.name, err)
		}
		bad := mat.DenseCopyOf(data)
		bad.Set(2, 3, math.NaN())
		if err := start(matrix.FromDense(bad), 2); err == nil || !strings.Contains(err.Error(), "row 3, column 4") {
			t.Errorf("%s, NaN: %v", c.name, err)
		}
		if err := start(matrix.NewDense(3, 12, nil), 2); err != nil {
			t.Errorf("%s, equal samples: %v", c.name, err)
		}
		for _, o := range solvers.Options(s) {
			if !strings.Contains(o.Doc, "default") {
				t.Errorf("%s: %s does not tell its default", c.name, o.Name)
			}
		}
	}
}

// Samples in two groups far apart are a doubt worth keeping; on one sheet there is none.
func TestManifoldsWarnOfComponents(t *testing.T) {
	one := cloud(5, 60, 5)
	two := mat.DenseCopyOf(one)
	for j := 30; j < 60; j++ {
		two.Set(0, j, two.At(0, j)+1000)
	}
	for _, c := range manifolds {
		s := newSolver(t, c.name)
		if err := solvers.SetOption(s, "neighbours", "12"); err != nil {
			t.Fatal(err)
		}
		for x, want := range map[*mat.Dense]int{one: 0, two: 1} {
			run, err := s.Start(solvers.Problem{X: matrix.FromDense(x), Rank: 2}, solvers.Factors{}, rand.New(rand.NewPCG(1, 2)))
			if err != nil {
				t.Fatal(err)
			}
			if got := run.(solvers.Warner).Warnings(); len(got) != want {
				t.Errorf("%s: warnings %q, want %d", c.name, got, want)
			}
		}
	}
}

// Clusters that are joined only by samples between them, whose neighbours they are without having them as neighbours.
func TestLLEWarnsOfClosedGroups(t *testing.T) {
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
	run, err := newSolver(t, "lle").Start(solvers.Problem{X: matrix.FromDense(x), Rank: 4}, solvers.Factors{}, rng)
	if err != nil {
		t.Fatal(err)
	}
	if got := run.(solvers.Warner).Warnings(); len(got) != 1 ||
		!strings.Contains(got[0].String(), "3 groups of samples have all their neighbours among themselves") {
		t.Errorf("warnings %q", got)
	}
}
