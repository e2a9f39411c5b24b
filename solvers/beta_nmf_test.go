package solvers_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// betaCases are the divergences of beta-nmf, on both sides of every change of its rule. kl has what masks need.
func betaCases(kl Case) []Case {
	var list []Case
	for _, beta := range []float64{0, 0.5, 1, 1.5, 2, 3} {
		c := kl
		c.Objective, c.Degree, c.Positive = betaDivergence(beta), beta, beta <= 0
		list = append(list, of(c, "beta-nmf", fmt.Sprintf("beta=%v", beta)))
	}
	c := kl
	c.Objective = func(x *mat.Dense, f solvers.Factors) float64 {
		return overKnown(x, f.W, f.Ht, func(v, y float64) float64 { return v + y - 2*math.Sqrt(v*y) })
	}
	return append(list, of(c, "beta-nmf", "divergence=hellinger", "order=w-first"))
}

// betaDivergence is the definition, with the limits at 0 and 1.
func betaDivergence(beta float64) func(x *mat.Dense, f solvers.Factors) float64 {
	entry := func(v, y float64) float64 {
		y = max(y, 1e-300) // differences around 0 look below it
		return math.Pow(v, beta)/(beta*(beta-1)) + math.Pow(y, beta)/beta - v*math.Pow(y, beta-1)/(beta-1)
	}
	switch beta {
	case 0:
		entry = func(v, y float64) float64 { return v/y - math.Log(v/y) - 1 }
	case 1:
		return divergence
	}
	return func(x *mat.Dense, f solvers.Factors) float64 { return overKnown(x, f.W, f.Ht, entry) }
}

// iterate runs steps of a method from a start that is made here, and returns the factors.
func iterate(t *testing.T, x matrix.Matrix, steps int, name string, options ...string) solvers.Factors {
	t.Helper()
	m, n := x.Dims()
	rng := rand.New(rand.NewPCG(8, 8))
	f := solvers.Factors{W: solvers.RandomFactor(m, 3, rng), Ht: solvers.RandomFactor(n, 3, rng)}
	run, err := of(Case{}, name, options...).New().Start(solvers.Problem{X: x, Rank: 3}, f, rng)
	if err != nil {
		t.Fatal(err)
	}
	for range steps {
		run.Step()
	}
	return f
}

func requireClose(t *testing.T, what string, f, g solvers.Factors, tol float64) {
	t.Helper()
	for name, pair := range map[string][2]*mat.Dense{"W": {f.W, g.W}, "H": {f.Ht, g.Ht}} {
		var d mat.Dense
		d.Sub(pair[0], pair[1])
		if off := mat.Norm(&d, 2) / mat.Norm(pair[1], 2); !(off < tol) {
			t.Errorf("%s: %s is off by %.2g", what, name, off)
		}
	}
}

// β = 2 is nmf and β = 1 nmf-kl, whose rules were written by others; and the rule is continuous in β.
func TestBetaAgrees(t *testing.T) {
	x := matrix.FromDense(solvers.RandomFactor(20, 15, rand.New(rand.NewPCG(5, 5))))
	requireClose(t, "β = 2", iterate(t, x, 50, "beta-nmf", "beta=2"), iterate(t, x, 50, "nmf"), 1e-9)
	requireClose(t, "β = 1", iterate(t, x, 50, "beta-nmf", "beta=1"), iterate(t, x, 50, "nmf-kl"), 1e-9)
	for _, beta := range []float64{0, 1, 2} {
		at, near := fmt.Sprintf("beta=%v", beta), fmt.Sprintf("beta=%v", beta+1e-9)
		requireClose(t, at, iterate(t, x, 20, "beta-nmf", near), iterate(t, x, 20, "beta-nmf", at), 1e-6)
	}
}

// Itakura-Saito sees ratios alone: rows and columns of X at other scales scale the factors and change nothing else.
func TestItakuraSaitoInvariance(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	x := solvers.RandomFactor(12, 9, rng)
	scale := func(i int) float64 { return math.Ldexp(1, 3*i-10) }
	scaleRows := func(i, _ int, v float64) float64 { return v * scale(i) }
	y, starts := mat.DenseCopyOf(x), [2]solvers.Factors{}
	y.Apply(scaleRows, y)
	starts[0] = solvers.Factors{W: solvers.RandomFactor(12, 3, rng), Ht: solvers.RandomFactor(9, 3, rng)}
	starts[1] = solvers.Factors{W: mat.DenseCopyOf(starts[0].W), Ht: mat.DenseCopyOf(starts[0].Ht)}
	starts[1].W.Apply(scaleRows, starts[1].W)
	for k, data := range []*mat.Dense{x, y} {
		run, err := of(Case{}, "beta-nmf").New().Start(solvers.Problem{X: matrix.FromDense(data), Rank: 3}, starts[k], rng)
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			run.Step()
		}
	}
	starts[0].W.Apply(scaleRows, starts[0].W)
	requireClose(t, "scaled rows", starts[1], starts[0], 1e-9)
}

// Below 0 steps are short, since γ is, and 5,000 do not reach a stationary point; every one of them lowers the objective.
func TestBetaNegative(t *testing.T) {
	x := solvers.RandomFactor(20, 15, rand.New(rand.NewPCG(5, 5)))
	for _, beta := range []float64{-2, -1, -0.5} {
		old := math.Inf(1)
		for _, steps := range []int{0, 1, 2, 3, 10, 30, 100, 1000} {
			now := betaDivergence(beta)(x, iterate(t, matrix.FromDense(x), steps, "beta-nmf", fmt.Sprintf("beta=%v", beta)))
			if !(now < old) {
				t.Errorf("β = %v: objective %v after %d steps, %v before", beta, now, steps, old)
			}
			old = now
		}
	}
}

func TestBetaRefusals(t *testing.T) {
	for _, tt := range []struct {
		option, value string
		x             []float64
		want          string
	}{
		{"beta", "5", []float64{1, 1, 1, 1}, "beta = 5, want -2 to 4"},
		{"beta", "0", []float64{1, 0, 1, 1}, "0 at row 1, column 2"},
		{"beta", "4", []float64{1e90, 1, 1, 1}, "powers β"},
	} {
		rng := rand.New(rand.NewPCG(1, 1))
		f := solvers.Factors{W: solvers.RandomFactor(2, 1, rng), Ht: solvers.RandomFactor(2, 1, rng)}
		s := of(Case{}, "beta-nmf", tt.option+"="+tt.value).New()
		_, err := s.Start(solvers.Problem{X: matrix.NewDense(2, 2, tt.x), Rank: 1}, f, rng)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s = %s: %v, want %q", tt.option, tt.value, err, tt.want)
		}
	}
	if _, err := of(Case{}, "beta-nmf", "divergence=hellinger", "beta=1").New().Start(
		solvers.Problem{X: matrix.NewDense(1, 1, []float64{1}), Rank: 1},
		solvers.Factors{W: mat.NewDense(1, 1, []float64{1}), Ht: mat.NewDense(1, 1, []float64{1})}, nil); err == nil {
		t.Error("hellinger with a β: no error")
	}
}
