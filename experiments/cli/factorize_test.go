package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"nmfrepro/solvers/own"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/npy"
	"nmfrepro/datasets/tabular"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/solvers"
)

// goldenFolder holds runs of other implementations; its README tells their provenance.
const goldenFolder = "../../solvers/testdata/golden"

// runFactorize runs the verb and returns what it printed.
func runFactorize(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	for i := 0; i+1 < len(args); i++ { // what a test says takes the place of what all say
		if later := slices.Index(args[i+1:], args[i]); later >= 0 && strings.HasPrefix(args[i], "--") && args[i] != "--set" && args[i] != "--drop" {
			args = slices.Delete(slices.Clone(args), i, i+2)
			i--
		}
	}
	code = Main(append([]string{"factorize"}, args...), strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

func TestFactorizeGolden(t *testing.T) {
	both := []string{"--w0", "W0.csv", "--h0", "H0.csv"}
	masked := append([]string{"--mask", "Mask.csv"}, both...)
	onlyW := []string{"--w0", "W0.csv"}
	for _, tt := range []struct {
		dir, solver, input string
		flags, set         []string
		want               map[string]string // file written: golden file
		trace              string
		objective          func(float64) float64 // of ours, as the source of the trace defines it
	}{
		{"NMF_MU_euc", "nmf", "X.csv", both, nil, map[string]string{"W.csv": "W.csv", "H.csv": "H.csv"}, "cost.csv", func(f float64) float64 { return f / 2 }},
		{"NMF_MU_kl", "nmf-kl", "X.csv", both, []string{"order=w-first"}, map[string]string{"W.csv": "W.csv", "H.csv": "H.csv"}, "cost.csv", nil},
		{"sk_NMF_MU_frobenius", "nmf", "X.csv", both, []string{"order=w-first"}, map[string]string{"W.csv": "W.csv", "H.csv": "H.csv"}, "", nil},
		{"ONMF_H", "onmf", "X.csv", both, []string{"orthogonal=h"}, map[string]string{"W.csv": "W.csv", "H.csv": "H.csv"}, "cost.csv", func(f float64) float64 { return f / 2 }},
		{"ConvexNMF", "convex-nmf", "X.csv", both, nil, map[string]string{"W.csv": "W.csv", "H.csv": "H.csv"}, "cost.csv", math.Sqrt},
		{"PNMF_eu", "pnmf", "X.csv", onlyW, nil, map[string]string{"W.csv": "W.csv"}, "obj.csv", math.Sqrt},
		{"PNMF_gillis", "pnmf", "X.csv", onlyW, []string{"stabilise=rho", "stabilise-when=before"}, map[string]string{"W.csv": "W.csv"}, "cost.csv", func(f float64) float64 { return f / 2 }},
		{"OPNMF_eu", "opnmf", "X.csv", onlyW, []string{"entry-floor=1e-16", "sort=true"}, map[string]string{"W.csv": "W.csv", "H.csv": "H.csv"}, "", nil},
		{"self_WNMF_euc", "nmf", "R.csv", masked, []string{"order=w-first"}, map[string]string{"W.csv": "W.csv", "H.csv": "H.csv"}, "", nil},
		{"self_WNMF_kl", "nmf-kl", "R.csv", masked, []string{"order=w-first"}, map[string]string{"W.csv": "W.csv", "H.csv": "H.csv"}, "", nil},
		{"r_lsnmf", "nmf", "R.csv", masked, []string{"numerator-floor=1e-9", "denominator-shift=1e-9"}, map[string]string{"W.csv": "W.csv", "H.csv": "H.csv"}, "", nil},
	} {
		t.Run(tt.dir, func(t *testing.T) {
			file := func(name string) string { return filepath.Join(goldenFolder, tt.dir, name) }
			out := filepath.Join(t.TempDir(), "made", "by", "it")
			args := []string{"--solver", tt.solver, "--input", file(tt.input), "--rank", "4", "--iterations", "100", "--tol", "0", "--out", out}
			for i, flag := range tt.flags {
				if i%2 == 1 {
					flag = file(flag)
				}
				args = append(args, flag)
			}
			for _, option := range tt.set {
				args = append(args, "--set", option)
			}
			if code, _, errs := runFactorize(args...); code != int(workflow.Fine) {
				t.Fatalf("exit %d: %s", code, errs)
			}
			for got, want := range tt.want {
				requireNear(t, readMatrixFile(t, filepath.Join(out, got)), readMatrixFile(t, file(want)))
			}
			ours := readTrace(t, filepath.Join(out, "trace.csv"))
			if len(ours) != 101 {
				t.Fatalf("trace has %d iterations, want 0 to 100", len(ours))
			}
			if tt.trace == "" {
				return
			}
			for i, want := range readMatrixFile(t, file(tt.trace)).RawMatrix().Data {
				got := ours[i]
				if tt.objective != nil {
					got = tt.objective(got)
				}
				if !(math.Abs(got-want) <= 1e-9*want) {
					t.Fatalf("objective at iteration %d: got %.17g, want %.17g", i, got, want)
				}
			}
		})
	}
}

func readMatrixFile(t *testing.T, path string) *mat.Dense {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	a, err := tabular.Numbers(file, path, tabular.Bare{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// requireNear asks for 1e-9 of each entry, or of a thousandth of the largest for entries below that.
func requireNear(t *testing.T, got, want *mat.Dense) {
	t.Helper()
	m, n := want.Dims()
	if gm, gn := got.Dims(); gm != m || gn != n {
		t.Fatalf("got %d×%d, want %d×%d", gm, gn, m, n)
	}
	small := 1e-3 * mat.Max(want)
	for i := range m {
		for j := range n {
			g, w := got.At(i, j), want.At(i, j)
			if !(math.Abs(g-w) <= 1e-9*max(math.Abs(w), small)) {
				t.Fatalf("entry (%d,%d): got %.17g, want %.17g", i+1, j+1, g, w)
			}
		}
	}
}

func readTrace(t *testing.T, path string) []float64 {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(content), "\n"), "\n")
	if lines[0] != "iteration,objective" {
		t.Fatalf("header %q", lines[0])
	}
	var objective []float64
	for i, line := range lines[1:] {
		iteration, text, _ := strings.Cut(line, ",")
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || iteration != strconv.Itoa(i) {
			t.Fatalf("line %q as iteration %d", line, i)
		}
		objective = append(objective, v)
	}
	return objective
}

func write(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

const smallX = "1,2,3,4\n2,3,4,5\n5,1,0,2\n"

// The report, the reuse of a folder, the same bits for the same seed, and other bits for another.
func TestFactorizeReport(t *testing.T) {
	x, out := write(t, "X.csv", smallX), t.TempDir()
	args := []string{"--input", x, "--rank", "2", "--iterations", "50", "--out", out, "--seed", "7"}
	run := func(more ...string) {
		t.Helper()
		if code, stdout, errs := runFactorize(append(args, more...)...); code != int(workflow.Fine) || errs != "" || strings.Count(stdout, "\n") != 2 {
			t.Fatalf("exit %d\n%s%s", code, stdout, errs)
		}
	}
	run("--solver", "convex-nmf")
	if b := readMatrixFile(t, filepath.Join(out, "Basis.csv")); b.RawMatrix().Rows != 3 {
		t.Errorf("the basis has %d rows, want one per feature", b.RawMatrix().Rows)
	}
	run("--solver", "nmf", "--set", "order=w-first", "--set", "normalize=w-l1", "--tol", "1e-3")
	if _, err := os.Stat(filepath.Join(out, "Basis.csv")); !os.IsNotExist(err) {
		t.Error("the basis of the earlier run is still there")
	}
	content, err := os.ReadFile(filepath.Join(out, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	var report own.Report
	if err := json.Unmarshal(content, &report); err != nil {
		t.Fatal(err)
	}
	if report.Solver != "nmf" || report.Options["order"] != "w-first" || report.Normalize != "w-l1" || report.Seed != 7 ||
		report.Status != "converged" || report.Iterations >= 50 || report.Features != 3 || report.Samples != 4 || report.Objective == nil {
		t.Errorf("got %s", content)
	}
	if trace := readTrace(t, filepath.Join(out, "trace.csv")); len(trace) != report.Iterations+1 || trace[report.Iterations] != *report.Objective {
		t.Errorf("trace of %d lines for %d iterations", len(trace), report.Iterations)
	}
	w := readMatrixFile(t, filepath.Join(out, "W.csv"))
	for k := range 2 {
		if sum := mat.Sum(w.ColView(k)); math.Abs(sum-1) > 1e-14 {
			t.Errorf("column %d of W sums to %v, want 1", k+1, sum)
		}
	}
	read := func() string {
		b, err := os.ReadFile(filepath.Join(out, "W.csv"))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	run("--solver", "nmf")
	first := read()
	run("--solver", "nmf")
	if read() != first {
		t.Error("the same seed gave other bytes")
	}
	run("--solver", "nmf", "--seed", "8")
	if read() == first {
		t.Error("another seed gave the same bytes")
	}
}

// Other containers hold the same numbers, and a mask makes what it hides irrelevant.
func TestFactorizeInputs(t *testing.T) {
	x := readMatrixFile(t, write(t, "X.csv", smallX))
	var b bytes.Buffer
	if err := npy.Write(&b, x); err != nil {
		t.Fatal(err)
	}
	factor := func(args ...string) *mat.Dense {
		t.Helper()
		out := t.TempDir()
		if code, _, errs := runFactorize(append([]string{"--solver", "nmf", "--rank", "2", "--iterations", "20", "--out", out}, args...)...); code != int(workflow.Fine) {
			t.Fatalf("exit %d: %s", code, errs)
		}
		return readMatrixFile(t, filepath.Join(out, "H.csv"))
	}
	plain := factor("--input", write(t, "X.csv", smallX))
	if got := factor("--input", write(t, "X.npy", b.String())); !mat.Equal(got, plain) {
		t.Error(".npy and .csv give different factors")
	}
	dense := factor("--input", "testdata/sparse/X.csv")
	for _, file := range []string{"testdata/sparse/X.mat", "testdata/sparse/X.mtx"} {
		if got := factor("--input", file); !mat.EqualApprox(got, dense, 1e-12) {
			t.Errorf("%s and .csv give different factors", file)
		}
	}
	if got := factor("--input", write(t, "A.mtx", "%%MatrixMarket matrix array real general\n3 4\n1\n2\n5\n2\n3\n1\n3\n4\n0\n4\n5\n2\n")); !mat.Equal(got, plain) {
		t.Error("an array in a .mtx file and .csv give different factors")
	}
	if got := factor("--input", "testdata/sparse/X.csv", "--mask", write(t, "M.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 5 2\n1 1\n3 2\n")); !mat.EqualApprox(
		got, factor("--input", "testdata/sparse/X.mtx", "--mask", write(t, "M.csv", "1,0,0,0,0\n0,0,0,0,0\n0,1,0,0,0\n0,0,0,0,0\n")), 1e-12) {
		t.Error("a sparse mask of a dense matrix and a dense mask of a sparse one give different factors")
	}
	if got := factor("--input", write(t, "X.csv", smallX), "--mask", write(t, "M.csv", "1,1,1,1\n1,1,1,1\n1,1,1,1\n")); !mat.EqualApprox(got, plain, 1e-9) {
		t.Error("a mask that hides nothing changes the factors")
	}
	mask := write(t, "M.csv", "1,1,0,1\n1,1,1,1\n0,1,1,1\n")
	zero := factor("--input", write(t, "X.csv", "1,2,0,4\n2,3,4,5\n0,1,0,2\n"), "--mask", mask)
	if got := factor("--input", write(t, "X.csv", "1,2,NaN,4\n2,3,4,5\n-8,1,0,2\n"), "--mask", mask); !mat.Equal(got, zero) {
		t.Error("hidden entries matter")
	}
	if mat.EqualApprox(zero, factor("--input", write(t, "X.csv", "1,2,0,4\n2,3,4,5\n0,1,0,2\n")), 1e-3) {
		t.Error("unknown entries count as zeros")
	}
}

func TestFactorizeBadInput(t *testing.T) {
	x := write(t, "X.csv", smallX)
	with := func(args ...string) []string { // later flags win
		return append([]string{"--solver", "nmf", "--input", x, "--rank", "2", "--iterations", "3"}, args...)
	}
	file := func(content string) string { return write(t, "f.csv", content) }
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"unknown solver", with("--solver", "nfm"), `unknown solver "nfm", did you mean "nmf"?`},
		{"rank 0", with("--rank", "0"), "--rank = 0, want ≥ 1"},
		{"rank too high for clusters", with("--solver", "pod", "--rank", "5"), "rank = 5, want 1 to 4"},
		{"no starts", with("--starts", "0"), "--starts = 0, want ≥ 1"},
		{"every 0", with("--every", "0"), "--every = 0, want ≥ 1"},
		{"factor tolerance", with("--tol-factor", "-1"), "--tol-factor = -1"},
		{"no time", with("--max-time", "-1s"), "--max-time = -1s, want ≥ 0"},
		{"init of no pair", with("--solver", "convex-nmf", "--init", "nndsvd"), `init = "nndsvd" is for methods with`},
		{"rank no number", with("--rank", "two"), `--rank = "two", want a whole number`},
		{"tolerance NaN", with("--tol", "NaN"), "--tol = NaN, want a finite value ≥ 0"},
		{"tolerance negative", with("--tol", "-1"), "--tol = -1"},
		{"iterations", with("--iterations", "-1"), "--iterations = -1"},
		{"init", with("--init", "nnsvd"), `--init: unknown init "nnsvd", did you mean "nndsvd"?`},
		{"unknown option", with("--set", "oder=w-first"), `no option "oder", did you mean "order"?`},
		{"option value", with("--set", "order=first"), `order = "first", want "h-first" or "w-first"`},
		{"option type", with("--set", "numerator-floor=tiny"), `want a finite number`},
		{"option form", with("--set", "order"), "want option=value"},
		{"normalisation", with("--set", "normalize=w-l3"), `did you mean`},
		{"no file", with("--input", "no-such-file.csv"), "no-such-file.csv"},
		{"a folder", with("--input", t.TempDir()), "is a folder"},
		{"empty", with("--input", file("")), "holds no numbers"},
		{"ragged", with("--input", file("1,2\n3\n")), "f.csv:2:1: found 1 values, want 2"},
		{"unknown entries", with("--solver", "onmf", "--input", file("1,NaN\n3,4\n")), ". Solvers that can: beta-nmf, gnmf, gnmf-cw, hals, lcnmf, lcnmf-kl, nmf, "},
		{"not a .npy", with("--input", write(t, "x.npy", "1,2\n")), "x.npy"},
		{"not a .mat", with("--input", write(t, "x.mat", "1,2\n")), "x.mat"},
		{"not a .mtx", with("--input", write(t, "x.mtx", "1,2\n")), `x.mtx:1: found "1,2", want %%MatrixMarket`},
		{"entry twice", with("--input", write(t, "y.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 3\n1 2 3\n")), "y.mtx: entry (1, 2) is given twice"},
		{"negative in .mtx", with("--input", write(t, "z.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 3\n2 3 -1\n")), "X has -1 at row 2, column 3"},
		{"mask too large", with("--mask", write(t, "m.mtx", "%%MatrixMarket matrix coordinate real general\n100000 99999 0\n")), "m.mtx is 100000×99999, want the shape of X, 3×4"},
		{"--var without .mat", with("--var", "fea"), "only .mat, .npz, .h5 and .h5ad files have variables"},
		{"H0 shape", with("--h0", file("1,2\n3,4\n5,6\n7,8\n")), "is 4×2, want 2×4 for the initial H"},
		{"H0 without H", with("--solver", "pnmf", "--h0", file("1\n")), "no factor H to initialise"},
		{"mask refused", with("--solver", "onmf", "--mask", file("1,1,1,1\n1,1,1,1\n0,1,1,1\n")), "onmf cannot handle unknown entries of X (1), since the multiplier"},
		{"mask refused by an option", with("--solver", "gnmf", "--mask", file("1,1,1,1\n1,1,1,1\n0,1,1,1\n")), "another graph does not\n"},
		{"mask refused for its systems", with("--solver", "gnmf-kl", "--mask", file("1,1,1,1\n1,1,1,1\n0,1,1,1\n")), "(Eq. 19)"},
		{"constraints", with("--constraints", file("1,2,3\n")), "--constraints: solver nmf takes no constraints with these options; drop the flag, or use "},
		{"constraints of W", with("--constraints-w", file("1,2,3\n")), "--constraints-w: solver nmf takes no constraints"},
		{"constraints out of range", with("--constraints", file("1,2,3\n1,2,5\n")), "f.csv:2: found 5 in 1,2,5, want 1 to 4"},
		{"constraints of W out of range", with("--solver", "rpr-nmf", "--constraints-w", file("1,2,4\n")), "triplets of 3 features: "},
		{"constraints repeated", with("--constraints", file("1,2,1\n")), "f.csv:1: found 1,2,1, want three different points"},
		{"constraints no triplet", with("--solver", "rpr-nmf", "--constraints", file("1,2\n")), "f.csv:1: found 2 values, want three"},
		{"constraints empty", with("--solver", "rpr-nmf", "--constraints", file("\n")), "f.csv: found no triplets"},
		{"constraints contradict", with("--solver", "rpr-nmf", "--constraints", file("1,2,3\n2,3,4\n1,3,2\n")), "f.csv:1: lines 1, 3 contradict each other: d(1,2) < d(1,3) < d(1,2)"},
		{"no file of constraints", with("--solver", "rpr-nmf", "--constraints", "no-such-file.csv"), "no-such-file.csv"},
		{"constraints without the option", with("--solver", "gnmf", "--constraints", file("1,2,3\n")), "solver gnmf takes no constraints with these options"},
		{"labels", with("--labels", file("0\n0\n1\n1\n")), "--labels: solver nmf takes no labels with these options; drop the flag, draw them with --plots, or use "},
		{"too few labels", with("--solver", "lcnmf", "--labels", file("0\n0\n1\n")), "f.csv holds 3 labels, want one for each of 4 samples"},
		{"kernel not square", with("--solver", "pnmf", "--set", "input=kernel"), "want a square matrix"},
		{"unknown flag", with("--iteration", "3"), "unknown flag"},
	} {
		out := filepath.Join(t.TempDir(), "out")
		code, stdout, errs := runFactorize(append(tt.args, "--out", out)...)
		if code != int(workflow.Usage) || !strings.Contains(errs, tt.want) || strings.Count(errs, "\n") != 1 || stdout != "" {
			t.Errorf("%s: exit %d, want one line with %q\n%s%s", tt.name, code, tt.want, stdout, errs)
		}
		if _, err := os.Stat(out); !os.IsNotExist(err) {
			t.Errorf("%s: something was written", tt.name)
		}
	}
	if code, _, errs := runFactorize("--solver", "nmf"); code != int(workflow.Usage) || !strings.Contains(errs, " are missing, want nmfrepro factorize") {
		t.Errorf("missing flags: exit %d: %s", code, errs)
	}
}

// An objective that leaves the range of numbers names the options that were given.
func TestFactorizeDiverges(t *testing.T) {
	x := write(t, "x.csv", "1,2,3,4\n2,3,1,5\n5,1,2,2\n")
	code, _, errs := runFactorize("--input", x, "--rank", "2", "--solver", "gnmf", "--set", "lambda=1e308", "--out", filepath.Join(t.TempDir(), "out"))
	if want := "before the first iteration: --set lambda=1e308, the initialisation or X are too large for gnmf\n"; code != int(workflow.RunsFailed) || !strings.HasSuffix(errs, want) {
		t.Errorf("exit %d, %q, want %d and %q", code, errs, workflow.RunsFailed, want)
	}
}

// A folder that cannot be written is an error, not a panic, and what stands in the way is left alone.
func TestFactorizeUnwritable(t *testing.T) {
	x, blocked := write(t, "X.csv", smallX), write(t, "blocked", "mine")
	code, _, errs := runFactorize("--solver", "nmf", "--input", x, "--rank", "2", "--out", filepath.Join(blocked, "out"))
	if code == int(workflow.Fine) || !strings.Contains(errs, "blocked") {
		t.Errorf("exit %d: %s", code, errs)
	}
	if content, err := os.ReadFile(blocked); err != nil || string(content) != "mine" {
		t.Errorf("the file in the way is now %q, %v", content, err)
	}
}

// An interrupted run saves what it reached and says so. A machine that is busy may have read nothing yet: then it is given longer.
func TestFactorizeInterrupted(t *testing.T) {
	for patience := 100 * time.Millisecond; ; patience *= 4 {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		out := t.TempDir()
		cmd := newFactorize(&Env{Stdout: io.Discard, Stderr: io.Discard})
		cmd.SetArgs([]string{"--solver", "nmf", "--input", write(t, "X.csv", smallX), "--rank", "2", "--iterations", "1000000000", "--every", "1000000", "--out", out})
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		err := cmd.ExecuteContext(ctx)
		cancel()
		content, missing := os.ReadFile(filepath.Join(out, "run.json"))
		if missing != nil && patience < 5*time.Minute {
			continue
		}
		var exit *workflow.Error
		if !errors.As(err, &exit) || exit.Code != workflow.Interrupted {
			t.Errorf("got error %v, want exit code %d", err, int(workflow.Interrupted))
		}
		if missing != nil || !strings.Contains(string(content), `"status": "cancelled"`) {
			t.Errorf("run.json: %v\n%s", missing, content)
		}
		return
	}
}

// The help names every solver, and with a solver each of its options.
func TestFactorizeHelp(t *testing.T) {
	_, general, _ := runFactorize("--help")
	for _, e := range solvers.Catalog {
		if !strings.Contains(general, e.Name) {
			t.Errorf("no %s in the help", e.Name)
		}
		code, out, _ := runFactorize("--solver", e.Name, "--help")
		for _, o := range solvers.Options(e.New()) {
			want := fmt.Sprintf(" %s=%v %s ", o.Name, o.Value, strings.Join(strings.Fields(o.Doc), " "))
			if code != int(workflow.Fine) || !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
				t.Errorf("%s: exit %d, no %q in the help", e.Name, code, want)
			}
		}
	}
}
