package solvers_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// checkObjective compares Objective with the definition along a run.
func checkObjective(t *testing.T, c Case) {
	rng := seeded(1)
	x := c.problem(rows, cols, rng)
	f := c.start(rows, cols, rank, rng)
	run := c.begin(t, matrix.FromDense(x), f)
	for step := range 10 {
		if got, want := run.Objective(), c.Objective(x, f); !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
			t.Fatalf("after %d steps: got %.17g, by definition %.17g; likely a stale product (Objective before the last update), a factor ½, or Ht "+
				"read as H", step, got, want)
		}
		run.Step()
	}
}

// checkNonNegative also sees that X stays untouched and that Finish is consistent: the basis has a row per feature.
func checkNonNegative(t *testing.T, c Case) {
	rng := seeded(2)
	x := c.problem(rows, cols, rng)
	before := mat.DenseCopyOf(x)
	f := c.start(rows, cols, rank, rng)
	run := c.begin(t, matrix.FromDense(x), f)
	for range 50 {
		run.Step()
	}
	for _, a := range present(f) {
		requireNonNegative(t, a)
	}
	if !mat.Equal(x, before) {
		t.Error("X was modified")
	}
	res := run.Finish()
	if c.Affinity {
		if res.Basis != nil {
			t.Error("a basis of an affinity")
		}
	} else if m, r := res.Basis.Dims(); m != rows || r != rank {
		t.Errorf("basis is %d×%d, want %d×%d: features × rank; is it transposed?", m, r, rows, rank)
	}
	if n, r := res.Ht.Dims(); n != cols || r != rank {
		t.Errorf("coefficients are %d×%d, want %d×%d: samples × rank, the transpose of H; are they H itself?", n, r, cols, rank)
	}
	requireNonNegative(t, res.Ht)
}

func requireNonNegative(t *testing.T, a *mat.Dense) {
	t.Helper()
	m, n := a.Dims()
	for i := range m {
		for j := range n {
			if v := a.At(i, j); !(v >= 0) || math.IsInf(v, 0) {
				t.Fatalf("entry (%d, %d) is %v, want a finite value ≥ 0; likely an update without max(0, ·), or a division by 0", i+1, j+1, v)
			}
		}
	}
}

// checkProgress demands descent at every step up to rounding, or a rise from a method that declares one.
func checkProgress(t *testing.T, c Case) {
	rises := 0
	for seed := range uint64(5) {
		rng := seeded(100 + seed)
		x := c.problem(rows, cols, rng)
		run := c.begin(t, matrix.FromDense(x), c.start(rows, cols, rank, rng))
		slack := 1e-13 * math.Pow(mat.Norm(x, 2), c.Degree)
		old := run.Objective()
		for step := range 300 {
			run.Step()
			now := run.Objective()
			if now > old+1e-12*math.Abs(old)+slack {
				rises++
				if c.Rises == "" {
					t.Fatalf("seed %d, step %d: objective rose from %.17g to %.17g; likely W and H updated from the same old factors, or a rule that "+
						"needs its root; one that may rise says so in Case.Rises", seed, step+1, old, now)
				}
			}
			old = now
		}
	}
	if c.Rises != "" && rises == 0 {
		t.Errorf("declared to rise (%s), but never did", c.Rises)
	}
}

// checkStationary runs long and compares the KKT residual at the end with that of the start. A method whose limit is no
// stationary point must settle, two steps apart since an unstabilised projection alternates.
func checkStationary(t *testing.T, c Case) {
	const steps = 5000
	rng := seeded(3)
	x := c.problem(rows, cols, rng)
	f := c.start(rows, cols, rank, rng)
	first := c.residual(x, f)
	run := c.begin(t, matrix.FromDense(x), f)
	for range steps {
		run.Step()
	}
	if c.Limit == "" {
		if last := c.residual(x, f); !(last <= 1e-3*first) {
			t.Errorf("KKT residual %.3g after %d steps, %.3g at the start; likely an absolute floor that holds entries away from 0, a gradient "+
				"with a wrong factor, or zeros that nothing leaves; a rule whose limit is no stationary point says so in Case.Limit", last, steps,
				first)
		}
		return
	}
	before := clone(f)
	run.Step()
	run.Step()
	moving := 0
	for k, a := range present(f) {
		if close(a, present(before)[k], 1e-3) {
			continue
		}
		if moving++; c.Restless == "" {
			t.Errorf("factor %d still moves after %d steps", k+1, steps)
		}
	}
	if c.Restless != "" && moving == 0 {
		t.Errorf("declared never to settle (%s), but did", c.Restless)
	}
}

// residual returns ‖min(F, ∇F)‖ with the gradient of the objective's definition by central differences.
func (c Case) residual(x *mat.Dense, f solvers.Factors) float64 {
	var at []float64
	for _, a := range present(f) {
		at = append(at, a.RawMatrix().Data...)
	}
	split := func(v []float64) solvers.Factors {
		g := clone(f)
		for _, a := range present(g) {
			v = v[copy(a.RawMatrix().Data, v):]
		}
		return g
	}
	gradient := fd.Gradient(nil, func(v []float64) float64 { return c.Objective(x, split(v)) }, at, &fd.Settings{Formula: fd.Central})
	var pairs [][2]*mat.Dense
	slopes := present(split(gradient))
	for k, a := range present(f) {
		pairs = append(pairs, [2]*mat.Dense{a, slopes[k]})
	}
	return matrixtest.KKT(pairs...)
}

// checkExact starts at an exact factorisation, where Step has nothing to do.
func checkExact(t *testing.T, c Case) {
	x, f := c.Exact(seeded(4))
	start := clone(f)
	run := c.begin(t, matrix.FromDense(x), f)
	limit := 1e-12 * math.Pow(mat.Norm(x, 2), c.Degree)
	if c.Least != nil {
		limit += c.Least(x)
	}
	if got := run.Objective(); !(got <= limit) {
		t.Fatalf("objective %v at an exact factorisation; likely a start that changes the factors, or a floor beside X", got)
	}
	for range 10 {
		run.Step()
	}
	if got := run.Objective(); !(got <= limit) {
		t.Errorf("objective %v ten steps later", got)
	}
	for k, a := range present(f) {
		if !close(a, present(start)[k], 1e-9) {
			t.Errorf("factor %d left the exact factorisation; likely a normalisation that the other factor does not undo", k+1)
		}
	}
}

// checkScaling multiplies X by a power of two, which changes no digit: the objective scales as it should, even far from 1.
func checkScaling(t *testing.T, c Case) {
	for _, power := range []int{-60, -20, 20, 60} {
		by := math.Ldexp(1, power)
		rng := seeded(5)
		x := c.problem(rows, cols, rng)
		f := c.start(rows, cols, rank, rng)
		g := clone(f)
		if g.W != nil {
			g.W.Scale(math.Pow(by, c.WScale), g.W)
		}
		plain, grown := c.begin(t, matrix.FromDense(x), f), c.begin(t, matrix.FromDense(scaledBy(x, by)), g)
		first := grown.Objective()
		for range 20 {
			plain.Step()
			grown.Step()
		}
		if c.Unscaled != "" {
			if got := grown.Objective(); !(got < first) {
				t.Errorf("X times 2^%d: objective %v after 20 steps, %v at the start", power, got, first)
			}
			continue
		}
		want := plain.Objective() * math.Pow(by, c.Degree)
		if c.Grown != nil {
			want = c.Grown(plain.Objective(), by)
		}
		if got := grown.Objective(); !(math.Abs(got-want) <= 1e-9*math.Abs(want)) {
			t.Errorf("X times 2^%d: objective %v, want %v; likely an absolute constant (a floor such as 1e-16, a tolerance) that is not relative "+
				"to X", power, got, want)
		}
	}
}

// checkPermutation reorders the samples: Ht follows, the basis stays.
func checkPermutation(t *testing.T, c Case) {
	order := seeded(6).Perm(cols)
	if c.Ordered == "" {
		if !c.follows(t, order) {
			t.Error("the factors do not follow the order of the samples")
		}
		return
	}
	if c.follows(t, order) {
		t.Errorf("declared to depend on the order (%s), but does not", c.Ordered)
	}
	slices.Sort(order)
	slices.Reverse(order)
	if !c.follows(t, order) {
		t.Error("the factors do not follow the reversed order of the samples")
	}
}

// follows reports whether reordered samples give reordered coefficients and the same basis.
func (c Case) follows(t *testing.T, order []int) bool {
	t.Helper()
	rng := seeded(6)
	x := c.problem(rows, cols, rng)
	f := c.start(rows, cols, rank, rng)
	y := mat.DenseCopyOf(permuteRows(mat.DenseCopyOf(x.T()), order).T())
	g := clone(f)
	if g.Ht != nil {
		g.Ht = permuteRows(g.Ht, order)
	}
	if g.W != nil && g.W.RawMatrix().Rows == cols {
		g.W = permuteRows(g.W, order)
	}
	a, b := c.begin(t, matrix.FromDense(x), f), c.begin(t, matrix.FromDense(y), g)
	for range 20 {
		a.Step()
		b.Step()
	}
	ra, rb := a.Finish(), b.Finish()
	return close(rb.Ht, permuteRows(ra.Ht, order), 1e-9) && close(rb.Basis, ra.Basis, 1e-9)
}

func permuteRows(a *mat.Dense, order []int) *mat.Dense {
	p, q := a.Dims()
	b := mat.NewDense(p, q, nil)
	for i, old := range order {
		b.SetRow(i, a.RawRowView(old))
	}
	return b
}

// checkDegenerate runs on data with zero rows and columns, nothing but zeros, rank 1, a rank above both sides, and one
// row or column.
func checkDegenerate(t *testing.T, c Case) {
	full := func(m, n int) *mat.Dense { return c.problem(m, n, seeded(7)) }
	holed := full(rows, cols)
	for k := range rows {
		if k < cols {
			holed.Set(3, k, 0)
		}
		holed.Set(k, 4, 0)
	}
	for _, tt := range []struct {
		name string
		x    *mat.Dense
		r    int
	}{
		{"zero row and column", holed, rank},
		{"zero", mat.NewDense(rows, cols, nil), rank},
		{"rank one", full(rows, cols), 1},
		{"rank above both sides", full(rows, cols), rows + 2},
		{"one feature", full(1, cols), 2},
		{"one sample", full(rows, 1), 2},
		{"one entry", mat.NewDense(1, 1, []float64{0.5}), 1},
	} {
		m, n := tt.x.Dims()
		for name, x := range map[string]matrix.Matrix{"dense": matrix.FromDense(tt.x), "sparse": matrixtest.Sparse(t, tt.x)} {
			f := c.start(m, n, tt.r, seeded(8))
			if c.Positive && mat.Min(tt.x) == 0 {
				if _, err := c.New().Start(solvers.Problem{X: x, Rank: tt.r}, f, seeded(99)); err == nil || !strings.Contains(err.Error(), "zeros") {
					t.Errorf("%s, %s: zeros in X: got error %v", tt.name, name, err)
				}
				continue
			}
			withZeros(f)
			run := c.begin(t, x, f)
			for range 100 {
				run.Step()
			}
			if v := run.Objective(); !finite(v) {
				t.Errorf("%s, %s: objective %v", tt.name, name, v)
			}
			for _, a := range present(f) {
				requireNonNegative(t, a)
			}
		}
	}
}

// withZeros clears the first row of every factor that has another one: a start may hold zeros.
func withZeros(f solvers.Factors) {
	for _, a := range present(f) {
		if p, _ := a.Dims(); p > 1 {
			clear(a.RawRowView(0))
		}
	}
}
