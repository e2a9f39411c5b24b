package cli

import (
	"fmt"

	"nmfrepro/experiments/external"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/spec"
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
