package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/experiments/engine/workflow"
)

// Side information from files, against the RPR-NMF authors' code.
func TestFactorizeConstraints(t *testing.T) {
	const masked = "rprnmf_RPRNMF_euc_masked/"
	for _, tt := range []struct {
		dir, solver string
		flags, set  []string // files lie in the golden folder
		iterations  string
	}{
		{"rprnmf_RPRNMF_euc_lam1", "rpr-nmf", []string{"--w0", "rprnmf_RPRNMF_euc_lam1/W0.csv", "--h0", "rprnmf_RPRNMF_euc_lam1/H0.csv", "--constraints", "rprnmf_RPRNMF_euc_lam1/Lh.csv"}, nil, "50"},
		{"rprnmf_RPRNMF_euc_masked", "rpr-nmf", []string{"--w0", masked + "W0.csv", "--h0", masked + "H0.csv", "--mask", masked + "Mask.csv",
			"--constraints", masked + "Lh.csv", "--constraints-w", masked + "Lw.csv"}, []string{"lambda=10"}, "50"},
		{"rprnmf_RPRNMF_div_chain_lam60", "rpr-nmf-kl", []string{"--w0", masked + "W0.csv", "--h0", masked + "H0.csv",
			"--constraints", "rprnmf_RPRNMF_div_chain_lam60/Lchain.csv"}, []string{"lambda=60"}, "60"},
		{"rprnmf_LCNMF_euc_masked", "lcnmf", []string{"--w0", masked + "W0.csv", "--h0", masked + "H0.csv", "--mask", masked + "Mask.csv",
			"--constraints", masked + "Lh.csv", "--constraints-w", masked + "Lw.csv"}, nil, "50"},
	} {
		file := func(name string) string { return filepath.Join(goldenFolder, name) }
		out := t.TempDir()
		args := []string{"--solver", tt.solver, "--input", file(tt.dir + "/V.csv"), "--rank", "4", "--iterations", tt.iterations, "--out", out}
		for i := 0; i < len(tt.flags); i += 2 {
			args = append(args, tt.flags[i], file(tt.flags[i+1]))
		}
		for _, option := range tt.set {
			args = append(args, "--set", option)
		}
		if code, _, errs := runFactorize(args...); code != int(workflow.Fine) {
			t.Fatalf("%s: exit %d: %s", tt.dir, code, errs)
		}
		for _, factor := range []string{"W.csv", "H.csv"} {
			requireNear(t, readMatrixFile(t, filepath.Join(out, factor)), readMatrixFile(t, file(tt.dir+"/"+factor)))
		}
		content, err := os.ReadFile(filepath.Join(out, "run.json"))
		if err != nil || !strings.Contains(string(content), `"constraints": "`+goldenFolder) {
			t.Errorf("run.json does not name the triplets: %v\n%s", err, content)
		}
	}
}

// Samples of one class share their column of H, those of unknown class do not.
func TestFactorizeLabels(t *testing.T) {
	out := t.TempDir()
	labels := write(t, "y.csv", "7\n-1\n7\n-1\n")
	code, _, errs := runFactorize("--solver", "lcnmf", "--input", write(t, "X.csv", smallX), "--labels", labels, "--rank", "2", "--iterations", "20", "--out", out)
	if code != int(workflow.Fine) {
		t.Fatalf("exit %d: %s", code, errs)
	}
	h := readMatrixFile(t, filepath.Join(out, "H.csv"))
	equal := func(a, b int) bool { return mat.Equal(h.ColView(a), h.ColView(b)) }
	if !equal(0, 2) || equal(0, 1) || equal(1, 3) {
		t.Errorf("H = %v", mat.Formatted(h))
	}
}

// A graph made of triplets is what a method takes them for.
func TestFactorizeGraphOfConstraints(t *testing.T) {
	x, triplets := write(t, "X.csv", smallX), write(t, "T.csv", "1,2,3\n2,3,4\n")
	factor := func(set ...string) *mat.Dense {
		out := t.TempDir()
		args := append([]string{"--solver", "gnmf", "--input", x, "--rank", "2", "--iterations", "20", "--out", out}, set...)
		if code, _, errs := runFactorize(args...); code != int(workflow.Fine) {
			t.Fatalf("exit %d: %s", code, errs)
		}
		return readMatrixFile(t, filepath.Join(out, "H.csv"))
	}
	with := factor("--set", "graph=constraints", "--constraints", triplets)
	if mat.EqualApprox(with, factor("--set", "graph=none"), 1e-3) {
		t.Error("the triplets change nothing")
	}
}

// All mistakes of a file are told at once.
func TestFactorizeManyBadConstraints(t *testing.T) {
	code, _, errs := runFactorize("--solver", "rpr-nmf", "--input", write(t, "X.csv", smallX), "--rank", "2", "--out", t.TempDir(),
		"--constraints", write(t, "T.csv", "1,2,9\n1,2,3\n4,4,1\n"))
	if code != int(workflow.Usage) || !strings.Contains(errs, "T.csv:1: found 9") || !strings.Contains(errs, "T.csv:3: found 4,4,1") {
		t.Errorf("exit %d: %s", code, errs)
	}
}
