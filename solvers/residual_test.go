package solvers

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// The residual falls towards 0 on the way to a minimum, does not know the scale of X nor how the factors share it, and is 0 where X
// is the product and every entry is positive.
func TestResidual(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	w, ht, noise := RandomFactor(10, 2, rng), RandomFactor(12, 2, rng), RandomFactor(10, 12, rng)
	exact := mat.NewDense(10, 12, nil)
	matrix.MulNT(exact, w, ht)
	x := mat.DenseCopyOf(exact)
	x.Add(x, noise)
	residual := func(s Solver, x *mat.Dense, f Factors) float64 {
		t.Helper()
		run, err := s.Start(Problem{X: matrix.FromDense(x), Rank: 2}, Factors{W: mat.DenseCopyOf(f.W), Ht: mat.DenseCopyOf(f.Ht)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		v, ok := run.(Convergent).Residual()
		if !ok {
			t.Fatalf("%T has no residual", s)
		}
		return v
	}
	for name, s := range map[string]Solver{
		"nmf": &NMF{}, "hals": &HALS{}, "nmf-kl": &NMFKL{}, "beta-nmf": &BetaNMF{Beta: 0.5},
		"penalised":    &NMF{PenaltyOptions: PenaltyOptions{L2W: 0.1, L2H: 0.1, L1W: 0.1, L1H: 0.2}},
		"penalised kl": &NMFKL{PenaltyOptions: PenaltyOptions{L2W: 0.1, L2H: 0.1, L1W: 0.1, L1H: 0.2}},
	} {
		var path []float64
		var run Progress
		f := Factors{W: RandomFactor(10, 2, rand.New(rand.NewPCG(1, 1))), Ht: RandomFactor(12, 2, rand.New(rand.NewPCG(1, 2)))}
		start := Factors{W: mat.DenseCopyOf(f.W), Ht: mat.DenseCopyOf(f.Ht)}
		run, err := s.Start(Problem{X: matrix.FromDense(x), Rank: 2}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = Solve(context.Background(), run, f,
			Settings{Iterations: 30000, Every: 30000, Checkpoints: []int{1, 100, 3000}, Checkpoint: func(Point) {
				v, _ := run.(Convergent).Residual()
				path = append(path, v)
			}})
		if err != nil || len(path) != 4 || !(path[0] > 1e-3) || !(path[3] < 1e-3*path[0]) ||
			!slices.IsSortedFunc(path, func(a, b float64) int { return int(math.Copysign(1, b-a)) }) {
			t.Errorf("%s: residuals %v, %v", name, path, err)
		}
		if name == "penalised" || name == "penalised kl" {
			continue
		}
		large, turned := mat.DenseCopyOf(x), Factors{W: mat.DenseCopyOf(start.W), Ht: mat.DenseCopyOf(start.Ht)}
		large.Scale(0x1p40, large)
		turned.W.Scale(0x1p50, turned.W)
		turned.Ht.Scale(0x1p-10, turned.Ht)
		if a, b := residual(s, x, start), residual(s, large, turned); math.Abs(a-b) > 1e-12*a {
			t.Errorf("%s: residual %v, at another scale %v", name, a, b)
		}
		if v := residual(s, exact, Factors{W: w, Ht: ht}); v > 1e-13 {
			t.Errorf("%s: residual %v at the factors of X", name, v)
		}
		zero := mat.DenseCopyOf(w) // an entry that is locked at 0, away from a minimum
		zero.Set(0, 0, 0)
		if v := residual(s, exact, Factors{W: zero, Ht: ht}); v < 1e-3 {
			t.Errorf("%s: residual %v with a zero that should not be", name, v)
		}
	}
}

// Checkpoints change no bit of a run, come in order and once each, and the last is that of the end.
func TestCheckpoints(t *testing.T) {
	x := matrix.FromDense(RandomFactor(10, 12, rand.New(rand.NewPCG(6, 1))))
	for _, name := range []string{"nmf", "hals", "nmf-kl", "nmf-cw", "gnmf", "rnmf", "pnmf"} {
		e, _ := Find(name)
		var seen []int
		fit := func(s Settings) Factorization {
			f, err := Factorize(context.Background(), e.New(), Problem{X: x, Rank: 3}, Plan{Settings: s})
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		plain := fit(Settings{Iterations: 50, Every: 10})
		with := fit(Settings{Iterations: 50, Every: 10, Checkpoints: []int{1, 7, 20, 80},
			Checkpoint: func(p Point) { seen = append(seen, p.Iteration) }})
		if !mat.Equal(plain.Basis, with.Basis) || plain.Last.Objective != with.Last.Objective || len(plain.Trace) != len(with.Trace) {
			t.Errorf("%s: checkpoints change the run", name)
		}
		if !slices.Equal(seen, []int{1, 7, 20, 50}) {
			t.Errorf("%s: checkpoints at %v", name, seen)
		}
	}
	for _, bad := range [][]int{{0, 3}, {3, 3}, {5, 2}} {
		if (Settings{Checkpoints: bad}).Validate() == nil {
			t.Errorf("%v was accepted", bad)
		}
	}
}

// A tolerance of the residual ends a run at the first observation where the residual is at most that, and not where the objective stands
// nearly still before; a run without a residual ends by the objective.
func TestResidualStops(t *testing.T) {
	x := mat.NewDense(12, 14, nil)
	rng := rand.New(rand.NewPCG(8, 1))
	x.Apply(func(_, _ int, _ float64) float64 { return rng.Float64() }, x)
	for _, tt := range []struct {
		solver   Solver
		residual bool
	}{{&NMF{}, true}, {&HALS{}, true}, {newONMF(), false}} {
		f := Factors{W: RandomFactor(12, 3, rng), Ht: RandomFactor(14, 3, rng)}
		run, err := tt.solver.Start(Problem{X: matrix.FromDense(x), Rank: 3}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		const tol, every = 1e-3, 10
		var seen []float64
		last, status, err := Solve(context.Background(), run, f, Settings{Iterations: 50000, Every: every, TolResidual: tol, TolObjective: 1e-3,
			Record: func(p Point) {
				if c, can := run.(Convergent); can && p.Iteration > 0 {
					if v, ok := c.Residual(); ok {
						seen = append(seen, v)
					}
				}
			}})
		if err != nil || status != Converged || last.Iteration%every != 0 {
			t.Errorf("%T: %v at %d, %v", tt.solver, status, last.Iteration, err)
		}
		if (len(seen) > 0) != tt.residual {
			t.Errorf("%T: %d residuals", tt.solver, len(seen))
		}
		for i, v := range seen {
			if (v <= tol) != (i == len(seen)-1) {
				t.Errorf("%T: observation %d of %d has the residual %v", tt.solver, i+1, len(seen), v)
			}
		}
	}
	if _, _, err := Solve(context.Background(), newScripted(1), Factors{}, Settings{TolResidual: -1}); err == nil {
		t.Error("a negative tolerance passes")
	}
}
