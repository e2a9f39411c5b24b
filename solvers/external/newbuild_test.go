//go:build unix && outside

package external

import (
	"os/exec"
	"strings"
	"testing"
)

// By make test-new-solver: a new method in Go builds, passes its own test and the whole conformance suite, and stands in the catalog.
// It is no part of make test, since it compiles the solvers a second time.
func TestNewMethodBuilds(t *testing.T) {
	tree := treeOfSolvers(t)
	if files, err := BeginGo(tree, "my-method2"); err != nil || len(files) != 5 {
		t.Fatal(files, err)
	}
	// Without its path the copy is compiled once and not at every run.
	cmd := exec.Command("go", "test", "-trimpath", "-vet=off", "-run", "TestMyMethod2|TestCatalog|TestConformance/my-method2|TestProjectionRules|TestResidualsOfTheCatalog", "-v", "./solvers")
	cmd.Dir = tree
	out, err := cmd.CombinedOutput()
	passed := true
	for _, test := range []string{"TestMyMethod2Step", "TestConformance/my-method2/progress", "TestCatalog", "TestProjectionRules", "TestResidualsOfTheCatalog"} {
		passed = passed && strings.Contains(string(out), "--- PASS: "+test+" ")
	}
	if err != nil || !passed {
		t.Errorf("%v\n%s", err, out)
	}
}
