package console

import (
	"fmt"

	"nmfrepro/experiments/external"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/spec/strict"
	"nmfrepro/solvers"
)

// Program returns the solver of that name which stands in the folder of --specs. Nothing is run yet.
func (e *Env) Program(name string) (*external.Program, error) {
	if e.Specs == "" {
		return nil, UsageError("a solver of your own needs --specs, the folder that holds solvers/%s", name)
	}
	if !IsDir(e.Specs) {
		return nil, UsageError("--specs: there is no folder %s", e.Specs)
	}
	p, err := external.Load(e.Specs, name)
	if err != nil {
		return nil, UsageError("%w", err)
	}
	p.NoExec, p.Announce = e.NoExec, e.Stderr
	return p, nil
}

// ReadLibrary returns the experiments of the program and of --specs, whose methods may be programs there. If
// addresses are given it may lack the papers that they do not name. A file with problems is told of and left out: it stands in
// the way of its own experiment alone.
func (e *Env) ReadLibrary(addresses ...string) (*spec.Library, error) {
	return e.LibraryWith(addresses, func(problems strict.Problems) { fmt.Fprintln(e.Stderr, problems) })
}

// LibraryWith is [Env.ReadLibrary] which tells broken of files with problems.
func (e *Env) LibraryWith(addresses []string, broken func(strict.Problems)) (*spec.Library, error) {
	var entries []solvers.Entry
	for _, name := range external.Names(e.Specs) {
		p, err := e.Program(name)
		if err != nil {
			return nil, err
		}
		e.Programs = append(e.Programs, p)
		entries = append(entries, p.Entry())
	}
	return pass.Library(e.Specs, addresses, broken, entries...)
}

// Close ends the programs that serve.
func (e *Env) Close() {
	for _, p := range e.Programs {
		p.Close()
	}
}
