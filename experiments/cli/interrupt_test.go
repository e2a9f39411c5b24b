package cli

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
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

// An interrupted study of ranks shows the answer so far, says how to go on, and goes on from there.
func TestInterruptedRank(t *testing.T) {
	folder := t.TempDir()
	var csv bytes.Buffer
	rng := rand.New(rand.NewPCG(4, 4))
	for range 100 {
		for j := range 80 {
			fmt.Fprintf(&csv, "%s%.3f", strings.Repeat(",", min(j, 1)), rng.ExpFloat64())
		}
		csv.WriteString("\n")
	}
	x := filepath.Join(folder, "X.csv")
	if err := os.WriteFile(x, csv.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"rank", x, "--ranks", "1,2", "--solvers", "nmf", "--starts", "300", "--iterations", "4000", "--tol", "0",
		"--results", folder, "--progress", "plain", "-j", "1"}
	cmd := program(t, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	records := func() (count int) {
		made, _ := filepath.Glob(filepath.Join(folder, "rank", "*"))
		for _, m := range made {
			count += len(recordsIn(t, m))
		}
		return count
	}
	for end := time.Now().Add(5 * time.Minute); records() < 4 && time.Now().Before(end); { // two folds of both ranks
		time.Sleep(10 * time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	exit, ok := errors.AsType[*exec.ExitError](cmd.Wait())
	if !ok || exit.ExitCode() != int(workflow.Interrupted) {
		t.Errorf("%v, want exit status 130\n%s", exit, &stderr)
	}
	if !strings.Contains(stdout.String(), "Recommended: nmf at rank 1.") || !strings.Contains(stdout.String(), "This is the answer so far") {
		t.Errorf("stdout = %q", &stdout)
	}
	if said := stderr.String(); !strings.Contains(said, "the same command goes on from there") || strings.Contains(said, "canceled") {
		t.Errorf("stderr = %q", said)
	}
}
