//go:build unix

package external

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// exampleSolvers are the programs beside this package, with the solver of the catalog that computes the same.
var exampleSolvers = []struct {
	name, same string
	needs      []string // a command that succeeds where the example can run
}{
	{"hals-octave", "hals", []string{"octave-cli", "--version"}},
	{"kl-r", "nmf-kl", []string{"Rscript", "--version"}},
	{"mu-awk", "nmf", []string{"awk", "BEGIN {}"}},
	{"sparse-numpy", "nmf", []string{"python3", "-c", "import numpy"}},
}

// usrBin comes first where the examples run: the python3 of a distribution is the one that has its NumPy.
func usrBin(t *testing.T) { t.Setenv("PATH", "/usr/bin:"+os.Getenv("PATH")) }

// Every example gives the numbers of the solver in this program, and no question finds anything wrong with it.
func TestExamples(t *testing.T) {
	usrBin(t)
	folders, err := filepath.Glob("examples/solvers/*")
	if err != nil || len(folders) != len(exampleSolvers) {
		t.Errorf("%d folders of examples, %d tested: %v", len(folders), len(exampleSolvers), err)
	}
	for _, e := range exampleSolvers {
		p, err := Load("examples", e.name)
		if err != nil {
			t.Error(err)
			continue
		}
		if exec.Command(e.needs[0], e.needs[1:]...).Run() != nil {
			t.Logf("%s was read and not run: there is no %s here", e.name, strings.Join(e.needs, " "))
			continue
		}
		p.Temp = t.TempDir()
		rng := rand.New(rand.NewPCG(5, 6))
		x := data(17, 11, 4, 3)
		f := solvers.Factors{W: solvers.RandomFactor(17, 4, rng), Ht: solvers.RandomFactor(11, 4, rng)}
		g := solvers.Factors{W: mat.DenseCopyOf(f.W), Ht: mat.DenseCopyOf(f.Ht)}
		set := solvers.Settings{Iterations: 30}
		problem := solvers.Problem{X: x, Rank: 4}
		run, last, _, err := solve(t.Context(), p, problem, f, set)
		if err != nil {
			t.Errorf("%s: %v", e.name, err)
			continue
		}
		entry, _ := solvers.Find(e.same)
		ours, err := entry.New().Start(problem, g, rng)
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := solvers.Solve(t.Context(), ours, g, set)
		if err != nil {
			t.Fatal(err)
		}
		if d := distance(ours.Finish(), run.Finish()); d > 1e-9 {
			t.Errorf("%s differs from %s by %.2g", e.name, e.same, d)
		}
		if d := last.Objective/want.Objective - 1; d > 1e-9 || d < -1e-9 || last.Iteration != 30 {
			t.Errorf("%s: objective %v after %d iterations, that of %s is %v", e.name, last.Objective, last.Iteration, e.same, want.Objective)
		}
		if os.Getenv("NMFREPRO_LONG") == "" && e.name != "mu-awk" { // the others take a second a call; TestMaskInPython asks one in Python
			nothingLeft(t, p)
			continue
		}
		_, err = Ask(t.Context(), p, func(f Finding) {
			if f.Outcome == Wrong {
				t.Errorf("%s: %s: %s; %s", e.name, f.Question, f.Found, f.Do)
			}
			t.Logf("%s: %-4s %-22s %s", e.name, f.Outcome, f.Question, f.Found)
		})
		if err != nil {
			t.Error(err)
		}
		nothingLeft(t, p)
	}
}

// The NumPy example leaves out what is unknown, with the numbers of the solver in this program.
func TestExampleMask(t *testing.T) {
	usrBin(t)
	if exec.Command("python3", "-c", "import numpy").Run() != nil {
		t.Log("there is no python3 with NumPy here")
		return
	}
	p, err := Load("examples", "sparse-numpy")
	if err != nil {
		t.Fatal(err)
	}
	p.Temp = t.TempDir()
	full := data(9, 8, 3, 3)
	held := slices.DeleteFunc(slices.Collect(matrix.Entries(full)), func(e matrix.Triplet) bool { return (e.Row+e.Col)%5 == 0 })
	x, err := matrix.NewMasked(9, 8, held)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	f := solvers.Factors{W: solvers.RandomFactor(9, 3, rng), Ht: solvers.RandomFactor(8, 3, rng)}
	g := solvers.Factors{W: mat.DenseCopyOf(f.W), Ht: mat.DenseCopyOf(f.Ht)}
	set := solvers.Settings{Iterations: 20}
	run, _, _, err := solve(t.Context(), p, solvers.Problem{X: x, Rank: 3}, f, set)
	if err != nil {
		t.Fatal(err)
	}
	entry, _ := solvers.Find("nmf")
	ours, err := entry.New().Start(solvers.Problem{X: x, Rank: 3}, g, rng)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := solvers.Solve(t.Context(), ours, g, set); err != nil {
		t.Fatal(err)
	}
	if d := distance(ours.Finish(), run.Finish()); d > 1e-9 {
		t.Errorf("differs from nmf by %.2g", d)
	}
	nothingLeft(t, p)
}
