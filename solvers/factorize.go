package solvers

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
)

// Plan says how [Factorize] begins and ends; the zero value has a default for everything.
type Plan struct {
	Init   Init    // how the factors begin that are not given; "" is InitScaled
	Given  Factors // factors to begin with; they stay as they are
	Held   Factors // W m×k and Ht n×k of components that stay as they are, the first of the rank; nil for none
	Seed   uint64  // of everything random
	Starts int     // so many runs are made, of which the one with the least objective is kept; 0 is 1

	// Draw replaces Init where it is there: it returns the factors to begin with, which the run will change, from streams of
	// random numbers of this start's own, from FirstFree on.
	Draw func(stream func(k uint64) *rand.Rand) (Factors, error)

	// Each is told the result of every start, if it is there.
	Each func(Factorization)

	Settings // Iterations = 0 is 1000, and -1 none at all; Record sees every start
}

// The streams of a seed: each factor has its own, so that methods with a factor of one shape share its start. A later start has
// the streams that follow those of the one before.
const (
	streamW uint64 = iota
	streamHt
	streamSolver
	FirstFree // for Draw
	streams   = 8
)

// Factorization is a result and how it came about.
type Factorization struct {
	Result
	Status   Status
	Last     Point   // iterations done, times, and the objective
	Trace    []Point // the observations of the run that was kept
	Warnings []note.Note

	Run        Progress  // that was kept, for what else it can tell
	Objectives []float64 // at the end of every start, in order; not finite where one diverged
}

// Factorize runs a method on a problem to its end.
func Factorize(ctx context.Context, s Solver, p Problem, plan Plan) (Factorization, error) {
	var best Factorization
	if absent(s) {
		return best, fmt.Errorf("solvers: there is no solver")
	}
	if absent(p.X) {
		return best, fmt.Errorf("solvers: there is no X")
	}
	if p.Rank < 1 {
		return best, fmt.Errorf("solvers: rank = %d, want ≥ 1", p.Rank)
	}
	if plan.Held.W != nil && plan.Given.W != nil || plan.Held.Ht != nil && plan.Given.Ht != nil {
		return best, errHeldGiven
	}
	s = withDefaults(s)
	if err := plan.holds(s); err != nil {
		return best, err
	}
	if plan.Given == (Factors{}) {
		p.Unit = cmp.Or(p.Unit, math.Abs(meanOf(p.X)))
	}
	doubt, err := doubtRank(s, p)
	if err != nil {
		return best, err
	}
	switch plan.Iterations {
	case 0:
		plan.Iterations = 1000
	case -1:
		plan.Iterations = 0
	}
	var objectives []float64
	for k := range max(plan.Starts, 1) {
		one, err := plan.attempt(ctx, s, p, uint64(k)*streams)
		if err != nil {
			return best, err
		}
		objectives = append(objectives, one.Last.Objective)
		if plan.Each != nil {
			plan.Each(one)
		}
		if k == 0 || best.Status == Diverged || one.Last.Objective < best.Last.Objective {
			best = one
		}
		if one.Status == Cancelled {
			best.Status = Cancelled
			break
		}
	}
	best.Objectives = objectives
	best.Warnings = slices.Concat(best.Warnings, Unmet(s, p), doubt, doubtKnown(s, p), doubtStarts(objectives))
	return best, nil
}

func (plan Plan) attempt(ctx context.Context, s Solver, p Problem, first uint64) (Factorization, error) {
	var one Factorization
	stream := func(k uint64) *rand.Rand { return rand.New(rand.NewPCG(plan.Seed, first+k)) }
	start, err := plan.start(s, p, stream)
	if err != nil {
		return one, err
	}
	if p.Held, err = plan.hold(start); err != nil {
		return one, err
	}
	run, err := s.Start(p, start, stream(streamSolver))
	if err != nil {
		return one, err
	}
	settings := plan.Settings
	settings.Record = func(p Point) {
		one.Trace = append(one.Trace, p)
		if plan.Record != nil {
			plan.Record(p)
		}
	}
	settings.Warn = func(doubt note.Note) { one.Warnings = append(one.Warnings, doubt) }
	if one.Last, one.Status, err = Solve(ctx, run, start, settings); err != nil {
		return one, err
	}
	if w, ok := run.(Warner); ok {
		one.Warnings = append(w.Warnings(), one.Warnings...)
	}
	one.Result, one.Run = run.Finish(), run
	return one, nil
}

func (plan Plan) start(s Solver, p Problem, stream func(uint64) *rand.Rand) (Factors, error) {
	if plan.Draw != nil {
		return plan.Draw(stream)
	}
	given, init := plan.Given, plan.Init
	if given.W != nil {
		given.W = mat.DenseCopyOf(given.W)
	}
	if given.Ht != nil {
		given.Ht = mat.DenseCopyOf(given.Ht)
	}
	if init == "" {
		init = InitScaled
	}
	return init.inUnits(s, p, given, stream(streamW), stream(streamHt))
}

// doubtRank doubts a rank that factors can have to no purpose, and refuses one that clusters or dimensions cannot.
func doubtRank(s Solver, p Problem) (doubt []note.Note, err error) {
	m, n := p.X.Dims()
	limit := RankLimit(s, m, n)
	if p.Rank <= limit {
		return nil, nil
	}
	if w, ht := s.Rows(m, n); w == 0 && ht == 0 {
		return nil, fmt.Errorf("solvers: rank = %d, want 1 to %d for this method and X %d×%d", p.Rank, limit, m, n)
	}
	return []note.Note{note.Of(note.Rank,
		"rank %d is above %d, the most that X %d×%d has use for without penalties", p.Rank, limit, m, n)}, nil
}

// doubtStarts doubts several starts together.
func doubtStarts(objectives []float64) (doubts []note.Note) {
	if len(objectives) < 2 {
		return nil
	}
	if lost := len(objectives) - len(slices.DeleteFunc(slices.Clone(objectives), func(v float64) bool { return !finite(v) })); lost > 0 {
		doubts = append(doubts, note.Of(note.Diverged, "%d of %d starts diverged", lost, len(objectives)))
	}
	if !slices.ContainsFunc(objectives, func(v float64) bool { return v != objectives[0] && !math.IsNaN(v) }) {
		doubts = append(doubts, note.Of(note.SameStarts,
			"all %d starts ended at the same objective: this start or method may leave nothing to chance", len(objectives)))
	}
	return doubts
}
