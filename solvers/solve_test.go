package solvers

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

// scripted is a run whose objectives are given; each step halves the distance of its factor to 1.
type scripted struct {
	f         Factors
	objective []float64
	steps     int
}

func (r *scripted) Step() {
	r.steps++
	r.f.W.Set(0, 0, (r.f.W.At(0, 0)+1)/2)
}
func (r *scripted) Objective() float64 { return r.objective[min(r.steps, len(r.objective)-1)] }
func (r *scripted) Finish() Result     { return Factorisation(r.f) }

func newScripted(objective ...float64) *scripted {
	return &scripted{f: Factors{W: mat.NewDense(1, 1, []float64{2})}, objective: objective}
}

func TestSolve(t *testing.T) {
	nan := math.NaN()
	for _, tt := range []struct {
		name      string
		objective []float64
		set       Settings
		steps     int
		status    Status
	}{
		{"no steps", []float64{5}, Settings{}, 0, MaxIterations},
		{"limit", []float64{5, 4, 3, 2}, Settings{Iterations: 3}, 3, MaxIterations},
		{"a constant objective does not stop without a tolerance", []float64{5}, Settings{Iterations: 9}, 9, MaxIterations},
		{"objective settles", []float64{100, 50, 49.9, 49.9}, Settings{Iterations: 9, TolObjective: 0.01}, 2, Converged},
		{"seen only when observed", []float64{100, 50, 49.9}, Settings{Iterations: 9, TolObjective: 0.01, Every: 4}, 8, Converged},
		// step k moves by 2⁻ᵏ: the first below 1e-3 is k = 10
		{"factor settles", []float64{5}, Settings{Iterations: 99, TolFactor: 1e-3}, 10, Converged},
		{"NaN at the start", []float64{nan}, Settings{Iterations: 9}, 0, Diverged},
		{"NaN later", []float64{5, 4, nan}, Settings{Iterations: 9}, 2, Diverged},
		{"infinite", []float64{5, math.Inf(1)}, Settings{Iterations: 9}, 1, Diverged},
	} {
		run := newScripted(tt.objective...)
		var seen []int
		tt.set.Record = func(p Point) { seen = append(seen, p.Iteration) }
		last, status, err := Solve(context.Background(), run, run.f, tt.set)
		if err != nil {
			t.Fatal(err)
		}
		want := tt.steps
		if last.Iteration != want || run.steps != want || status != tt.status {
			t.Errorf("%s: %d steps (%d made), %v; want %d, %v", tt.name, last.Iteration, run.steps, status, want, tt.status)
		}
		if len(seen) == 0 || seen[0] != 0 || seen[len(seen)-1] != want {
			t.Errorf("%s: recorded at %v, want the first and the last", tt.name, seen)
		}
	}
}

func TestSolveLimits(t *testing.T) {
	run := newScripted(5)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if last, status, _ := Solve(ctx, run, run.f, Settings{Iterations: 9}); status != Cancelled || last.Iteration != 0 {
		t.Errorf("cancelled: %d steps, %v", last.Iteration, status)
	}
	if _, status, _ := Solve(context.Background(), run, run.f,
		Settings{Iterations: 1 << 30, MaxTime: time.Microsecond}); status != TimeLimit || !status.Early() {
		t.Errorf("time: %v", status)
	}
	bad := Settings{Iterations: -1, MaxTime: -1, TolObjective: math.NaN(), TolFactor: math.Inf(1), Every: -1}
	_, _, err := Solve(context.Background(), run, run.f, bad)
	for _, word := range []string{"iterations", "time limit", "objective tolerance", "factor tolerance", "observation interval"} {
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("got error %v, want one about the %s", err, word)
		}
	}
}

// stopping is a run that is done after so many steps.
type stopping struct {
	*scripted
	after int
}

func (r stopping) Done() bool { return r.steps >= r.after }

func TestSolveStopper(t *testing.T) {
	for after, want := range map[int]Status{0: Converged, 3: Converged, 9: Converged, 10: MaxIterations} {
		run := stopping{newScripted(5), after}
		var seen []int
		set := Settings{Iterations: 9, Every: 2, Record: func(p Point) { seen = append(seen, p.Iteration) }}
		last, status, err := Solve(context.Background(), run, run.f, set)
		if err != nil || status != want || last.Iteration != min(after, 9) || seen[len(seen)-1] != last.Iteration {
			t.Errorf("done after %d: stopped after %d with %v, %v; recorded at %v", after, last.Iteration, status, err, seen)
		}
	}
	run := stopping{newScripted(5), 0}
	if _, status, _ := Solve(context.Background(), run, run.f, Settings{}); status != MaxIterations {
		t.Errorf("a limit of 0: %v", status)
	}
}
