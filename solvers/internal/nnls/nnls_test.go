package nnls_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/nnls"
	"nmfrepro/solvers/matrix"
)

func normal(rng *rand.Rand, m, n int) *mat.Dense {
	a := mat.NewDense(m, n, nil)
	a.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, a)
	return a
}

// equations returns AᵀA and BᵀA.
func equations(a, b *mat.Dense) (gram, right *mat.Dense) {
	gram, right = new(mat.Dense), new(mat.Dense)
	gram.Mul(a.T(), a)
	right.Mul(b.T(), a)
	return gram, right
}

// requireOptimal checks the conditions of optimality: x ≥ 0, residual ≥ 0, and one of them 0 in each place, to tol of the
// terms.
func requireOptimal(t *testing.T, x, gram, right *mat.Dense, tol float64) {
	t.Helper()
	n, r := x.Dims()
	for i := range n {
		for k := range r {
			y, size := -right.At(i, k), math.Abs(right.At(i, k))
			for l := range r {
				y += gram.At(k, l) * x.At(i, l)
				size += math.Abs(gram.At(k, l) * x.At(i, l))
			}
			v := x.At(i, k)
			if !(v >= 0) || !(y >= -tol*size) || v > 0 && math.Abs(y) > tol*size {
				t.Fatalf("right side %d, unknown %d: x = %v, residual %v of terms %v", i, k, v, y, size)
			}
		}
	}
}

func residualNorm(a *mat.Dense, x []float64, b mat.Vector) float64 {
	var d mat.VecDense
	d.MulVec(a, mat.NewVecDense(len(x), x))
	d.SubVec(&d, b)
	return mat.Norm(&d, 2)
}

// brute tries every set of positive entries.
func brute(a *mat.Dense, b mat.Vector) float64 {
	_, r := a.Dims()
	best := mat.Norm(b, 2)
	for set := 1; set < 1<<r; set++ {
		var cols []int
		for k := range r {
			if set>>k&1 == 1 {
				cols = append(cols, k)
			}
		}
		m, _ := a.Dims()
		part := mat.NewDense(m, len(cols), nil)
		for c, k := range cols {
			part.SetCol(c, mat.Col(nil, k, a))
		}
		var x mat.VecDense
		if err := x.SolveVec(part, b); err != nil {
			continue // dependent columns: a smaller set does as well
		}
		if mat.Min(&x) >= 0 {
			best = min(best, residualNorm(part, x.RawVector().Data, b))
		}
	}
	return best
}

func TestAgainstBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for trial := range 60 {
		m, r := 6, 1+trial%5
		a, b := normal(rng, m, r), normal(rng, m, 4)
		if trial%3 == 1 && r > 2 { // a sum of two others
			for i := range m {
				a.Set(i, r-1, a.At(i, 0)+a.At(i, 1))
			}
		}
		if trial%7 == 2 { // a column of zeros
			for i := range m {
				a.Set(i, 0, 0)
			}
		}
		gram, right := equations(a, b)
		x := mat.NewDense(4, r, nil)
		nnls.NewSolver(4, r).Solve(x, gram, right)
		requireOptimal(t, x, gram, right, 1e-12)
		for i := range 4 {
			got, want := residualNorm(a, x.RawRowView(i), b.ColView(i)), brute(a, b.ColView(i))
			if got > want+1e-10 {
				t.Fatalf("trial %d, right side %d: residual %v, want %v", trial, i, got, want)
			}
		}
	}
}

// Many right sides, cold and from the solution of another problem: the same solution.
func TestManyRightSides(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	const m, n, r = 60, 400, 25
	a, b := normal(rng, m, r), normal(rng, m, n)
	gram, right := equations(a, b)
	cold, warm := mat.NewDense(n, r, nil), normal(rng, n, r)
	s := nnls.NewSolver(n, r)
	s.Solve(cold, gram, right)
	s.Solve(warm, gram, right)
	requireOptimal(t, cold, gram, right, 1e-10)
	if !mat.EqualApprox(cold, warm, 1e-12) {
		t.Error("the first guess changes the solution")
	}
	if got := testing.AllocsPerRun(2, func() { s.Solve(cold, gram, right) }); got != 0 {
		t.Errorf("%v allocations", got)
	}
}

// Columns that are all but dependent, more unknowns than equations, equal columns, and scales far from 1.
func TestHardProblems(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	close := normal(rng, 20, 8)
	for i := range 20 {
		close.Set(i, 7, close.At(i, 0)+1e-5*rng.NormFloat64())
	}
	equal := normal(rng, 20, 8)
	for k := range 8 {
		equal.SetCol(k, mat.Col(nil, 0, equal))
	}
	small := normal(rng, 20, 8)
	small.Scale(1e-60, small)
	for name, a := range map[string]*mat.Dense{
		"close": close, "wide": normal(rng, 5, 12), "equal": equal, "small": small, "zero": mat.NewDense(20, 8, nil),
	} {
		m, r := a.Dims()
		gram, right := equations(a, normal(rng, m, 50))
		x := mat.NewDense(50, r, nil)
		nnls.NewSolver(50, r).Solve(x, gram, right)
		t.Run(name, func(t *testing.T) { requireOptimal(t, x, gram, right, 1e-9) })
	}
}

// The coefficients of an exact model come back, with unknown entries too, and a sample without known entries gets none.
func TestCoefficients(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	const m, n, r = 12, 30, 3
	w, ht := normal(rng, m, r), normal(rng, n, r)
	ht.Apply(func(_, _ int, v float64) float64 { return max(0, v) }, ht)
	var x mat.Dense
	x.Mul(w, ht.T())
	if got := nnls.Coefficients(matrix.FromDense(&x), w, 0, 0); !mat.EqualApprox(got, ht, 1e-10) {
		t.Error("dense: the coefficients of an exact model do not come back")
	}
	var known []matrix.Triplet
	for i := range m {
		for j := range n - 1 {
			if rng.IntN(3) > 0 {
				known = append(known, matrix.Triplet{Row: i, Col: j, Value: x.At(i, j)})
			}
		}
	}
	masked, err := matrix.NewMasked(m, n, known)
	if err != nil {
		t.Fatal(err)
	}
	want := mat.DenseCopyOf(ht)
	want.SetRow(n-1, make([]float64, r))
	if got := nnls.Coefficients(masked, w, 0, 0); !mat.EqualApprox(got, want, 1e-9) {
		t.Error("masked: the coefficients of an exact model do not come back")
	}
}
