package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/workflow"
)

// What has no effect on the problem is noted, once, where the input is read; what has one is not.
func TestFactorizeIdle(t *testing.T) {
	x, w, h := write(t, "X.csv", "1,2,3,4\n2,1,4,3\n1,1,2,2\n"), write(t, "W0.csv", "1,2\n2,1\n1,1\n"), write(t, "H0.csv", "1,2,1,2\n2,1,1,1\n")
	graph := func(text string) string { return write(t, "graph.csv", text) }
	labels := func(text string) string { return write(t, "labels.csv", text) }
	triplets := write(t, "triplets.csv", "1,2,3\n")
	zeros := strings.Repeat("0,0,0,0\n", 4)
	const noEffect = "effect"
	for _, tt := range []struct {
		name, solver, want string // "" is no note
		more               []string
	}{
		{"a graph of zeros", "gnmf", "every weight is 0: the graph has no effect", []string{"--graph", graph(zeros)}},
		{"one pair", "gnmf", "the graph joins samples 3, 4 to no other", []string{"--graph", graph("0,1,0,0\n1,0,0,0\n0,0,0,0\n0,0,0,0\n")}},
		{"two pairs", "gnmf", "", []string{"--graph", graph("0,1,0,0\n1,0,0,0\n0,0,0,1\n0,0,1,0\n")}},
		{"no triplets", "rpr-nmf", "rpr-nmf has no constraints", nil},
		{"a triplet", "rpr-nmf-kl", "", []string{"--constraints", triplets}},
		{"neither labels nor triplets", "lcnmf", "has neither labels nor constraints", nil},
		{"triplets for labels", "lcnmf", "", []string{"--constraints", triplets}},
		{"no class known", "lcnmf-kl", "no class is known", []string{"--labels", labels("NA\nNA\nNA\nNA\n")}},
		{"no class known of a graph", "gnmf", "no class is known", []string{"--set", "graph=supervised", "--labels", labels("-1\n-1\n-1\n-1\n")}},
		{"classes known", "lcnmf", "", []string{"--labels", labels("a\nNA\na\nb\n")}},
		{"a start of both", "nmf", "--init nndsvd has no effect", []string{"--w0", w, "--h0", h, "--init", "nndsvd"}},
		{"a start of one", "nmf", "", []string{"--w0", w, "--init", "nndsvd"}},
		{"a start of the only one", "pnmf", "--init random has no effect", []string{"--w0", w, "--init", "random"}},
		{"one fixed, a start of the other", "nmf", "--init random has no effect", []string{"--fixed", w, "--h0", h, "--init", "random"}},
		{"the default start", "nmf", "", []string{"--w0", w, "--h0", h}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := []string{"--solver", tt.solver, "--input", x, "--rank", "2", "--iterations", "5", "-v", "--out", filepath.Join(t.TempDir(), "out")}
			code, _, errs := runFactorize(append(args, tt.more...)...)
			if code != int(workflow.Fine) || strings.Count(errs, tt.want) != 1 && tt.want != "" {
				t.Fatalf("exit %d: %s, want %q", code, errs, tt.want)
			}
			if tt.want == "" && (strings.Contains(errs, noEffect) || strings.Contains(errs, "constrain") || strings.Contains(errs, "joins")) {
				t.Errorf("%s, want no such note", errs)
			}
		})
	}
	for _, solver := range []string{"gnmf", "gnmf-cw", "sdnmf"} {
		code, _, errs := runFactorize("--solver", solver, "--input", x, "--rank", "2", "--graph", graph("0,inf,0,0\ninf,0,0,0\n0,0,0,0\n0,0,0,0\n"),
			"--out", filepath.Join(t.TempDir(), "out"))
		if code != int(workflow.Usage) || !strings.Contains(errs, "weight +Inf at row 1, column 2") {
			t.Errorf("%s: exit %d: %s", solver, code, errs)
		}
	}
}
