package solvers

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// A start far above the data makes every component collapse in the first sweep; the model that follows by rank-one changes
// must not be left with rounding. The dense squared error has no such model and tells what is right.
func TestCollapsingComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := RandomFactor(12, 9, rng)
	x.Scale(0x1p-60, x)
	start := Factors{W: RandomFactor(12, 3, rng), Ht: RandomFactor(9, 3, rng)}
	after := func(s Solver, x matrix.Matrix, sweeps int) Factors {
		f := Factors{W: mat.DenseCopyOf(start.W), Ht: mat.DenseCopyOf(start.Ht)}
		run, err := s.Start(Problem{X: x, Rank: 3}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range sweeps {
			run.Step()
		}
		return f
	}
	near := func(a, b *mat.Dense) bool {
		p, q := mat.DenseCopyOf(a), mat.DenseCopyOf(b)
		p.Scale(1/mat.Max(b), p)
		q.Scale(1/mat.Max(b), q)
		return mat.EqualApprox(p, q, 1e-9)
	}
	dense, masked := after(newNMFCW(), matrix.FromDense(x), 3), after(newNMFCW(), matrixtest.Masked(t, x), 3)
	if !near(masked.W, dense.W) || !near(masked.Ht, dense.Ht) {
		t.Error("squared error: the known entries of a full X give other factors than X")
	}
	dense, masked = after(newNMFKLCW(), matrix.FromDense(x), 3), after(newNMFKLCW(), matrixtest.Masked(t, x), 3)
	if !near(masked.W, dense.W) || !near(masked.Ht, dense.Ht) {
		t.Error("divergence: the known entries of a full X give other factors than X")
	}
	fit := matrix.NewEntrywise(matrix.FromDense(x))
	if got, limit := fit.Sum(dense.W, dense.Ht, matrix.Divergence), 0.2*mat.Sum(x); !(got < limit) {
		t.Errorf("divergence %v after three sweeps, want < %v", got, limit)
	}
}

// Xᵀ·w has the same bits however X is held.
func TestLeftProduct(t *testing.T) {
	const m, n = 37, 21
	rng := rand.New(rand.NewPCG(3, 4))
	x := matrix.NewDense(m, n, nil)
	x.Raw().Apply(func(_, _ int, _ float64) float64 { return float64(rng.IntN(256)) }, x.Raw())
	w := make([]float64, m)
	for i := range w {
		w[i] = rng.Float64()
	}
	wide, narrow := make([]float64, n), make([]float64, n)
	(&leftProduct{dense: x, row: make([]float64, n)}).mulTo(wide, w)
	newLeftProduct(x).mulTo(narrow, w)
	var want mat.VecDense
	want.MulVec(x.Raw().T(), mat.NewVecDense(m, w))
	for j := range n {
		if wide[j] != narrow[j] {
			t.Errorf("column %d: %v from wide entries, %v from bytes", j+1, wide[j], narrow[j])
		}
	}
	if !mat.EqualApprox(mat.NewVecDense(n, wide), &want, 1e-9) {
		t.Errorf("got %v, want %v", wide, want.RawVector().Data)
	}
}
