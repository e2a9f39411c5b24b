package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// dies is nmfrepro that kills itself as soon as it has written so many lines to standard error: dies LINES COMMAND ...
func dies() {
	lines, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	os.Exit(Main(os.Args[2:], os.Stdin, os.Stdout, &lastWords{os.Stderr, lines}))
}

// lastWords is a stream after so many lines of which the process is killed, wherever it is.
type lastWords struct {
	to   io.Writer
	left int
}

func (w *lastWords) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	if w.left -= bytes.Count(p, []byte("\n")); w.left <= 0 {
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
	first := program(t, with("run", results, "-j", "1", "--shard", "1/2", "--progress", "plain")...)
	first.Path = filepath.Join(filepath.Dir(first.Path), "dies")
	first.Args = append([]string{"dies", "2"}, first.Args[1:]...) // how many runs there are to make, and the first news of what is done
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
