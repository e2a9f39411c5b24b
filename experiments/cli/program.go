package cli

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"nmfrepro/experiments/external"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/spec/nearest"
	"nmfrepro/experiments/spec/strict"
	"nmfrepro/solvers"
)

// program returns the solver of that name which stands in the folder of --specs. Nothing is run yet.
func (e *Env) program(name string) (*external.Program, error) {
	if e.Specs == "" {
		return nil, usageError("a solver of your own needs --specs, the folder that holds solvers/%s", name)
	}
	if !isDir(e.Specs) {
		return nil, usageError("--specs: there is no folder %s", e.Specs)
	}
	p, err := external.Load(e.Specs, name)
	if err != nil {
		return nil, usageError("%w", err)
	}
	p.NoExec, p.Announce = e.NoExec, e.Stderr
	return p, nil
}

// library returns the experiments of the program and of --specs, whose methods may be programs there. A file with problems
// is told of and left out: it stands in the way of its own experiment alone.
func (e *Env) readLibrary() (*spec.Library, error) {
	return e.libraryWith(func(problems strict.Problems) { fmt.Fprintln(e.Stderr, problems) })
}

func (e *Env) libraryWith(broken func(strict.Problems)) (*spec.Library, error) {
	var entries []solvers.Entry
	for _, name := range external.Names(e.Specs) {
		p, err := e.program(name)
		if err != nil {
			return nil, err
		}
		e.programs = append(e.programs, p)
		entries = append(entries, p.Entry())
	}
	return pass.Library(e.Specs, broken, entries...)
}

// close ends the programs that serve.
func (e *Env) close() {
	for _, p := range e.programs {
		p.Close()
	}
}

// find returns the solver of the command: one of the catalog, or a program of --specs.
func (f *factorization) find() (solvers.Entry, error) {
	entry, ok := solvers.Find(f.solver)
	if ok {
		return entry, nil
	}
	names := external.Names(f.env.Specs)
	for _, name := range names {
		if name != f.solver {
			continue
		}
		program, err := f.env.program(name)
		if err != nil {
			return entry, err
		}
		f.program = program
		if (f.w0 != "" || f.h0 != "") && !program.Spec.Accepts.Start {
			return entry, fmt.Errorf("--w0, --h0: solver %s takes no start; drop the flags, or say accepts: {start: true} in its solver.yaml", name)
		}
		return program.Entry(), nil
	}
	names = append(names, solvers.Names()...)
	text := fmt.Sprintf("unknown solver %q, %s", f.solver, nearest.Hint(f.solver, names))
	if f.env.Specs != "" && strings.Contains(text, "want one of") {
		text += fmt.Sprintf("; or a folder %s of its own below %s", f.solver, f.env.Specs+"/solvers")
	}
	return entry, errors.New(text)
}

func (f *factorization) closeProgram() {
	if f.program != nil {
		f.program.Close()
	}
}

// failed is the error of a run without a result: what a program did wrong is no mistake of the command.
func (f *factorization) failed(err error) error {
	failure, ok := errors.AsType[*external.Failure](err)
	if !ok || failure.Word == external.NotAllowed || failure.Word == external.Unsupported {
		return usageError("factorize: %w", err)
	}
	return pass.Errorf(pass.Units, "factorize: %w", err)
}

// externalReport is what is to be kept of a program's run, nil of any other.
func externalReport(run solvers.Run) *external.Report {
	r, ok := run.(*external.Run)
	if !ok {
		return nil
	}
	report := r.Report()
	return &report
}

// objectiveText tells the objective; a program that leaves no factors has none.
func objectiveText(p solvers.Point) string {
	if math.IsNaN(p.Objective) {
		return "no objective"
	}
	return fmt.Sprintf("objective %.6g", p.Objective)
}
