package cli

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// program runs this binary as nmfrepro in a process of its own.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("nmfrepro")
	if err != nil {
		t.Fatal(err)
	}
	return exec.Command(path, args...)
}

func output(t *testing.T, env []string, args ...string) string {
	t.Helper()
	cmd := program(t, args...)
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("nmfrepro %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return string(out)
}

// killed are the arguments of a table that takes seconds, of embedded data.
func killed(results string, more ...string) []string {
	return append([]string{"table", "pnmf/table3", "--only", "dataset=iris", "--reps", "4", "--format", "json",
		"--results", results, "--progress", "none"}, more...)
}

// The table has the same bytes at any number of workers and threads, and after kills at random moments.
func TestSameBytes(t *testing.T) {
	dir := t.TempDir()
	want := output(t, nil, killed(filepath.Join(dir, "undisturbed"), "-j", "1")...)
	if !strings.Contains(want, `"ours_mean"`) {
		t.Fatalf("no cells in\n%s", want)
	}
	for _, c := range []struct{ procs, jobs string }{{"1", "2"}, {"8", "1"}, {"8", "3"}} {
		name := fmt.Sprintf("GOMAXPROCS=%s -j %s", c.procs, c.jobs)
		got := output(t, []string{"GOMAXPROCS=" + c.procs}, killed(filepath.Join(dir, name), "-j", c.jobs)...)
		if got != want {
			t.Errorf("%s: another table:\n%s\nwant\n%s", name, got, want)
		}
	}
	kills := 20
	if testing.Short() {
		kills = 4
	}
	rng := rand.New(rand.NewPCG(1, 2))
	results := filepath.Join(dir, "killed")
	landed, before := 0, 0
	for range kills {
		cmd := program(t, killed(results, "-j", "2")...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(30+rng.IntN(220)) * time.Millisecond)
		if cmd.Process.Kill() == nil {
			landed++
		}
		cmd.Wait()
		records, err := filepath.Glob(filepath.Join(results, "pnmf", "table3", "*.json"))
		if err != nil || len(records) < before {
			t.Fatalf("after a kill %d records of %d are left (%v)", len(records), before, err)
		}
		before = len(records)
	}
	if landed == 0 {
		t.Fatal("no kill landed: the test shows nothing")
	}
	if got := output(t, nil, killed(results)...); got != want {
		t.Errorf("after %d kills another table:\n%s\nwant\n%s", landed, got, want)
	}
	if corrupt, _ := filepath.Glob(filepath.Join(results, "corrupt", "*")); len(corrupt) > 0 {
		t.Errorf("kills left corrupt records: %v", corrupt)
	}
}

// Two processes on one store share the work and end with the same table.
func TestTwoProcessesShareAStore(t *testing.T) {
	dir := t.TempDir()
	want := output(t, nil, killed(filepath.Join(dir, "alone"))...)
	shared := filepath.Join(dir, "shared")
	var outs [2]bytes.Buffer
	var cmds [2]*exec.Cmd
	for i := range cmds {
		cmds[i] = program(t, killed(shared, "-j", "2")...)
		cmds[i].Stdout = &outs[i]
		if err := cmds[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	for i := range cmds {
		if err := cmds[i].Wait(); err != nil {
			t.Fatal(err)
		}
		if got := outs[i].String(); got != want {
			t.Errorf("process %d: another table:\n%s\nwant\n%s", i, got, want)
		}
	}
}
