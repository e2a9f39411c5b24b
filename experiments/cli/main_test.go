package cli

import (
	"flag"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

var update = flag.Bool("update", false, "rewrite the expected output of the scripts in testdata/script")

// killsUnits is the variable under which the process of a run is killed as soon as it is told which.
const killsUnits = "NMFREPRO_KILLS_UNITS"

// TestMain makes this binary act as nmfrepro when a script, or a test that needs a process of its own, runs it by that name.
func TestMain(m *testing.M) {
	os.Unsetenv("NMFREPRO_RESULTS") // of the user: tests have folders of their own
	if os.Getenv("GOGC") == "" {    // many commands one after another, in one process, which may hold 2 GiB of what they left
		os.Setenv("GOGC", "400")
		os.Setenv("GOMEMLIMIT", "2GiB") // or each command would set nine tenths of the machine's memory
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(2 << 30)
	}
	testscript.Main(m, processes)
}

// processes are the programs that this binary acts as, by name. Files of systems with signals add to them.
var processes = map[string]func(){
	"nmfrepro": func() {
		if os.Getenv(envRun) != "" && os.Getenv(killsUnits) != "" {
			self, _ := os.FindProcess(os.Getpid())
			self.Kill()
			select {}
		}
		layerOfTests = readOnce
		code := Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
		workOf().save()
		os.Exit(code)
	},
	"dies": dies,
}

// TestScripts runs the scripts. There call nmfrepro is a call of Main, and exec nmfrepro a process, for what only a process has.
func TestScripts(t *testing.T) {
	dir, err := filepath.Abs("testdata/script") // a script is read while another stands in its own folder
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("NMFREPRO_DATA", env.WorkDir+"/data") // empty unless the script brings files
			env.Setenv("NO_COLOR", "1")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"call": call},
	})
}

// mainAlone is held where Main is called by a script: a process has one working directory and one environment.
var mainAlone sync.Mutex

// call is a command of the scripts: Main in the script's folder, with those of its variables that the program and its solvers read.
func call(ts *testscript.TestScript, fails bool, args []string) {
	if len(args) == 0 || args[0] != "nmfrepro" {
		ts.Fatalf("call %q, want call nmfrepro", args)
	}
	mainAlone.Lock()
	defer mainAlone.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer os.Chdir(before)
	for _, name := range []string{"NMFREPRO_DATA", "NMFREPRO_RESULTS", "NO_COLOR", "COLUMNS", "PATH", "HOME", "TMPDIR", "USER", "WORK"} {
		was, set := os.LookupEnv(name)
		ts.Check(os.Setenv(name, ts.Getenv(name)))
		if set {
			defer os.Setenv(name, was)
		} else {
			defer os.Unsetenv(name)
		}
	}
	layerOfTests = readOnce
	defer func() { layerOfTests = nil }()
	switch code := Main(args[1:], strings.NewReader(""), ts.Stdout(), ts.Stderr()); {
	case code != 0 && !fails:
		ts.Fatalf("unexpected exit code %d", code)
	case code == 0 && fails:
		ts.Fatalf("unexpected success")
	}
}

// once stands before the records of a command, and panics when the command reads one twice; every script runs on it. A record that is absent
// or failed may be asked for again: a worker looks once more under its lock.
type once struct {
	*store.Records
	mu  sync.Mutex
	had map[string]bool
}

func readOnce(all *store.Records) store.Layer { return &once{Records: all, had: map[string]bool{}} }

func (o *once) Get(w store.Wanted) (*store.Record, bool) {
	_, key := w.Lookup()
	rec, ok := o.Records.Get(w)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.had[key] {
		panic("record " + key + " is read twice by one command")
	}
	o.had[key] = ok && rec.Status != result.Failed
	return rec, ok
}
