package cli

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

var update = flag.Bool("update", false, "rewrite the expected output of the scripts in testdata/script")

// TestMain makes this binary act as nmfrepro when a script, or a test that needs a process of its own, runs it by that name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"nmfrepro": func() {
			readerOfTests = func(from store.Reader) store.Reader { return &once{Reader: from, had: map[string]bool{}} }
			os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("NMFREPRO_DATA", env.WorkDir+"/data") // empty unless the script brings files
			env.Setenv("NO_COLOR", "1")
			return nil
		},
	})
}

// once is a reader that panics when one command reads a record twice; every script runs on it. A record that is absent or
// failed may be asked for again: a worker looks once more under its lock.
type once struct {
	store.Reader
	had map[string]bool
}

func (o *once) Get(experiment, key string) (store.Record, bool) {
	if o.had[key] {
		panic("record " + key + " is read twice by one command")
	}
	rec, ok := o.Reader.Get(experiment, key)
	o.had[key] = ok && rec.Status != reports.Failed
	return rec, ok
}
