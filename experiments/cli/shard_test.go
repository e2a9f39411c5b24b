package cli

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// diesLater is the variable that tells how long after its last words a command that dies goes on with what needs none.
const diesLater = "NMFREPRO_DIES_LATER"

// dies is nmfrepro that kills itself when it has written so many lines to standard error: dies LINES COMMAND ...
func dies() {
	lines, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	later, err := time.ParseDuration(cmp.Or(os.Getenv(diesLater), "0s"))
	if err != nil {
		panic(err)
	}
	plainEvery = 0 // a line for each run
	os.Exit(Main(os.Args[2:], os.Stdin, os.Stdout, &lastWords{os.Stderr, lines, later}))
}

// dying is a command that kills itself when it has written so many lines to standard error.
func dying(t *testing.T, lines int, args ...string) *exec.Cmd {
	t.Helper()
	cmd := program(t, args...)
	cmd.Path = filepath.Join(filepath.Dir(cmd.Path), "dies")
	cmd.Args = append([]string{"dies", strconv.Itoa(lines)}, args...)
	return cmd
}

// lastWords is a stream after so many lines of which the process is killed, wherever its other threads are by then.
type lastWords struct {
	to    io.Writer
	left  int
	later time.Duration
}

func (w *lastWords) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if w.left -= bytes.Count(p, []byte("\n")); w.left <= 0 {
		time.Sleep(w.later)
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		select {}
	}
	return n, err
}

// A shard that is killed is made up for by the others: they take what it left, and the table is that of one process.
func TestShardThatDies(t *testing.T) {
	dir := t.TempDir()
	what := []string{"pnmf/table3", "--only", "dataset=iris", "--reps", "4"}
	with := func(verb, results string, more ...string) []string {
		return append(append([]string{verb, "--results", results}, what...), more...)
	}
	results := filepath.Join(dir, "shards")
	records := func() int { return len(recordsIn(t, filepath.Join(results, "pnmf", "table3"))) }
	// The lines are how many runs there are to make, and the first of them that is done.
	first := dying(t, 2, with("run", results, "-j", "1", "--shard", "1/2", "--progress", "plain")...)
	if text, err := first.CombinedOutput(); err == nil || first.ProcessState.Exited() {
		t.Fatalf("it was not killed: %v\n%s", err, text)
	}
	if n := records(); n < 1 || n > 7 {
		t.Fatalf("killed at %d records of a share of 10: the test shows nothing", n)
	}
	output(t, nil, with("run", results, "--shard", "2/2", "--progress", "none")...)
	if n := records(); n != 20 {
		t.Errorf("%d of 20 runs are done", n)
	}
	if got, want := output(t, nil, with("table", results, "--format", "json", "--progress", "none")...), output(t, nil, with("table", filepath.Join(dir, "one"), "--format", "json", "--progress", "none")...); got != want {
		t.Error("another table than that of one process")
	}
}
