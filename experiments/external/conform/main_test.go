//go:build unix

package conform

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/experiments/external"
	"nmfrepro/experiments/external/externaltest"
	"nmfrepro/solvers"
)

// TestMain makes this binary act as a solver, when it is started as one: behave FAULTS job.json.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "behave" {
		if os.Args[2] == "ends" {
			fmt.Fprintln(os.Stderr, "ValueError: no")
			os.Exit(3)
		}
		multiplicative(os.Args[len(os.Args)-1], strings.Split(os.Args[2], ","))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// behaving is this binary as a program with faults; more stands in its solver.yaml.
func behaving(t *testing.T, faults, more string) *external.Program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "mine")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	externaltest.Write(folder, "solver.yaml", fmt.Sprintf("command: [%q, behave, %q]\n%s", self, faults, more))
	p, err := external.LoadFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	p.Temp = t.TempDir()
	return p
}

// solve runs the program on a problem as the engine does.
func solve(ctx context.Context, p *external.Program, problem solvers.Problem, f solvers.Factors, set solvers.Settings) (*external.Run, solvers.Point, solvers.Status, error) {
	run, err := p.New().Start(problem, f, rand.New(rand.NewPCG(3, 4)))
	if err != nil {
		return nil, solvers.Point{}, 0, err
	}
	point, status, err := solvers.Solve(ctx, run, f, set)
	return run.(*external.Run), point, status, err
}

// nothingLeft demands that neither a process nor a folder of the program is left behind.
func nothingLeft(t *testing.T, p *external.Program) {
	t.Helper()
	if entries, err := os.ReadDir(p.Temp); err != nil || len(entries) > 0 {
		t.Errorf("left in %s: %v, %v", p.Temp, entries, err)
	}
	environs, _ := filepath.Glob("/proc/[0-9]*/environ") // none where there is no /proc
	for _, file := range environs {
		if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), "TMPDIR="+p.Temp) {
			t.Errorf("a process is left: %s", file)
		}
	}
}
