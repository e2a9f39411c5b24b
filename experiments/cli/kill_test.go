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

	"github.com/google/go-cmp/cmp"
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

// killed are the arguments of a table of embedded data.
func killed(results string, more ...string) []string {
	return append([]string{"table", "pnmf/table3", "--only", "dataset=iris", "--reps", "3", "--format", "json",
		"--results", results, "--progress", "plain"}, more...)
}

// undisturbed is the table of the arguments killed, computed by one process.
func undisturbed(t *testing.T) string {
	if undisturbedOnce == "" {
		undisturbedOnce = output(t, nil, killed(filepath.Join(t.TempDir(), "undisturbed"), "-j", "1")...)
	}
	return undisturbedOnce
}

var undisturbedOnce string

// A table, and the choice of a rank, have the same bytes at any number of workers and threads, and after kills at random moments.
func TestSameBytes(t *testing.T) {
	t.Run("table", func(t *testing.T) { sameBytes(t, killed, undisturbed(t), "pnmf/table3", `"ours_mean"`) })
	rng := rand.New(rand.NewPCG(3, 4))
	var x strings.Builder
	for range 60 {
		for range 39 {
			fmt.Fprintf(&x, "%.3f,", rng.ExpFloat64())
		}
		fmt.Fprintf(&x, "%.3f\n", rng.ExpFloat64())
	}
	file := write(t, "X.csv", x.String())
	t.Run("rank", func(t *testing.T) {
		rank := func(results string, more ...string) []string {
			return append([]string{"rank", file, "--ranks", "1..3", "--starts", "2", "--folds", "3", "--tol", "0", "--iterations", "50", "--format", "svg", "--results", results, "--progress", "plain"}, more...)
		}
		sameBytes(t, rank, output(t, nil, rank(filepath.Join(t.TempDir(), "undisturbed"), "-j", "1")...), "rank/*", "Held-out error")
	})
}

func sameBytes(t *testing.T, killed func(results string, more ...string) []string, want, folder, holds string) {
	dir := t.TempDir()
	if !strings.Contains(want, holds) {
		t.Fatalf("no %s in\n%s", holds, want)
	}
	for _, c := range []struct{ procs, jobs string }{{"1", "2"}, {"8", "3"}} {
		name := fmt.Sprintf("GOMAXPROCS=%s -j %s", c.procs, c.jobs)
		got := output(t, []string{"GOMAXPROCS=" + c.procs}, killed(filepath.Join(dir, name), "-j", c.jobs)...)
		if got != want {
			t.Errorf("%s: something else (-want +got):\n%s", name, cmp.Diff(want, got))
		}
	}
	kills := 4
	switch {
	case testing.Short():
		kills = 3
	case os.Getenv("NMFREPRO_LONG") != "":
		kills = 20
	}
	rng := rand.New(rand.NewPCG(1, 2))
	results := filepath.Join(dir, "killed")
	records := func() []string { return recordsIn(t, filepath.Join(results, folder)) }
	landed, left := 0, map[string]bool{} // the lines of records after a kill that they survived
	for range kills {
		cmd := dying(t, 3+rng.IntN(2), killed(results, "-j", "2")...) // the cost, how many runs there are to make, and one or two that are done
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%dms", diesLater, rng.IntN(30)))
		if text, err := cmd.CombinedOutput(); err == nil {
			break // all was done
		} else if cmd.ProcessState.Exited() {
			t.Fatalf("%v\n%s", err, text)
		}
		landed++
		now := records()
		if len(now) <= len(left) {
			t.Fatalf("after a kill %d records are left, there were %d and one more", len(now), len(left))
		}
		for _, line := range now {
			left[line] = true
		}
	}
	if landed < 3 {
		t.Fatalf("%d kills landed: the test shows nothing", landed)
	}
	if got := output(t, nil, killed(results)...); got != want {
		t.Errorf("after %d kills something else (-want +got):\n%s", landed, cmp.Diff(want, got))
	}
	keys := map[string]bool{}
	for _, line := range records() {
		key, _, _ := strings.Cut(line[strings.Index(line, `"key":"`):], `",`)
		if keys[key] {
			t.Errorf("%s was computed twice", key)
		}
		keys[key] = true
		delete(left, line)
	}
	if len(left) > 0 {
		t.Errorf("%d records that were there after a kill are there no more", len(left))
	}
	if said := output(t, nil, "check", "results", results); !strings.Contains(said, " 0 damaged") {
		t.Errorf("kills left damage: %s", said)
	}
}

// recordsIn are the whole lines of records in the logs of a folder.
func recordsIn(t *testing.T, folder string) (lines []string) {
	t.Helper()
	logs, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, log := range logs {
		for line := range strings.Lines(contents(t, log)) {
			if strings.HasPrefix(line, `{"sha256":`) && strings.HasSuffix(line, "\n") {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

func contents(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Two processes on one store share the work and end with the same table.
func TestTwoProcessesShareAStore(t *testing.T) {
	dir := t.TempDir()
	want := undisturbed(t)
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
			t.Errorf("process %d: another table (-want +got):\n%s", i, cmp.Diff(want, got))
		}
	}
}
