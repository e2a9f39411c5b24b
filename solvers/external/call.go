package external

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// maxFull bounds a sparse X that is written in full for a program that takes no sparse ones: 8 GiB.
const maxFull = 1 << 30

// Start checks that the program can take the problem; nothing runs yet. f is the start that the program is handed if it
// accepts one; it is not changed. One number is drawn from rng, the seed of the job.
func (s *Solver) Start(p solvers.Problem, f solvers.Factors, rng *rand.Rand) (solvers.Progress, error) {
	accepts := s.program.Spec.Accepts
	if err := s.CheckOptions(); err != nil {
		return nil, err
	}
	if p.Rank < 1 {
		return nil, fmt.Errorf("%s: rank = %d, want ≥ 1", s.program.Name, p.Rank)
	}
	m, n := p.X.Dims()
	_, masked := p.X.(*matrix.Masked)
	_, sparse := p.X.(*matrix.CSR)
	refuse := func(what, key string) error {
		return &Failure{Word: Unsupported, Detail: fmt.Sprintf("%s takes no %s; if it can, say accepts: {%s: true} in %s", s.program.Name, what,
			key, specFile)}
	}
	switch {
	case masked && !accepts.Mask:
		return nil, refuse("unknown entries", "mask")
	case sparse && !accepts.Sparse && m > maxFull/n:
		return nil, refuse(fmt.Sprintf("sparse X, and one of %d×%d is too large to be written in full", m, n), "sparse")
	case len(p.Constraints.H)+len(p.Constraints.W) > 0 && !accepts.Constraints:
		p.Constraints.H, p.Constraints.W = nil, nil // a comparison draws them for every method
	}
	if err := solvers.CheckEntries(s.program.Name, p.X, true); err != nil {
		return nil, err
	}
	if !accepts.Signed && solvers.CheckEntries(s.program.Name, p.X, false) != nil {
		return nil, refuse("X with negative entries", "signed")
	}
	for _, a := range []struct {
		name string
		a    *mat.Dense
		rows int
	}{{"W", f.W, m}, {"Ht", f.Ht, n}} {
		if !accepts.Start {
			break
		}
		if a.a == nil {
			return nil, fmt.Errorf("%s: no initialisation of %s, want %d×%d", s.program.Name, a.name, a.rows, p.Rank)
		}
		if r, c := a.a.Dims(); r != a.rows || c != p.Rank {
			return nil, fmt.Errorf("%s: start of %s is %d×%d, want %d×%d", s.program.Name, a.name, r, c, a.rows, p.Rank)
		}
	}
	return &Call{program: s.program, options: s.Values(), problem: p, start: f, seed: rng.Uint32() >> 1, objective: math.NaN()}, nil
}

// Call is one call of a program. It belongs to one goroutine.
type Call struct {
	program *Program
	options map[string]any
	problem solvers.Problem
	start   solvers.Factors
	seed    uint32 // below 2³¹, which every language's generator takes

	answer    answer
	objective float64
	warnings  []note.Note
	report    Report
}

var (
	_ solvers.Whole  = (*Call)(nil)
	_ solvers.Warner = (*Call)(nil)
)

// Report is the part of a run that is kept beside its result.
type Report struct {
	Command  []string          `json:"command"`
	Program  string            `json:"program"`            // Hash
	Files    map[string]string `json:"files,omitempty"`    // path in the folder: SHA-256
	Version  string            `json:"version,omitempty"`  // as the version command prints it
	Versions map[string]string `json:"versions,omitempty"` // as the program tells them
	Clock    string            `json:"clock"`              // own: Seconds are the program's; process: those of the whole call
	Seconds  float64           `json:"seconds"`
	Process  float64           `json:"process_seconds"`       // of the whole call, the reading and writing of files included
	Peak     int64             `json:"peak_memory,omitempty"` // bytes, as far as they were seen; 0 where memory is not watched
}

// Step panics: a program has no steps that could be called. [solvers.Solve] runs it whole.
func (r *Call) Step() { panic("external: a program cannot be stepped; solvers.Solve runs it whole") }

// Objective returns the objective of the factors that the program left, NaN before its end and for a method without factors.
func (r *Call) Objective() float64 { return r.objective }

// Finish returns the result that the program left.
func (r *Call) Finish() solvers.Result { return r.answer.result }

// Warnings returns doubts about the result.
func (r *Call) Warnings() []note.Note { return r.warnings }

// Report tells how the result came about.
func (r *Call) Report() Report { return r.report }

// Iterations returns the number of iterations that the program tells; ok is false if it tells none.
func (r *Call) Iterations() (n int, ok bool) {
	if r.answer.said.Iterations == nil {
		return 0, false
	}
	return *r.answer.said.Iterations, true
}

// Trace returns the objective as the program tells it, for tests of the program; results are judged by the objective of its factors.
func (r *Call) Trace() []solvers.Point { return r.answer.trace }

// RunWhole implements [solvers.Whole]. The points recorded are the start, if the program was handed one, the snapshots that it
// left, and the result, with the objective computed here.
func (r *Call) RunWhole(ctx context.Context, s solvers.Settings) (solvers.Point, solvers.Status, error) {
	none := solvers.Point{Objective: math.NaN()}
	if s.MaxTime > 0 {
		return none, solvers.Diverged,
			fmt.Errorf("%s: a program cannot be stopped after %v of iterations; drop the limit, or set limits.wall of %s", r.program.Name,
				s.MaxTime, specFile)
	}
	if err := r.program.allow(); err != nil {
		return none, solvers.Diverged, err
	}
	version := r.program.Version(ctx)
	began := time.Now()
	if err := r.do(ctx, s); err != nil {
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			return none, solvers.Cancelled, nil
		}
		return none, solvers.Diverged, err
	}
	r.describe(version, time.Since(began))
	point := r.points(s)
	if v := point.Objective; r.answer.result.Ht != nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
		return none, solvers.Diverged, &Failure{Word: NotFinite,
			Detail: fmt.Sprintf("the product of the basis and H leaves the range of numbers: its objective is %v", v)}
	}
	if point.Iteration < s.Iterations {
		return point, solvers.Converged, nil
	}
	return point, solvers.MaxIterations, nil
}

// do writes the job, calls the program for it and reads its answer.
func (r *Call) do(ctx context.Context, s solvers.Settings) error {
	dir, err := os.MkdirTemp(r.program.Temp, "nmfrepro-exec-")
	if err != nil {
		return &Failure{Word: NotPrepared, Detail: err.Error()}
	}
	defer os.RemoveAll(dir)
	if err := r.writeJob(dir, s); err != nil {
		return &Failure{Word: NotPrepared, Detail: err.Error()}
	}
	p := r.program
	proc, err := p.finished(ctx, dir, append(slices.Clone(p.command), jobFile), p.Spec.Limits)
	if err != nil {
		return err
	}
	r.report.Peak = proc.peak.Load()
	if proc.left > 0 {
		r.warnings = append(r.warnings, note.Of(note.Method,
			"the program left processes behind, which were killed: what they were about to write is lost"))
	}
	return r.read(dir, proc.ended(), proc.output.text())
}

func (r *Call) describe(version string, elapsed time.Duration) {
	p := r.program
	r.report.Command, r.report.Program, r.report.Version, r.report.Versions = p.Spec.Command, p.Hash(), version, r.answer.said.Versions
	r.report.Files = map[string]string{}
	for _, f := range p.Files {
		r.report.Files[f.Path] = f.SHA256
	}
	r.report.Process = elapsed.Seconds()
	r.report.Clock, r.report.Seconds = "process", r.report.Process
	if own := r.answer.said.Seconds; own != nil {
		r.report.Clock, r.report.Seconds = "own", *own
		if *own > r.report.Process {
			r.warnings = append(r.warnings, note.Of(note.Method,
				"the program says that it took %.3g s, which is more than the whole call, %.3g s", *own,
				r.report.Process))
		}
	}
}

// points records the trace and returns the last point.
func (r *Call) points(s solvers.Settings) solvers.Point {
	elapsed := time.Duration(r.report.Seconds * float64(time.Second))
	last := solvers.Point{Elapsed: elapsed, Objective: math.NaN()}
	if written, told := r.Iterations(); told {
		last.Iteration = written
	} else if r.answer.result.Ht != nil {
		last.Iteration = s.Iterations
		r.warnings = append(r.warnings, note.Of(note.Method, "the program did not tell its iterations; they are taken for the limit"))
	}
	basis, ht := r.answer.result.Basis, r.answer.result.Ht
	if basis == nil || ht == nil {
		return last
	}
	record := s.Record
	if record == nil {
		record = func(solvers.Point) {}
	}
	loss := matrix.Squared
	if r.program.Spec.Objective == "divergence" {
		loss = matrix.FlooredDivergence(1e-150)
	}
	fit := matrix.NewEntrywise(r.problem.X)
	if r.program.Spec.Accepts.Start {
		record(solvers.Point{Objective: fit.Sum(r.start.W, r.start.Ht, loss)})
	}
	for _, shot := range r.answer.snapshots {
		if shot.iteration < last.Iteration {
			record(solvers.Point{Iteration: shot.iteration, Objective: fit.Sum(shot.w, shot.ht, loss)})
		}
	}
	last.Objective = fit.Sum(basis, ht, loss)
	record(last)
	r.objective = last.Objective
	return last
}
