package cli

import (
	"cmp"
	"io"
	"nmfrepro/datasets"
	"nmfrepro/experiments/external"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/store"
	"nmfrepro/solvers/budget"
	"os"
	"runtime/debug"
)

// Env is what a verb talks to: its streams and the flags that all verbs share.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer

	Data    string // --data: the data folder; "" is $NMFREPRO_DATA or the user's cache folder
	Results string // --results: the folder of the store
	Specs   string // --specs: a folder of further experiments and solvers; "" is none
	Memory  string // --memory: the most that one input may take; "" is half of what there is
	verb    string // the words of the command: "data get"
	NoExec  bool   // --no-exec: no program of --specs is run

	programs []*external.Program // of --specs, once the library has been read

	committed *store.Shelf                    // see shelf
	reader    func(store.Reader) store.Reader // stands before the store in tests; nil for none
}

// usageError is a mistake in the command, a spec or an input file.
func usageError(format string, args ...any) error { return pass.Errorf(pass.Usage, format, args...) }

// dataError is a data file that is missing or not the right one.
func dataError(format string, args ...any) error { return pass.Errorf(pass.Data, format, args...) }

// envResults names the folder of the results where --results does not.
const envResults = "NMFREPRO_RESULTS"

func resultsFolder() string { return cmp.Or(os.Getenv(envResults), "results") }

// limitMemory sets the budget, and has Go collect garbage before what there is runs out, if the environment does not say when.
func (e *Env) limitMemory() error {
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
		return usageError("--memory = %s: %w", quoteShort(e.Memory), err)
	}
	budget.Set(bytes)
	return nil
}

// checkFolders refuses files where folders are wanted; a folder that is not there is made when it is needed.
func (e *Env) checkFolders() error {
	data, err := datasets.Folder(e.Data)
	if err != nil {
		return nil // said by the verbs that need it
	}
	for _, f := range []struct{ from, path string }{{"--results", e.Results}, {"--data, or " + datasets.EnvFolder, data}} {
		if info, err := os.Stat(f.path); err == nil && !info.IsDir() {
			return usageError("%s: %s is a file, want a folder", f.from, f.path)
		}
	}
	return nil
}
