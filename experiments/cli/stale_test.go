package cli

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nmfrepro/solvers"
)

// brokenNMF is NMF with a wrong W.
type brokenNMF struct {
	solvers.NMF `yaml:",inline"`
}

type brokenRun struct{ solvers.Progress }

func (r brokenRun) Step() { r.Progress.Step(); r.Progress.Step() }

func (s *brokenNMF) Start(p solvers.Problem, f solvers.Factors, rng *rand.Rand) (solvers.Progress, error) {
	run, err := s.NMF.Start(p, f, rng)
	return brokenRun{run}, err
}

// A solver that computes other numbers than it did is found out although its results are kept and its version is the same.
func TestChangedSolver(t *testing.T) {
	mainAlone.Lock()
	defer mainAlone.Unlock()
	t.Chdir(t.TempDir())
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	const spec = `
title: t
seed: 3
datasets:
  - {key: iris, source: iris, ranks: [3]}
init: random
stop: {iterations: 5}
metrics: [rel-error]
methods:
  - {key: nmf, solver: nmf}
  - {key: hals, solver: hals}
profiles: {smoke: {replicates: 2}, quick: {replicates: 5}, paper: {replicates: 5}}
panels:
  - {key: a, title: A, metric: rel-error}
`
	const paper = `
title: t
cite: c
short: s
tables:
  t:
    number: Table 1
    caption: c
    panels:
      a:
        columns: [nmf, hals]
        rows: {iris: ["0.1", "0.1"]}
`
	for name, text := range map[string]string{"demo/t.yaml": spec, "demo/paper.yaml": paper} {
		file := filepath.Join("specs", name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	call := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := Main(append(args, "--specs", "specs"), strings.NewReader(""), &out, &errs); code != want {
			t.Errorf("%q ends with %d, want %d\n%s%s", args, code, want, &out, &errs)
		}
		return out.String() + errs.String()
	}
	call(0, "verify", "demo/t", "--write-baseline", "was.json")
	if said := call(0, "verify", "demo/t", "--baseline", "was.json"); !strings.Contains(said, "0 cells or claims changed") {
		t.Errorf("verify: %s", said)
	}
	i := slices.IndexFunc(solvers.Catalog, func(e solvers.Entry) bool { return e.Name == "nmf" })
	kept := solvers.Catalog[i].New
	defer func() { solvers.Catalog[i].New = kept }()
	solvers.Catalog[i].New = func() solvers.Solver { return &brokenNMF{*kept().(*solvers.NMF)} }
	if said := call(0, "run", "demo/t", "--dry-run"); !strings.Contains(said, "stale: 5 runs, made by another build: solver nmf of this one gives other numbers") {
		t.Errorf("plan: %s", said)
	}
	if said := call(0, "verify", "demo/t", "--cached"); !strings.Contains(said, "1 cell: made by another build: solver nmf of this one gives other numbers") {
		t.Errorf("verify --cached: %s", said)
	}
	// Nor do the results that the program carries stand in for it.
	if said := call(0, "table", "pnmf/table3:dataset=iris,method=nmf,panel=a", "--only", "replicate=0", "--progress", "plain"); !strings.Contains(said, "1 runs to make") {
		t.Errorf("table: %s", said)
	}
	if said := call(1, "verify", "demo/t", "--baseline", "was.json"); !strings.Contains(said, "\ndemo/t:dataset=iris,method=nmf,metric=rel-error  0.168") || strings.Contains(said, "method=hals") {
		t.Errorf("verify: %s", said)
	}
}
