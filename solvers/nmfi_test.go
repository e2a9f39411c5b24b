package solvers_test

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// The golden run keeps the free columns only; ours starts from them among columns that it overwrites.
func TestNMFiConstrainedGolden(t *testing.T) {
	dir := filepath.Join("testdata", "golden", "self_NMFi_constrained")
	read := func(name string) *mat.Dense { return matrixtest.Read(t, filepath.Join(dir, name)) }
	c, tt := read("C0.csv"), read("T.csv")
	r, free := c.Dims()
	n := tt.RawMatrix().Cols
	f := solvers.Factors{W: read("W0.csv"), Ht: mat.NewDense(n, r, nil)}
	for j := range n {
		for k := range free {
			if tt.At(k, j) == 1 {
				for i := range r {
					f.Ht.Set(j, i, c.At(i, k))
				}
			}
		}
	}
	s := newSolver(t, "nmfi")
	if err := solvers.SetOption(s, "form", "constrained"); err != nil {
		t.Fatal(err)
	}
	run, err := s.Start(solvers.Problem{X: matrix.FromDense(read("X.csv")), Rank: r}, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	trace := read("obj.csv")
	for step := range 101 {
		if got, want := run.Objective(), trace.At(step, 0); math.Abs(got-want) > 1e-9*want {
			t.Fatalf("objective after %d steps: %.17g, want %.17g", step, got, want)
		}
		if step < 100 {
			run.Step()
		}
	}
	near(t, "W", f.W, read("W.csv"))
	near(t, "Ht", f.Ht, mat.DenseCopyOf(read("H.csv").T()))
}

// With alternating parity, the inner samples of either parity take turns.
func TestNMFiParity(t *testing.T) {
	x := solvers.RandomFactor(8, 7, rand.New(rand.NewPCG(1, 0)))
	f := solvers.Factors{W: solvers.RandomFactor(8, 2, rand.New(rand.NewPCG(2, 0))),
		Ht: solvers.RandomFactor(7, 2, rand.New(rand.NewPCG(3, 0)))}
	run, err := (&solvers.NMFi{Form: solvers.Overwrite, Parity: solvers.ParityAlternating}).Start(solvers.Problem{X: matrix.FromDense(x),
		Rank: 2}, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	for step := range 4 {
		run.Step()
		for j := 1; j < 6; j++ {
			middle := (f.Ht.At(j-1, 0) + f.Ht.At(j+1, 0)) / 2
			if got, want := f.Ht.At(j, 0) == middle, j%2 != step%2; got != want {
				t.Errorf("step %d, sample %d: interpolated %v, want %v", step+1, j+1, got, want)
			}
		}
	}
}
