//go:build unix

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// With --isolate a run whose process is killed is one failed run; the next run makes it up, and the table is the same.
func TestIsolate(t *testing.T) {
	dir := t.TempDir()
	args := func(results string, more ...string) []string {
		return append([]string{"run", "pnmf/table3:dataset=iris,method=nmf|pnmf", "--reps", "2", "-j", "1", "--progress", "plain", "--results", filepath.Join(dir, results)}, more...)
	}
	table := func(results string) string {
		return output(t, nil, "table", "pnmf/table3:dataset=iris,method=nmf|pnmf", "--reps", "2", "--format", "json", "--progress", "none", "--results", filepath.Join(dir, results))
	}
	output(t, nil, args("here")...)
	cmd := program(t, args("apart", "--isolate")...)
	cmd.Env = append(os.Environ(), killsUnits+"=1")
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	_ = cmd.Run() // its error is the exit code
	if code := cmd.ProcessState.ExitCode(); code != 4 || !strings.Contains(out.String(), " failed") {
		t.Fatalf("exit %d, want 4\n%s%s", code, out.String(), stderr.String())
	}
	told := strings.Contains(strings.Join(recordsIn(t, filepath.Join(dir, "apart", "pnmf", "table3")), ""), `"reason":"its process ended: signal: killed"`)
	if !told {
		t.Error("no record says that the process of its unit was killed")
	}
	output(t, nil, args("apart", "--isolate")...)
	if a, b := table("apart"), table("here"); a != b {
		t.Errorf("units in processes of their own give another table (-, and + in one):\n%s", cmp.Diff(a, b))
	}
}
