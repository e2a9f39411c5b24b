package solvers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
)

// Point is one entry of a trace.
type Point struct {
	Iteration int
	Elapsed   time.Duration // time spent inside Step, nothing else
	Measured  time.Duration // time spent inside Objective
	Objective float64
}

// Settings are the limits and stopping rules of a run. A zero tolerance switches its rule off.
type Settings struct {
	Iterations   int           // at most this many steps
	MaxTime      time.Duration // at most this long inside Step; 0 is no limit. Results then depend on the machine
	TolObjective float64       // stop when |f_old - f| ≤ TolObjective·|f_old| between observations
	// TolResidual stops when the residual of [Convergent] is at most this at an observation. A run that has one then keeps on while its
	// objective changes by less than TolObjective, which stops the others.
	TolResidual float64
	TolFactor   float64 // stop when ‖A_old - A‖_F < TolFactor·‖A_old‖_F for every factor A, per step
	// StillClusters ends the run when the clusters of the samples, each at its largest coefficient, stayed the same for more than so
	// many checks in a row, which are made every ClustersEvery iterations (0 is 10).
	StillClusters, ClustersEvery int

	Every       int             // observe the objective every so many steps; 0 is every step
	Record      func(Point)     // observer, called at iteration 0, at each observation and at the end; the clock stands still
	Checkpoints []int           // iterations, rising, after which Checkpoint is called beside the last; the course is that of a run without
	Checkpoint  func(Point)     // looks at the factors as they are then, which it leaves so; the clock stands still. nil is none
	Warn        func(note.Note) // told at the end of what makes the course of the run doubtful; nil drops it
}

// Validate reports what is wrong with the settings, all problems at once.
func (s Settings) Validate() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if s.Iterations < 0 {
		bad("iterations = %d, want ≥ 0", s.Iterations)
	}
	if s.MaxTime < 0 {
		bad("time limit = %v, want ≥ 0", s.MaxTime)
	}
	if !(s.TolObjective >= 0) || math.IsInf(s.TolObjective, 0) {
		bad("objective tolerance = %v, want a finite value ≥ 0", s.TolObjective)
	}
	if !(s.TolFactor >= 0) || math.IsInf(s.TolFactor, 0) {
		bad("factor tolerance = %v, want a finite value ≥ 0", s.TolFactor)
	}
	if !(s.TolResidual >= 0) || math.IsInf(s.TolResidual, 0) {
		bad("residual tolerance = %v, want a finite value ≥ 0", s.TolResidual)
	}
	for i, at := range s.Checkpoints {
		if at < 1 || i > 0 && at <= s.Checkpoints[i-1] {
			bad("checkpoints = %v, want iterations from 1 on that rise", s.Checkpoints)
			break
		}
	}
	if s.StillClusters < 0 || s.ClustersEvery < 0 {
		bad("checks of the clusters = %d, every %d iterations, want ≥ 0", s.StillClusters, s.ClustersEvery)
	}
	if s.Every < 0 {
		bad("observation interval = %d, want ≥ 1", s.Every)
	}
	return errors.Join(errs...)
}

// Solve steps run until a rule of s or its own (see Stopper) holds, the limit is reached or ctx ends. f are the factors that run updates in
// place.
// The last Point tells the iterations done, the time spent inside Step and the final objective. An error is returned only
// for unusable settings, and for a run that is Whole.
func Solve(ctx context.Context, run Progress, f Factors, s Settings) (Point, Status, error) {
	if err := s.Validate(); err != nil {
		return Point{}, MaxIterations, fmt.Errorf("solvers: %w", err)
	}
	if whole, ok := run.(Whole); ok {
		return whole.RunWhole(ctx, s)
	}
	c := &course{run: run, settings: s}
	deadW, deadH := zeroColumns(f.W), zeroColumns(f.Ht)
	p, status := c.follow(ctx, f)
	if s.Checkpoint != nil && finite(p.Objective) && p.Iteration > c.checked {
		s.Checkpoint(p)
	}
	if s.Warn != nil {
		for _, doubt := range slices.Concat(stillDead("W", f.W, deadW), stillDead("H", f.Ht, deadH), c.doubts(p)) {
			s.Warn(doubt)
		}
	}
	return p, status, nil
}

// course is a run on its way, and what its objective did.
type course struct {
	run      Progress
	settings Settings
	seen     objectives
	checked  int    // the iteration of the last checkpoint
	unsteady string // why the objective does not measure progress, "" if it does
}

func (c *course) observe(p *Point) {
	start := time.Now()
	p.Objective = c.run.Objective()
	p.Measured += time.Since(start)
	c.seen.add(*p)
	if c.settings.Record != nil {
		c.settings.Record(*p)
	}
}

// checkpoint shows the factors after an iteration that is one of the checkpoints, with the objective there.
func (c *course) checkpoint(p Point) {
	if c.settings.Checkpoint == nil {
		return
	}
	if _, wanted := slices.BinarySearch(c.settings.Checkpoints, p.Iteration); wanted {
		p.Objective = c.run.Objective()
		c.checked = p.Iteration
		c.settings.Checkpoint(p)
	}
}

func (c *course) follow(ctx context.Context, f Factors) (Point, Status) {
	s := c.settings
	tol := s.TolObjective
	if u, ok := c.run.(Unsteady); ok {
		c.unsteady, tol = u.Unsteady(), 0
	}
	every := max(s.Every, 1)
	var p Point
	c.observe(&p)
	if !finite(p.Objective) {
		return p, Diverged
	}
	done := func() bool { return false }
	if stopper, ok := c.run.(Stopper); ok {
		done = stopper.Done
	}
	if s.Iterations > 0 && done() {
		return p, Converged
	}
	change, still := newFactorChange(f, s.TolFactor), newStillClusters(f, s)
	for p.Iteration < s.Iterations {
		if ctx.Err() != nil {
			return p, Cancelled
		}
		if s.MaxTime > 0 && p.Elapsed >= s.MaxTime {
			if p.Iteration%every != 0 {
				c.observe(&p)
			}
			return p, TimeLimit
		}
		start := time.Now()
		c.run.Step()
		p.Elapsed += time.Since(start)
		p.Iteration++
		c.checkpoint(p)
		settled := change.below() || done() || still.done(p.Iteration)
		last := p.Iteration == s.Iterations
		if p.Iteration%every != 0 && !last && !settled {
			continue
		}
		old := p.Objective
		c.observe(&p)
		switch {
		case !finite(p.Objective):
			return p, Diverged
		case settled || c.stationary(old, p.Objective, tol):
			return p, Converged
		}
	}
	return p, MaxIterations
}

// stationary tells whether the residual is small enough, or without one the change of the objective.
func (c *course) stationary(before, now, tol float64) bool {
	if run, can := c.run.(Convergent); can && c.settings.TolResidual > 0 {
		if residual, ok := run.Residual(); ok {
			return residual <= c.settings.TolResidual
		}
	}
	return tol > 0 && math.Abs(before-now) <= tol*math.Abs(before)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// factorChange measures the relative change of the factors from step to step; it holds copies only when asked to.
type factorChange struct {
	tol  float64
	now  []*mat.Dense
	prev []*mat.Dense
}

func newFactorChange(f Factors, tol float64) *factorChange {
	c := &factorChange{tol: tol}
	if tol == 0 {
		return c
	}
	for _, a := range []*mat.Dense{f.W, f.Ht} {
		if a != nil {
			c.now = append(c.now, a)
			c.prev = append(c.prev, mat.DenseCopyOf(a))
		}
	}
	return c
}

// below reports whether every factor changed by less than tol since the last call, and remembers the present ones.
func (c *factorChange) below() bool {
	if c.tol == 0 {
		return false
	}
	all := len(c.now) > 0
	for k, a := range c.now {
		m, _ := a.Dims()
		var diff, norm float64
		for i := range m {
			now, prev := a.RawRowView(i), c.prev[k].RawRowView(i)
			for j, v := range now {
				d := prev[j] - v
				diff += d * d
				norm += prev[j] * prev[j]
			}
			copy(prev, now)
		}
		all = all && math.Sqrt(diff) < c.tol*math.Sqrt(norm)
	}
	return all
}

// Status tells why a run ended. Running out of iterations is a status, not an error.
type Status int

// The ways in which a run ends.
const (
	MaxIterations Status = iota // the iteration limit was reached
	Converged                   // a stopping rule held
	TimeLimit                   // MaxTime was used up
	Diverged                    // the objective or a factor became NaN or infinite
	Cancelled                   // the context ended
)

var statusTable = [...]struct {
	name  string
	early bool // ended before it was done
}{
	MaxIterations: {"max-iterations", false},
	Converged:     {"converged", false},
	TimeLimit:     {"time-limit", true},
	Diverged:      {"diverged", true},
	Cancelled:     {"cancelled", true},
}

// String returns the name of the status, as records and run.json spell it.
func (s Status) String() string { return statusTable[s].name }

// Early reports whether the run ended before it was done.
func (s Status) Early() bool { return statusTable[s].early }
