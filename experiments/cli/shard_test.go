package cli

import (
	"path/filepath"
	"testing"
	"time"
)

// A shard that is killed is made up for by the others: they take what it left, and the table is that of one process.
func TestShardThatDies(t *testing.T) {
	dir := t.TempDir()
	what := []string{"pnmf/table3", "--only", "dataset=iris", "--reps", "10", "--progress", "none"}
	with := func(verb, results string, more ...string) []string {
		return append(append([]string{verb, "--results", results}, what...), more...)
	}
	results := filepath.Join(dir, "shards")
	records := func() int { return len(recordsIn(t, filepath.Join(results, "pnmf", "table3"))) }
	first := program(t, with("run", results, "-j", "1", "--shard", "1/2")...)
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(5 * time.Minute); records() < 3 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	first.Wait()
	if n := records(); n < 3 || n >= 25 {
		t.Fatalf("killed at %d records of a share of 25: the test shows nothing", n)
	}
	output(t, nil, with("run", results, "--shard", "2/2")...)
	if n := records(); n != 50 {
		t.Errorf("%d of 50 units are done", n)
	}
	if got, want := output(t, nil, with("table", results, "--format", "json")...), output(t, nil, with("table", filepath.Join(dir, "one"), "--format", "json")...); got != want {
		t.Error("another table than that of one process")
	}
}
