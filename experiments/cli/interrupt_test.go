package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nmfrepro/experiments/engine/workflow"
)

// Ctrl-C saves what is done, says how to go on, and ends with exit code 130.
func TestInterruptExitCode(t *testing.T) {
	results := t.TempDir()
	cmd := program(t, "run", "pnmf/table3", "--only", "dataset=iris", "--reps", "500", "--results", results, "--progress", "plain")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	records := func() int { return len(recordsIn(t, filepath.Join(results, "pnmf", "table3"))) }
	for end := time.Now().Add(5 * time.Minute); records() == 0 && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != int(workflow.Interrupted) {
		t.Errorf("%v, want exit status 130\n%s", err, stderr.String())
	}
	if !strings.Contains(stderr.String(), "runs are saved, the same command goes on from there") {
		t.Errorf("stderr = %q", stderr.String())
	}
	if records() == 0 {
		t.Error("nothing was saved")
	}
}
