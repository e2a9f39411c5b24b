package solvers

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Factorize does what Start, Solve and Finish do from the start that it names.
func TestFactorizeIsSolve(t *testing.T) {
	x := matrix.FromDense(RandomFactor(10, 15, rand.New(rand.NewPCG(1, 1))))
	p := Problem{X: x, Rank: 3}
	got, err := Factorize(context.Background(), &NMF{}, p, Plan{Seed: 4, Settings: Settings{Iterations: 20}})
	if err != nil {
		t.Fatal(err)
	}
	s := newNMF()
	f, err := InitScaled.Factors(s, p, Factors{}, rand.New(rand.NewPCG(4, streamW)), rand.New(rand.NewPCG(4, streamHt)))
	if err != nil {
		t.Fatal(err)
	}
	run, err := s.Start(p, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	last, _, err := Solve(context.Background(), run, f, Settings{Iterations: 20})
	if err != nil || !mat.Equal(got.W, f.W) || !mat.Equal(got.Ht, f.Ht) || got.Last.Objective != last.Objective || len(got.Trace) != 21 {
		t.Errorf("objective %v, want %v; trace of %d; %v", got.Last.Objective, last.Objective, len(got.Trace), err)
	}
}

func TestFactorizeStarts(t *testing.T) {
	x := matrix.FromDense(RandomFactor(10, 15, rand.New(rand.NewPCG(1, 1))))
	p := Problem{X: x, Rank: 3}
	plan := Plan{Starts: 5, Settings: Settings{Iterations: 10}}
	got, err := Factorize(context.Background(), &NMF{}, p, plan)
	if err != nil || len(got.Objectives) != 5 || got.Last.Objective != slices.Min(got.Objectives) ||
		slices.Max(got.Objectives) == got.Last.Objective {
		t.Errorf("%v of %v, %v", got.Last.Objective, got.Objectives, err)
	}
	plan.Given = Factors{W: RandomFactor(10, 3, rand.New(rand.NewPCG(2, 1))), Ht: RandomFactor(15, 3, rand.New(rand.NewPCG(2, 2)))}
	before := mat.DenseCopyOf(plan.Given.W)
	got, err = Factorize(context.Background(), &NMF{}, p, plan)
	if err != nil || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0].String(), "nothing to chance") || !mat.Equal(before, plan.Given.W) {
		t.Errorf("%q, %v; given factors kept: %v", got.Warnings, err, mat.Equal(before, plan.Given.W))
	}
}

func TestFactorizeRefuses(t *testing.T) {
	x := matrix.FromDense(RandomFactor(4, 6, rand.New(rand.NewPCG(1, 1))))
	for _, tt := range []struct {
		s    Solver
		p    Problem
		plan Plan
		want string
	}{
		{&NMF{}, Problem{Rank: 2}, Plan{}, "there is no X"},
		{&NMF{}, Problem{X: (*matrix.CSR)(nil), Rank: 2}, Plan{}, "there is no X"},
		{nil, Problem{X: x, Rank: 2}, Plan{}, "there is no solver"},
		{(*NMF)(nil), Problem{X: x, Rank: 2}, Plan{}, "there is no solver"},
		{&NMF{}, Problem{X: x}, Plan{}, "rank = 0"},
		{&NMF{}, Problem{X: x, Rank: 2}, Plan{Init: "best"}, `init = "best", want "scaled"`},
		{&NMF{}, Problem{X: x, Rank: 2}, Plan{Settings: Settings{Iterations: -2}}, "iterations = -2"},
		{&POD{}, Problem{X: x, Rank: 7}, Plan{}, "rank = 7, want 1 to 6"},
		{&NMF{}, Problem{X: x, Rank: 2}, Plan{Given: Factors{W: RandomFactor(5, 2, rand.New(rand.NewPCG(1, 1)))}}, "start of W is 5×2"},
	} {
		if _, err := Factorize(context.Background(), tt.s, tt.p, tt.plan); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%T: %v, want %q", tt.s, err, tt.want)
		}
	}
}
