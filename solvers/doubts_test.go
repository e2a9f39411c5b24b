package solvers

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
	"nmfrepro/solvers/matrix"
)

// startsOnly is a scripted run whose steps are starts.
type startsOnly struct{ *scripted }

func (startsOnly) Unsteady() string { return everyStepAStart }

func TestDoubts(t *testing.T) {
	for _, tt := range []struct {
		name      string
		objective []float64
		want      string // "" is no doubt
	}{
		{"falls", []float64{9, 5, 4, 3.5, 3.4}, ""},
		{"stands still", []float64{9, 5, 5, 5}, ""},
		{"rises by rounding", []float64{9, 5, 5.000001}, ""},
		{"rises and falls below", []float64{9, 5, 6, 4}, ""},
		{"near an exact fit", []float64{9, 1e-28, 5e-28, 2e-28, 7e-28}, ""},
		{"ends above", []float64{9, 5, 5.1, 5.2}, "ended at 5.2, above the 5 of iteration 1"},
		{"ends above in the last digits", []float64{9e5, 1e5, 100000.2}, "ended at 100000.2, above the 100000 of"},
		{"alternates", []float64{9, 5, 7, 5, 7, 5, 7, 5, 7, 5, 7, 5}, "alternates between 5 and 7"},
		{"alternates and ends low", []float64{9, 5, 7, 5, 7, 5, 7, 5, 7, 5, 7, 5, 7, 5}, "alternates between 5 and 7"},
		{"alternates less and less", []float64{9, 6, 6.4, 5.9, 6.2, 5.8, 6.0, 5.75, 5.85, 5.72, 5.74, 5.719, 5.721, 5.7189}, ""},
	} {
		doubts := doubtsOf(t, newScripted(tt.objective...), Settings{Iterations: len(tt.objective) - 1})
		if tt.want == "" && len(doubts) > 0 || tt.want != "" && (len(doubts) != 1 || !strings.Contains(doubts[0], tt.want)) {
			t.Errorf("%s: %q, want %q", tt.name, doubts, tt.want)
		}
	}
}

func doubtsOf(t *testing.T, run interface {
	Progress
	factors() Factors
}, s Settings) (doubts []string) {
	t.Helper()
	s.Warn = func(doubt note.Note) { doubts = append(doubts, doubt.String()) }
	if _, _, err := Solve(context.Background(), run, run.factors(), s); err != nil {
		t.Fatal(err)
	}
	return doubts
}

func (r *scripted) factors() Factors { return r.f }

// Starts that are no better are no reason to stop.
func TestStartsAreNotStoppedByATolerance(t *testing.T) {
	run := startsOnly{newScripted(9, 9, 9, 7, 7, 8)}
	var doubts []string
	last, status, err := Solve(context.Background(), run, run.f,
		Settings{Iterations: 5, TolObjective: 0.1, Warn: func(d note.Note) { doubts = append(doubts, d.String()) }})
	if err != nil || last.Iteration != 5 || status != MaxIterations {
		t.Errorf("%d steps, %v, %v", last.Iteration, status, err)
	}
	if len(doubts) != 1 || !strings.Contains(doubts[0], "tolerance 0.1 was not applied: every step is a start of its own") {
		t.Errorf("%q", doubts)
	}
}

func TestDeadComponents(t *testing.T) {
	dead := &scripted{f: Factors{W: mat.NewDense(2, 3, []float64{1, 0, 0, 1, 0, 1}), Ht: mat.NewDense(1, 3, []float64{1, 1, 0})},
		objective: []float64{1}}
	if doubts := doubtsOf(t, dead, Settings{Iterations: 1}); len(doubts) != 2 || !strings.Contains(doubts[0], "component 2 of W") ||
		!strings.Contains(doubts[1], "component 3 of H") {
		t.Errorf("%q", doubts)
	}
	revived := &scripted{f: Factors{W: mat.NewDense(1, 1, nil)}, objective: []float64{1}} // its step moves the entry
	if doubts := doubtsOf(t, revived, Settings{Iterations: 1}); len(doubts) != 0 {
		t.Errorf("%q", doubts)
	}
}

// Where the nature of a rule is to swing, the warning says so, and which options do not.
func TestRemedies(t *testing.T) {
	p := Problem{X: matrix.FromDense(RandomFactor(20, 60, rand.New(rand.NewPCG(1, 1)))), Rank: 4}
	symmetric := func(damping float64) Solver { return &SymNMF{Damping: damping} }
	projective := func(by Stabiliser) Solver {
		s := newPNMF().(*PNMF)
		s.Stabilise = by
		return s
	}
	for _, tt := range []struct {
		swings, steady Solver
		want           string
	}{
		{newDSPNMF(), &DSPNMF{Rule: DSPEq33, Power: 0.5, Lambda: 1000}, "rule = eq33 with power = 0.5 descends"},
		{symmetric(1), symmetric(0.5), "damping = 0.5"},
		{projective(StabiliseNone), projective(StabiliseSpectral), "the nature of stabilise = none"},
	} {
		for _, s := range []Solver{tt.swings, tt.steady} {
			f, err := Factorize(context.Background(), s, p, Plan{Settings: Settings{Iterations: 100}})
			if err != nil {
				t.Fatal(err)
			}
			if told := len(f.Warnings) == 1 && strings.Contains(f.Warnings[0].String(), "alternates") &&
				strings.Contains(f.Warnings[0].String(), tt.want); told != (s == tt.swings) || !told && len(f.Warnings) > 0 {
				t.Errorf("%+v: %q, want %q", s, f.Warnings, tt.want)
			}
		}
	}
}
