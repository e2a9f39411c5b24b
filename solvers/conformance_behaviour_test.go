package solvers_test

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
	"nmfrepro/solvers/matrix/matrixtest"
)

// after runs some steps from a fresh start and returns the factors.
func (c Case) after(t *testing.T, s solvers.Solver, x matrix.Matrix, f solvers.Factors, steps int) solvers.Factors {
	run, err := s.Start(solvers.Problem{X: x, Rank: rankOf(f)}, f, seeded(99))
	if err != nil {
		t.Error(err)
		return f
	}
	for range steps {
		run.Step()
	}
	return f
}

func sameFactors(f, g solvers.Factors) bool {
	a, b := present(f), present(g)
	for k := range a {
		if !mat.Equal(a[k], b[k]) {
			return false
		}
	}
	return len(a) == len(b)
}

// checkSameBits repeats a run, and runs two problems of one solver step by step in turn.
func checkSameBits(t *testing.T, c Case) {
	rng := seeded(10)
	x, y := matrix.FromDense(c.problem(rows, cols, rng)), matrix.FromDense(c.problem(rows, cols, rng))
	f, g := c.start(rows, cols, rank, rng), c.start(rows, cols, rank, rng)
	s := c.New()
	first := c.after(t, s, x, clone(f), 20)
	if !sameFactors(first, c.after(t, s, x, clone(f), 20)) {
		t.Fatal("the second run gave other bits")
	}
	mixed := clone(f)
	a, b := c.begin(t, x, mixed), c.begin(t, y, g)
	for range 20 {
		a.Step()
		b.Step()
	}
	if !sameFactors(first, mixed) {
		t.Error("a run between the steps changed the bits")
	}
}

// checkConcurrent starts many runs of one solver on one X at once; under -race it also shows sharing.
func checkConcurrent(t *testing.T, c Case) {
	rng := seeded(11)
	x := matrix.FromDense(c.problem(rows, cols, rng))
	f := c.start(rows, cols, rank, rng)
	s := c.New()
	results := make([]solvers.Factors, 4)
	var wait sync.WaitGroup
	for k := range results {
		wait.Go(func() { results[k] = c.after(t, s, x, clone(f), 20) })
	}
	wait.Wait()
	for _, g := range results[1:] {
		if !sameFactors(results[0], g) {
			t.Fatal("concurrent runs gave different bits")
		}
	}
}

// checkThreads compares GOMAXPROCS 1 and 8 on a problem large enough for parallel products.
func checkThreads(t *testing.T, c Case) {
	const m, n, r = 300, 200, 20
	rng := seeded(12)
	data, f := c.problem(m, n, rng), c.start(m, n, r, rng)
	run := func(threads int) solvers.Factors {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		return c.after(t, c.New(), matrix.FromDense(data), clone(f), 3)
	}
	if !sameFactors(run(1), run(8)) {
		t.Error("GOMAXPROCS 1 and 8 give different bits")
	}
}

// checkSparse compares the two storages of the same numbers.
func checkSparse(t *testing.T, c Case) {
	rng := seeded(13)
	x := c.problem(rows, cols, rng)
	f := c.start(rows, cols, rank, rng)
	g := clone(f)
	dense, csr := c.begin(t, matrix.FromDense(x), f), c.begin(t, matrixtest.Sparse(t, x), g)
	for range 20 {
		dense.Step()
		csr.Step()
	}
	for k, a := range present(f) {
		if !close(present(g)[k], a, 1e-9) {
			t.Errorf("factor %d differs between dense and sparse storage", k+1)
		}
	}
	if a, b := dense.Objective(), csr.Objective(); !(math.Abs(a-b) <= 1e-9*math.Abs(a)) {
		t.Errorf("objective %v dense, %v sparse", a, b)
	}
}

// checkMasked demands that unknown entries are left out, or refused with ErrUnsupported: never taken for zero.
func checkMasked(t *testing.T, c Case) {
	rng := seeded(14)
	x := c.problem(rows, cols, rng)
	holed := mat.DenseCopyOf(x)
	for k := range 20 {
		holed.Set(k%rows, (k*k)%cols, math.NaN())
	}
	f := c.start(rows, cols, rank, rng)
	if !c.Masked {
		_, err := c.New().Start(solvers.Problem{X: matrixtest.Masked(t, holed), Rank: rank}, f, seeded(99))
		if !errors.Is(err, solvers.ErrUnsupported) {
			t.Errorf("got error %v, want ErrUnsupported", err)
		}
		return
	}
	g := clone(f)
	run := c.begin(t, matrixtest.Masked(t, holed), g)
	old := run.Objective()
	for step := range 50 {
		if got, want := run.Objective(), c.Objective(holed, g); !(math.Abs(got-want) <= 1e-9*want) {
			t.Fatalf("after %d steps: objective %v, by definition %v", step, got, want)
		}
		run.Step()
		if now := run.Objective(); now > old*(1+1e-12) {
			t.Fatalf("step %d: objective rose from %v to %v", step+1, old, now)
		} else {
			old = now
		}
	}
	h, k := clone(f), clone(f)
	c.after(t, c.New(), matrixtest.Masked(t, x), h, 20)
	c.after(t, c.New(), matrix.FromDense(x), k, 20)
	for i, a := range present(h) {
		if !close(a, present(k)[i], 1e-9) {
			t.Errorf("factor %d: a mask that hides nothing changes it", i+1)
		}
	}
	c.maskedEmpty(t, holed)
}

// maskedEmpty leaves a row and a column without any known entry.
func (c Case) maskedEmpty(t *testing.T, x *mat.Dense) {
	y := mat.DenseCopyOf(x)
	for i := range rows {
		y.Set(i, 2, math.NaN())
	}
	for j := range cols {
		y.Set(5, j, math.NaN())
	}
	f := c.start(rows, cols, rank, seeded(15))
	c.after(t, c.New(), matrixtest.Masked(t, y), f, 50)
	for _, a := range present(f) {
		requireNonNegative(t, a)
	}
}

// checkAllocations demands that Step and Objective leave the heap alone on a small problem.
func checkAllocations(t *testing.T, c Case) {
	rng := seeded(16)
	x := c.problem(rows, cols, rng)
	storages := map[string]matrix.Matrix{"dense": matrix.FromDense(x), "sparse": matrixtest.Sparse(t, x)}
	if c.Masked {
		storages["masked"] = matrixtest.Masked(t, x)
	}
	for name, x := range storages {
		run := c.begin(t, x, c.start(rows, cols, rank, rng))
		if got := testing.AllocsPerRun(20, run.Step); got != 0 {
			t.Errorf("%s: %v allocations a step", name, got)
		}
		if got := testing.AllocsPerRun(20, func() { run.Objective() }); got != 0 {
			t.Errorf("%s: %v allocations an objective", name, got)
		}
	}
}

// checkBadData wants an error that names row and column for every entry that the method cannot take.
func checkBadData(t *testing.T, c Case) {
	bad := map[string]float64{"NaN": math.NaN(), "+Inf": math.Inf(1), "-Inf": math.Inf(-1), "1e+200": 1e200, "-0.25": -0.25}
	for text, v := range bad {
		x := c.problem(rows, cols, seeded(17))
		x.Set(6, 2, v)
		storages := []matrix.Matrix{matrix.FromDense(x), matrixtest.Sparse(t, x)}
		for _, storage := range storages {
			_, err := c.New().Start(solvers.Problem{X: storage, Rank: rank}, c.start(rows, cols, rank, seeded(18)), seeded(99))
			if c.Signed && v == -0.25 {
				if err != nil {
					t.Errorf("a negative entry: %v", err)
				}
				continue
			}
			if err == nil || !strings.Contains(err.Error(), text) || !strings.Contains(err.Error(), "row 7, column 3") {
				t.Errorf("%s in X: got error %v", text, err)
			}
		}
	}
}

// checkBadStart wants errors for ranks and starts that do not fit.
func checkBadStart(t *testing.T, c Case) {
	x := matrix.FromDense(c.problem(rows, cols, seeded(19)))
	good := c.start(rows, cols, rank, seeded(20))
	refused := func(what string, r int, f solvers.Factors, want string) {
		t.Helper()
		_, err := c.New().Start(solvers.Problem{X: x, Rank: r}, f, seeded(99))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want one with %q", what, err, want)
		}
	}
	refused("rank 0", 0, good, "rank = 0")
	refused("a negative rank", -1, good, "rank = -1")
	refused("another rank", rank+1, good, "want")
	refused("no start", rank, solvers.Factors{}, "no start given")
	refused("the start of another shape", rank, c.start(rows+1, cols+1, rank, seeded(21)), "want")
	for k := range present(good) {
		for text, v := range map[string]float64{"NaN": math.NaN(), "-1": -1, "+Inf": math.Inf(1)} {
			f := clone(good)
			present(f)[k].Set(1, 2, v)
			refused(text+" in the start", rank, f, text+" at row 2, column 3")
		}
	}
}

// checkStatus runs the shared loop to its limit and to convergence.
func checkStatus(t *testing.T, c Case) {
	x, f := c.Exact(seeded(22))
	run := c.begin(t, matrix.FromDense(x), f)
	last, status, err := solvers.Solve(context.Background(), run, f, solvers.Settings{Iterations: 3})
	if err != nil || status != solvers.MaxIterations || last.Iteration != 3 {
		t.Errorf("limit of 3: stopped after %d with %v, %v", last.Iteration, status, err)
	}
	last, status, err = solvers.Solve(context.Background(), run, f, solvers.Settings{Iterations: 1000, TolFactor: 1e-6})
	if err != nil || status != solvers.Converged || last.Iteration >= 1000 {
		t.Errorf("at a solution: stopped after %d with %v, %v", last.Iteration, status, err)
	}
}

// checkOptions demands that every option can be read and set by name, and that its documentation is there.
func checkOptions(t *testing.T, c Case) {
	s := c.New()
	for _, o := range solvers.Options(s) {
		if o.Name == "" || o.Type == "" || !strings.Contains(o.Doc, "default") {
			t.Errorf("option %+v: want a name, a type and a sentence that tells the default", o)
		}
		if o.Choices != nil {
			if err := solvers.SetOption(s, o.Name, "nonsense"); err == nil {
				t.Errorf("option %s takes any string", o.Name)
			}
		}
		if o.Type == "float" || o.Type == "int" {
			if err := solvers.SetOption(s, o.Name, "much"); err == nil {
				t.Errorf("option %s takes any text", o.Name)
			}
		}
	}
}
