package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/workflow"
)

// Entries below 0 that rounding has left are refused with what to do.
func TestFactorizeRounding(t *testing.T) {
	for value, want := range map[string]string{"-1e-17": "write 0 in their place", "-0.5": "Solvers that accept them"} {
		code, _, errs := runFactorize("--solver", "hals", "--input", write(t, "X.csv", "1,2,3\n2,"+value+",1\n"), "--rank", "1", "--out", t.TempDir())
		if code != int(workflow.Usage) || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d: %s", value, code, errs)
		}
	}
}

// What a solver doubts of its own result is printed and kept beside it.
func TestFactorizeWarnings(t *testing.T) {
	var apart strings.Builder // two groups of samples, on lines far from each other
	for feature := range 2 {
		for j := range 40 {
			fmt.Fprintf(&apart, "%d", 1+j%20+1000*(j/20)*(1+feature))
			if j < 39 {
				apart.WriteByte(',')
			}
		}
		apart.WriteByte('\n')
	}
	out := filepath.Join(t.TempDir(), "out")
	code, _, errs := runFactorize("--solver", "spectral-embedding", "--set", "neighbours=5", "--input", write(t, "X.csv", apart.String()), "--rank", "2", "--out", out)
	const want = "the neighbour graph has 2 connected components"
	if code != int(workflow.Fine) || !strings.Contains(errs, "factorize: warning: ") || !strings.Contains(errs, want) {
		t.Fatalf("exit %d: %s", code, errs)
	}
	content, err := os.ReadFile(filepath.Join(out, "run.json"))
	if err != nil || !strings.Contains(string(content), want) {
		t.Errorf("run.json: %v\n%s", err, content)
	}
}
