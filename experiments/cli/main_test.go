package cli

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output of the scripts in testdata/script")

// TestMain makes this binary act as nmfrepro when a script, or a test that needs a process of its own, runs it by that name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"nmfrepro": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
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
