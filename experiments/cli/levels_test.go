//go:build linux && amd64 && outside

package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The levels of GOAMD64 that compile give the same bytes of a table in which Ncut decides by last digits; that the others do
// not compile is tested in package solvers.
func TestSameBytesAtEveryLevel(t *testing.T) {
	dir := t.TempDir()
	var want []byte
	for _, level := range []string{"v1", "v2"} {
		program := filepath.Join(dir, level)
		build := exec.Command("go", "build", "-o", program, "nmfrepro")
		build.Env = append(os.Environ(), "GOAMD64="+level)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("GOAMD64=%s: %v\n%s", level, err, out)
		}
		var stderr strings.Builder
		table := exec.Command(program, "table", "ornmf/table1", "--only", "dataset=noise0,method=ncut|nmf", "--profile", "smoke",
			"--format", "json", "--progress", "none", "--results", filepath.Join(dir, "results-"+level))
		table.Stderr = &stderr
		got, err := table.Output()
		if err != nil || !bytes.Contains(got, []byte(`"ours_mean": 36.84084175743855`)) {
			t.Fatalf("GOAMD64=%s: %v\n%s%.500s", level, err, stderr.String(), got)
		}
		if want == nil {
			want = got
		} else if !bytes.Equal(got, want) {
			t.Errorf("GOAMD64=%s gives another table", level)
		}
	}
}
