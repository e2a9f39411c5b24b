package solvers

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// The sub-problem of Lin's own code: the same number of iterations, the same H, the same gradient.
func TestGradientHalfGolden(t *testing.T) {
	read := func(file string) *mat.Dense { return matrixtest.Golden(t, "NMFPG_nlssubprob", file) }
	ht := mat.DenseCopyOf(read("H0.csv").T())
	h := newGradientHalf(matrix.FromDense(mat.DenseCopyOf(read("V.csv").T())), ht, read("W.csv"), 1)
	h.tol = 1e-3
	if got := h.solve(); got != 156 { // params.txt
		t.Errorf("%d iterations, want 156", got)
	}
	if want := read("H.csv"); !mat.EqualApprox(ht.T(), want, 1e-9*mat.Max(want)) {
		t.Error("H differs")
	}
	if want := read("grad.csv"); !mat.EqualApprox(h.grad.T(), want, 1e-9*mat.Max(want)) {
		t.Error("the gradient differs")
	}
}

// linSubproblem is nlssubprob.m line by line, H as r×n.
func linSubproblem(v, w, h *mat.Dense, tol float64) (*mat.Dense, *mat.Dense, int) {
	var wtv, wtw mat.Dense
	wtv.Mul(w.T(), v)
	wtw.Mul(w.T(), w)
	h = mat.DenseCopyOf(h)
	var grad mat.Dense
	alpha := 1.0
	iteration := 1
	for ; ; iteration++ {
		grad.Mul(&wtw, h)
		grad.Sub(&grad, &wtv)
		if linNorm(h, &grad) < tol || iteration == 1000 {
			return h, &grad, iteration
		}
		decrease := false
		hp := h
		for trial := 1; trial <= 20; trial++ {
			hn := mat.DenseCopyOf(h)
			hn.Apply(func(i, j int, a float64) float64 { return max(a-alpha*grad.At(i, j), 0) }, hn)
			var d, qd mat.Dense
			d.Sub(hn, h)
			qd.Mul(&wtw, &d)
			enough := 0.99*matrix.Inner(&grad, &d)+0.5*matrix.Inner(&qd, &d) < 0
			if trial == 1 {
				decrease = !enough
			}
			if decrease {
				if enough {
					h = hn
					break
				}
				alpha *= 0.1
			} else {
				if !enough || mat.Equal(hp, hn) {
					h = hp
					break
				}
				alpha /= 0.1
				hp = hn
			}
		}
	}
}

func linNorm(h, grad *mat.Dense) float64 {
	var sum float64
	r, n := h.Dims()
	for i := range r {
		for j := range n {
			if g := grad.At(i, j); g < 0 || h.At(i, j) > 0 {
				sum += g * g
			}
		}
	}
	return math.Sqrt(sum)
}

// The outer loop of nmf.m, written out, against ours: iterates at every step, and the step at which it stops.
func TestNMFPGOuterLoop(t *testing.T) {
	const m, n, r, tol = 11, 8, 3, 1e-5
	rng := rand.New(rand.NewPCG(1, 2))
	v := RandomFactor(m, n, rng)
	f := Factors{W: RandomFactor(m, r, rng), Ht: RandomFactor(n, r, rng)}
	run, err := (&NMFPG{Order: WFirst, Tol: tol}).Start(Problem{X: matrix.FromDense(v), Rank: r}, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	transpose := func(a mat.Matrix) *mat.Dense { return mat.DenseCopyOf(a.T()) }
	w, h := mat.DenseCopyOf(f.W), transpose(f.Ht)
	_, gradWt, _ := linSubproblem(transpose(v), transpose(h), transpose(w), math.Inf(1)) // only the gradient
	_, gradH, _ := linSubproblem(v, w, h, math.Inf(1))
	first := math.Hypot(mat.Norm(gradWt, 2), mat.Norm(gradH, 2))
	tolW := max(0.001, tol) * first
	tolH := tolW
	for step := 0; ; step++ {
		stop := math.Hypot(linNorm(transpose(w), gradWt), linNorm(h, gradH)) < tol*first
		if got := run.(Stopper).Done(); got != stop {
			t.Fatalf("after %d steps: done is %v, want %v", step, got, stop)
		}
		if stop {
			if step < 10 {
				t.Errorf("done after %d steps, too few to try the tolerances", step)
			}
			break
		}
		var wt *mat.Dense
		var used int
		if wt, gradWt, used = linSubproblem(transpose(v), transpose(h), transpose(w), tolW); used == 1 {
			tolW *= 0.1
		}
		w = transpose(wt)
		if h, gradH, used = linSubproblem(v, w, h, tolH); used == 1 {
			tolH *= 0.1
		}
		run.Step()
		if !mat.EqualApprox(f.W, w, 1e-7*mat.Max(w)) || !mat.EqualApprox(f.Ht.T(), h, 1e-7*mat.Max(h)) {
			t.Fatalf("step %d: the factors differ", step+1)
		}
	}
}

// gradients returns those of ½‖X - WH‖² by W and by Ht.
func gradients(x matrix.Matrix, w, ht *mat.Dense) (gw, ght *mat.Dense) {
	var left mat.Dense
	left.Mul(w, ht.T())
	left.Sub(&left, x)
	gw, ght = new(mat.Dense), new(mat.Dense)
	gw.Mul(&left, ht)
	ght.Mul(left.T(), w)
	return gw, ght
}

// tol ends a run by Solve as converged, where the first-order conditions hold to that share of the start.
func TestNMFPGTolerance(t *testing.T) {
	const m, n, r = 15, 12, 4
	rng := rand.New(rand.NewPCG(3, 4))
	x := matrix.FromDense(RandomFactor(m, n, rng))
	start := Factors{W: RandomFactor(m, r, rng), Ht: RandomFactor(n, r, rng)}
	gw, gh := gradients(x, start.W, start.Ht)
	first := math.Hypot(mat.Norm(gw, 2), mat.Norm(gh, 2))
	iterations := 0
	for _, tol := range []float64{1e-2, 1e-4, 1e-6} {
		f := Factors{W: mat.DenseCopyOf(start.W), Ht: mat.DenseCopyOf(start.Ht)}
		run, err := (&NMFPG{Order: WFirst, Tol: tol}).Start(Problem{X: x, Rank: r}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		last, status, err := Solve(context.Background(), run, f, Settings{Iterations: 5000, Every: 100})
		if err != nil || status != Converged || last.Iteration <= iterations {
			t.Errorf("tol = %v: %v after %d steps, %v", tol, status, last.Iteration, err)
		}
		iterations = last.Iteration
		gw, gh = gradients(x, f.W, f.Ht)
		// The gradient by W that was tested is that at the H before, hence the allowance.
		if residual := matrixtest.KKT([2]*mat.Dense{f.W, gw}, [2]*mat.Dense{f.Ht, gh}); !(residual <= 10*tol*first) {
			t.Errorf("tol = %v: KKT residual %v, the first gradient %v", tol, residual, first)
		}
	}
	if _, err := (&NMFPG{Order: WFirst, Tol: -1}).Start(Problem{X: x, Rank: r}, start, nil); err == nil ||
		!strings.Contains(err.Error(), "tol = -1") {
		t.Errorf("tol = -1: got error %v", err)
	}
}
