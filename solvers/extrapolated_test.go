package solvers_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// accelerated returns hals with the option and others.
func accelerated(t *testing.T, options ...string) solvers.Solver {
	t.Helper()
	entry, _ := solvers.Find("hals")
	s := entry.New()
	for _, o := range append(options, "accelerate=true") {
		name, value, _ := strings.Cut(o, "=")
		if err := solvers.SetOption(s, name, value); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// noisyParts returns W·H of rank r with noise, of which some entries are zero.
func noisyParts(m, n, r int, rng *rand.Rand) *mat.Dense {
	w, ht := solvers.RandomFactor(m, r, rng), solvers.RandomFactor(n, r, rng)
	for _, f := range []*mat.Dense{w, ht} {
		f.Apply(func(_, _ int, v float64) float64 { return max(0, v-0.4) }, f)
	}
	x := mat.NewDense(m, n, nil)
	x.Mul(w, ht.T())
	x.Apply(func(_, _ int, v float64) float64 { return max(0, v+0.05*rng.NormFloat64()) }, x)
	return x
}

// plainError is ‖X - WH‖² over the entries that are known, with the penalties of the test, entry by entry.
func plainError(x matrix.Matrix, w, ht *mat.Dense, l1, l2 float64) (sum float64) {
	m, n := x.Dims()
	for i := range m {
		for j := range n {
			if d := x.At(i, j) - mat.Dot(w.RowView(i), ht.RowView(j)); !math.IsNaN(d) {
				sum += d * d
			}
		}
	}
	return sum + l1*mat.Sum(ht) + l2*math.Pow(mat.Norm(w, 2), 2)
}

// Accelerated steps never raise the objective, which is that of the factors as they are, ends where both factors are stationary, and is
// below that of as many plain steps; on any kind of X, with penalties, in both orders, and with the same bits on any number of threads.
func TestAccelerated(t *testing.T) {
	const m, n, r, steps = 40, 30, 4, 400
	rng := rand.New(rand.NewPCG(7, 1))
	full := noisyParts(m, n, r, rng)
	var known, held []matrix.Triplet
	for i := range m {
		for j := range n {
			e := matrix.Triplet{Row: i, Col: j, Value: full.At(i, j)}
			if held = append(held, e); rng.IntN(3) > 0 {
				known = append(known, e)
			}
		}
	}
	sparse, err1 := matrix.NewCSR(m, n, held)
	masked, err2 := matrix.NewMasked(m, n, known)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	for _, c := range []struct {
		name    string
		x       matrix.Matrix
		l1, l2  float64
		options []string
	}{
		{"dense", matrix.FromDense(full), 0, 0, nil},
		{"dense, w-first", matrix.FromDense(full), 0, 0, []string{"order=w-first"}},
		{"sparse", sparse, 0, 0, nil},
		{"masked", masked, 0, 0, []string{"order=w-first"}},
		{"penalties", matrix.FromDense(full), 0.3, 0.2, []string{"l1-h=0.3", "l2-w=0.2"}},
	} {
		begin := func(s solvers.Solver) (solvers.Progress, solvers.Factors) {
			rng := rand.New(rand.NewPCG(8, 1))
			f := solvers.Factors{W: solvers.RandomFactor(m, r, rng), Ht: solvers.RandomFactor(n, r, rng)}
			run, err := s.Start(solvers.Problem{X: c.x, Rank: r}, f, rng)
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			return run, f
		}
		run, f := begin(accelerated(t, c.options...))
		before := math.Inf(1)
		var first float64
		for k := range steps {
			run.Step()
			value, want := run.Objective(), plainError(c.x, f.W, f.Ht, c.l1, c.l2)
			if math.Abs(value-want) > 1e-9*want {
				t.Fatalf("%s: after %d steps the objective is %v, and that of the factors %v", c.name, k+1, value, want)
			}
			if value > before*(1+1e-12) {
				t.Fatalf("%s: step %d raises the objective from %v to %v", c.name, k+1, before, value)
			}
			if mat.Min(f.W) < 0 || mat.Min(f.Ht) < 0 {
				t.Fatalf("%s: an entry is below zero after step %d", c.name, k+1)
			}
			if before = value; k == 24 {
				first = value
			}
		}
		for side, a := range []*mat.Dense{f.W, f.Ht} { // by central differences: no entry can lower the objective
			rows, cols := a.Dims()
			for i := range rows {
				for k := range cols {
					const step = 1e-5
					v := a.At(i, k)
					a.Set(i, k, v+step)
					up := plainError(c.x, f.W, f.Ht, c.l1, c.l2)
					a.Set(i, k, v-step)
					slope := (up - plainError(c.x, f.W, f.Ht, c.l1, c.l2)) / (2 * step)
					a.Set(i, k, v)
					if math.Abs(min(v, slope)) > 2e-2 {
						t.Errorf("%s: factor %d has %v at (%d, %d), where the slope is %v", c.name, side, v, i, k, slope)
					}
				}
			}
		}
		plain := accelerated(t, c.options...)
		if err := solvers.SetOption(plain, "accelerate", "false"); err != nil {
			t.Fatal(err)
		}
		slow, _ := begin(plain)
		for range 25 {
			slow.Step()
		}
		if !(first < slow.Objective()) {
			t.Errorf("%s: 25 accelerated steps reach %v, plain ones %v", c.name, first, slow.Objective())
		}
		gemm.SetThreads(3)
		again, g := begin(accelerated(t, c.options...))
		for range steps {
			again.Step()
		}
		gemm.SetThreads(1)
		if !mat.Equal(f.W, g.W) || !mat.Equal(f.Ht, g.Ht) {
			t.Errorf("%s: three threads give other bits", c.name)
		}
	}
}

// Components that are held stay; unit lengths are refused; an X of zeros is none to fail on.
func TestAcceleratedEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	x := matrix.FromDense(noisyParts(20, 15, 3, rng))
	given := solvers.RandomFactor(20, 1, rng)
	f, err := solvers.Factorize(context.Background(), accelerated(t), solvers.Problem{X: x, Rank: 3},
		solvers.Plan{Held: solvers.Factors{W: given}, Settings: solvers.Settings{Iterations: 50}})
	if err != nil || !mat.Equal(f.W.Slice(0, 20, 0, 1), given) {
		t.Errorf("%v: the component that was held is %v, want %v", err, f.W, given)
	}
	for _, o := range []string{"unit-w=true", "unit-h=true"} {
		if _, err := solvers.Factorize(context.Background(), accelerated(t, o), solvers.Problem{X: x, Rank: 2}, solvers.Plan{}); err == nil ||
			!strings.Contains(err.Error(), "accelerate") {
			t.Errorf("%s: %v", o, err)
		}
	}
	zeros := matrix.FromDense(mat.NewDense(6, 5, nil))
	if f, err = solvers.Factorize(context.Background(), accelerated(t), solvers.Problem{X: zeros, Rank: 2}, solvers.Plan{}); err != nil || f.Last.Objective > 1e-20 {
		t.Errorf("zeros: %v, objective %v", err, f.Last.Objective)
	}
}
