package cli

import (
	"encoding/json"
	"nmfrepro/solvers/own"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/workflow"
)

// factorizeReport runs the command on smallX and returns run.json.
// told is run.json as others read it.
type told struct {
	own.Report
	Notes    []string `json:"notes"`
	Warnings []string `json:"warnings"`
}

func factorizeReport(t *testing.T, args ...string) (report told) {
	t.Helper()
	out := t.TempDir()
	if code, _, errs := runFactorize(append([]string{"--input", write(t, "X.csv", smallX), "--rank", "2", "--out", out}, args...)...); code != int(workflow.Fine) {
		t.Fatalf("%q: exit %d: %s", args, code, errs)
	}
	content, err := os.ReadFile(filepath.Join(out, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &report); err != nil {
		t.Fatal(err)
	}
	return report
}

// Of several starts the best is kept, and the first is that of a run with one.
func TestFactorizeStarts(t *testing.T) {
	args := []string{"--solver", "nmf", "--iterations", "3"}
	one := factorizeReport(t, args...)
	many := factorizeReport(t, append(args, "--starts", "6")...)
	if len(many.StartObjectives) != 6 || many.StartObjectives[0] != *one.Objective || *many.Objective != slices.Min(many.StartObjectives) || *many.Objective == *one.Objective {
		t.Errorf("objectives %v, kept %v, alone %v", many.StartObjectives, *many.Objective, *one.Objective)
	}
	same := factorizeReport(t, append(args, "--starts", "2", "--init", "nndsvda")...)
	if len(same.Warnings) != 1 || !strings.Contains(same.Warnings[0], "leave nothing to chance") {
		t.Errorf("warnings %q", same.Warnings)
	}
}

// Every way to begin ends near the same fit, and none begins like another.
func TestFactorizeInits(t *testing.T) {
	began := map[float64]string{}
	for _, init := range own.Inits() {
		first := factorizeReport(t, "--solver", "hals", "--init", init, "--iterations", "0")
		if other := began[*first.Objective]; other != "" {
			t.Errorf("%s begins like %s", init, other)
		}
		began[*first.Objective] = init
		last := factorizeReport(t, "--solver", "hals", "--init", init, "--iterations", "200")
		if last.Init != init || !(*last.Objective < 1.5) {
			t.Errorf("%s ends at %v", init, *last.Objective)
		}
	}
	if clusters := factorizeReport(t, "--solver", "convex-nmf", "--init", "k-means", "--iterations", "50"); !(*clusters.Objective < 3) {
		t.Errorf("convex-nmf ends at %v", *clusters.Objective)
	}
}

// The objective is seen where it is asked for, and limits of time and of the factors' change hold.
func TestFactorizeLimits(t *testing.T) {
	args := []string{"--solver", "nmf", "--iterations", "100000000"}
	timed := factorizeReport(t, append(args, "--every", "1000000", "--max-time", "20ms")...)
	if timed.Status != "time-limit" || timed.Seconds < 0.02 || timed.WallSeconds < timed.Seconds || !(timed.ObjectiveSecs < timed.Seconds) {
		t.Errorf("%s after %v s of steps, %v of objectives, %v in all", timed.Status, timed.Seconds, timed.ObjectiveSecs, timed.WallSeconds)
	}
	settled := factorizeReport(t, append(args, "--tol-factor", "1e-3", "--every", "1000000")...)
	if settled.Status != "converged" || settled.Iterations < 2 || settled.Iterations > 10000 {
		t.Errorf("%s after %d iterations", settled.Status, settled.Iterations)
	}
}

// What is doubtful about a run is told and kept.
func TestFactorizeDoubts(t *testing.T) {
	dead := write(t, "W0.csv", "1,0\n1,0\n1,0\n")
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"--solver", "pnmf", "--set", "stabilise=none", "--iterations", "99"}, "pnmf: the objective alternates between"},
		{[]string{"--solver", "nmf", "--rank", "4", "--iterations", "5"}, "nmf: rank 4 is above 3"},
		{[]string{"--solver", "nmf", "--w0", dead, "--iterations", "5"}, "nmf: component 2 of W began as 0"},
		{[]string{"--solver", "pod", "--tol", "0.1", "--iterations", "5"}, "pod: the objective tolerance 0.1 was not applied"},
	} {
		if got := factorizeReport(t, tt.args...).Warnings; !slices.ContainsFunc(got, func(w string) bool { return strings.HasPrefix(w, tt.want) }) {
			t.Errorf("%q: warnings %q, want %q", tt.args, got, tt.want)
		}
	}
}

// A method that models something else than X is not measured against X.
func TestFactorizeModelsHistograms(t *testing.T) {
	report := factorizeReport(t, "--solver", "sdnmf", "--iterations", "3")
	if report.RelativeError != nil || report.SquaredError != nil || report.Basis != "" {
		t.Errorf("relative error %v, squared %v, basis %q, though the samples were scaled", report.RelativeError, report.SquaredError, report.Basis)
	}
	if report = factorizeReport(t, "--solver", "sdnmf", "--set", "histograms=false", "--iterations", "3"); report.RelativeError == nil {
		t.Error("no relative error, though the samples were not scaled")
	}
}

// The report names the matrix that times H is near X, where there is one.
func TestFactorizeBasis(t *testing.T) {
	for solver, want := range map[string]string{"nmf": "W", "convex-nmf": "Basis", "mcnmf": "Basis", "symnmf": "", "umap": "", "kernel-kmeans": ""} {
		report := factorizeReport(t, "--solver", solver, "--iterations", "3")
		if report.Basis != want || (report.SquaredError != nil) != (want != "") {
			t.Errorf("%s: basis %q with squared error %v, want %q", solver, report.Basis, report.SquaredError, want)
		}
	}
}
