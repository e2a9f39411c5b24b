package own

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/files"
	"nmfrepro/datasets/note"
	"nmfrepro/datasets/steps"
	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// Fit is a factorisation of a matrix of one's own: its input, its settings and its output.
type Fit struct {
	Solver       string
	Rank         int
	MaxTime      time.Duration
	Set          []string // options of the solver, as they were given
	PenaltyScale string
	Input, Mask  string
	Table        table.Options
	Prepare      table.Preparation
	LabelColumn  string
	Settings
	Format         string
	Plots, Picture string
	Rnk            bool
	Out            string
	Overwrite      bool // what others put into Out
	Files          Files
	Programs       Programs
	Inputs         *files.Inputs
	Beside         func(solvers.Progress) any // what a solver that is no part of the program says of its run

	Read         *table.Table  // what the input holds, once it was read and prepared
	Full         matrix.Matrix // X with all features, before some were left out and the others weighed
	FullFeatures []string
	Notes        []note.Note     // how the files beside it were matched with it
	Held         solvers.Factors // of --fixed and --fixed-h
	classes      classes
	replaced     string // what the folder held before
	picture
}

// picture is the shape of the samples of Picture.
type picture struct {
	height, width int  // of Picture
	byColumns     bool // its pixels run down the columns
}

// Files reads what a user names.
type Files interface {
	OpenTable(path string) (table.File, io.Closer, error)
	ReadTable(path string, opts table.Options) (*table.Table, error)
	ReadDense(path string) (*table.Table, error)
	ReadLabels(path, column string, opts tabular.Options) (*tabular.Labels, error)
	ReadFile(path string) ([]byte, error)
}

// Console is the place where a command tells its results.
type Console struct {
	Page, Messages io.Writer
	Command        string
	All            bool // every note is told, not only those that three lines have room for
}

// mostNoteLines is how many lines notes take; the rest is counted.
const mostNoteLines = 3

// Say tells warnings and then notes: whole ones as far as there is room, and how many more there are.
func (to Console) Say(warnings, notes []note.Note) {
	used, left := 0, 0
	for i, n := range slices.Concat(warnings, notes) {
		word := "note"
		if i < len(warnings) {
			word = "warning"
		}
		line := fmt.Sprintf("%s: %s: %s", to.Command, word, n)
		lines := strings.Count(term.Fold(line, term.ScreenWidth), "\n") + 1
		if !to.All && i > 0 && used+lines > mostNoteLines {
			left++
			continue
		}
		used += lines
		fmt.Fprintln(to.Messages, line)
	}
	if left > 0 {
		fmt.Fprintf(to.Messages, "%s: %s: -v\n", to.Command, result.Count(left, "more note"))
	}
}

// ClusterError says why the clusters of a result, which was written, could not be read.
type ClusterError struct{ Err error }

func (e *ClusterError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *ClusterError) Unwrap() error { return e.Err }

// Ready reads the files, and returns before any computation each fault in them or in the folder of the results.
func (f *Fit) Ready(solver solvers.Solver) (problem solvers.Problem, start solvers.Factors, err error) {
	if problem, start, err = f.problem(solver); err != nil {
		return problem, start, err
	}
	return problem, start, errors.Join(f.checkPlots(problem.X), f.CheckScores(), f.CheckFolder())
}

// Run factorises X, writes the results and tells them. A result that it returns without an error was written.
func (f *Fit) Run(ctx context.Context, entry solvers.Entry, solver solvers.Solver, norm solvers.Normalisation, problem solvers.Problem,
	start solvers.Factors, to Console, began time.Time) (best solvers.Factorization, err error) {
	matrix.SetThreads(runtime.GOMAXPROCS(0)) // nothing else runs beside it
	defer matrix.SetThreads(1)
	var all []solvers.Factorization
	plan := f.plan(solver, problem, start)
	plan.Held = f.Held
	m, _ := problem.X.Dims()
	if f.Starts > 1 {
		held := budget.Float64 * float64(f.Starts) * float64(f.Rank) * float64(m)
		if err := budget.Check(held, "the bases of %d initialisations", f.Starts); err != nil {
			f.Notes = append(f.Notes, note.Of(note.NotMade, "how alike the runs are is not known: %v", err))
		} else {
			plan.Each = func(one solvers.Factorization) {
				all = append(all, solvers.Factorization{Result: solvers.Result{Basis: one.Basis}, Status: one.Status})
			}
		}
	}
	fitted := steps.Begin(ctx, "iterations at most", max(1, f.Starts)*f.MaxIterations)
	begun := -1
	plan.Record = func(at solvers.Point) {
		if at.Iteration == 0 {
			begun++
		}
		fitted.Reach(begun*f.MaxIterations + at.Iteration)
	}
	best, err = solvers.Factorize(ctx, solver, problem, plan)
	fitted.End()
	if err != nil {
		return best, err
	}
	f.PrintRead(to)
	result := solvers.Normalise(best.Result, norm)
	clusterErr := f.Cluster(to, problem.X, &result)
	report := f.report(entry, solver, norm, problem, best)
	came := f.achievement(problem.X, result, best.Trace, solvers.Models(solver))
	report.Basis, report.SquaredError, report.RelativeError, report.Dead = came.basis, came.squaredError, came.relativeError, came.doubts.Empty
	report.Warnings = slices.Concat(report.Warnings, came.doubts.Says(), blank(f.matrices(result, result.Basis)))
	report.Warnings = append(report.Warnings, f.rescaled(ctx, solver, norm, problem, best, result, &report)...)
	if f.Rnk && result.Ht == nil {
		report.Warnings = append(report.Warnings,
			note.Of(note.NotMade, "%s leaves no coefficients of the samples, by which --rnk scores features", f.Solver))
	}
	report.StartCosines = likenesses(best.Basis, all)
	report.WallSeconds = time.Since(began).Seconds()
	if err := f.Write(result, best.Trace, &report); err != nil {
		return best, &writeError{err}
	}
	came.print(to.Page, f, best.Last, best.Status)
	f.printStarts(to.Page, report)
	if f.Plots != "" {
		f.PrintTop(to.Page, result, nil)
	}
	to.Say(report.Warnings, f.Remarks())
	if clusterErr != nil {
		return best, &ClusterError{clusterErr}
	}
	return best, nil
}

// writeError is one of writing the results.
type writeError struct{ error }

// Unwrap returns the reason.
func (e *writeError) Unwrap() error { return e.error }

// Unwritten tells whether an error arose while the results were written.
func Unwritten(err error) bool {
	_, ok := errors.AsType[*writeError](err)
	return ok
}

// CheckNumbers returns an error for settings out of range.
func (f *Fit) CheckNumbers() error {
	switch {
	case f.Rank < 1:
		return fmt.Errorf("--rank = %d, want ≥ 1, the number of components", f.Rank)
	case f.Starts < 1:
		return fmt.Errorf("--starts = %d, want ≥ 1", f.Starts)
	case f.MaxIterations < 0:
		return fmt.Errorf("--iterations = %d, want ≥ 0", f.MaxIterations)
	case !(f.Tol >= 0) || math.IsInf(f.Tol, 0):
		return fmt.Errorf("--tol = %v, want a finite value ≥ 0", f.Tol)
	case !(f.TolFactor >= 0) || math.IsInf(f.TolFactor, 0):
		return fmt.Errorf("--tol-factor = %v, want a finite value ≥ 0", f.TolFactor)
	case f.Every < 1:
		return fmt.Errorf("--every = %d, want ≥ 1, iterations from one value of the objective to the next", f.Every)
	case f.MaxTime < 0:
		return fmt.Errorf("--max-time = %v, want ≥ 0", f.MaxTime)
	}
	return nil
}
