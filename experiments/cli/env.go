package cli

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"nmfrepro/datasets"
	"nmfrepro/datasets/budget"
	"nmfrepro/experiments/external"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/spec/strict"
	"nmfrepro/experiments/store"
	"nmfrepro/experiments/workflow"
	"nmfrepro/solvers"
)

// Env is what a verb talks to: its streams and the flags that all verbs share.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	Data    string   // --data: the data folder; "" is $NMFREPRO_DATA or the user's cache folder
	Results string   // --results: the folder of the store
	Specs   string   // --specs: a folder of further experiments and solvers; "" is none
	Memory  string   // --memory: the most that one input may take; "" is half of what there is
	Verb    string   // the words of the command: "data get"
	Args    []string // what follows them, without flags
	NoExec  bool     // --no-exec: no program of --specs is run

	results   *store.Store                    // see Store
	committed *store.Shelf                    // see shelf
	Reader    func(store.Reader) store.Reader // stands before the store in tests; nil for none
}

// UsageError is a mistake in the command, a spec or an input file.
func UsageError(format string, args ...any) error {
	return workflow.Errorf(workflow.Usage, format, args...)
}

// DataError is a data file that is missing or not the right one.
func DataError(format string, args ...any) error {
	return workflow.Errorf(workflow.Data, format, args...)
}

// EnvResults names the folder of the results where --results does not.
const EnvResults = "NMFREPRO_RESULTS"

// LimitMemory sets the budget, and has Go collect garbage seldom, but before what there is runs out, if the environment does
// not say when.
func (e *Env) LimitMemory() error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		const used = 0.9 // of what there is
		debug.SetMemoryLimit(int64(used * float64(budget.Machine())))
	}
	budget.Set(0)
	if e.Memory == "" {
		return nil
	}
	bytes, err := budget.Parse(e.Memory)
	if err != nil {
		return UsageError("--memory = %s: %w", QuoteShort(e.Memory), err)
	}
	budget.Set(bytes)
	return nil
}

// CheckFolders refuses files where folders are wanted; a folder that is not there is made when it is needed.
func (e *Env) CheckFolders() error {
	data, err := datasets.Folder(e.Data)
	if err != nil {
		return nil // said by the verbs that need it
	}
	for _, f := range []struct{ from, path string }{{"--results", e.Results}, {"--data, or " + datasets.EnvFolder, data}} {
		if info, err := os.Stat(f.path); err == nil && !info.IsDir() {
			return UsageError("%s: %s is a file, want a folder", f.from, f.path)
		}
	}
	return nil
}

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
		entries = append(entries, p.Entry())
	}
	return workflow.Library(e.Specs, addresses, broken, entries...)
}

// Envelope heads what is written for machines.
type Envelope struct {
	Schema  string `json:"schema"`
	Program string `json:"program"`
	Profile string `json:"profile"`
}

// NewEnvelope is the envelope of what this program writes by a profile.
func NewEnvelope(schema, profile string) Envelope {
	return Envelope{schema, run.Here().Program, profile}
}
