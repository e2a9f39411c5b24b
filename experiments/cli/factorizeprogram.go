package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/experiments/external"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports/list"
	"nmfrepro/solvers"
)

// find returns the solver of the command: one of the catalog, or a program of --specs.
func (f *factorization) find() (solvers.Entry, error) {
	entry, ok := solvers.Find(f.solver)
	if ok {
		return entry, nil
	}
	names := external.Names(f.env.Specs)
	if slices.Contains(names, f.solver) {
		program, err := f.env.Program(f.solver)
		if err != nil {
			return entry, err
		}
		f.program = program
		if (f.W0 != "" || f.H0 != "") && !program.Spec.Accepts.Start {
			return entry, fmt.Errorf("--w0, --h0: solver %s takes no initialisation; drop the flags, or say accepts: {start: true} in its solver.yaml", f.solver)
		}
		return program.Entry(), nil
	}
	names = append(names, solvers.Names()...)
	text := fmt.Sprintf("unknown solver %q, %s", f.solver, list.DidYouMean(f.solver, names))
	if f.env.Specs != "" && strings.Contains(text, "want one of") {
		text += fmt.Sprintf("; or a folder %s of its own below %s", f.solver, f.env.Specs+"/solvers")
	}
	return entry, errors.New(text)
}

// failed is the error of a run without a result: what a program did wrong is no mistake of the command.
func (f *factorization) failed(err error) error {
	failure, ok := errors.AsType[*external.Failure](err)
	switch {
	case !ok:
		return UsageError("factorize: %w", f.explained(err))
	case failure.Word == external.NotAllowed || failure.Word == external.Unsupported:
		return UsageError("factorize: %w", err)
	}
	return workflow.Errorf(workflow.Units, "factorize: %w", err)
}
