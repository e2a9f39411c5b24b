//go:build unix && outside

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// By make test-slurm: on a real Slurm, with tasks that are killed, told that their time is over and requeued, a node set down, and the whole
// cancelled and submitted again, the results are those of one process, to the byte.
func TestSlurm(t *testing.T) {
	for _, name := range []string{"slurmctld", "slurmd", "sbatch", "scontrol", "squeue", "scancel"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("%s is not installed (Debian: apt-get install slurm-wlm)", name)
		}
	}
	dir := t.TempDir()
	cluster := filepath.Join(dir, "slurm")
	sh := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Env = append(os.Environ(), "SLURM_HERE_ARRAY=6", "SLURM_HERE_PORT=16917", "SLURM_HERE_NODE_PORT=16950")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Logf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	t.Setenv("SLURM_CONF", filepath.Join(cluster, "slurm.conf"))
	t.Cleanup(func() { exec.Command("bash", "testdata/slurm/here.sh", "down", cluster).Run() })
	if out := sh("bash", "testdata/slurm/here.sh", "up", cluster, "2"); !strings.Contains(out, "idle") {
		t.Fatalf("no cluster:\n%s", out)
	}
	what := []string{"pnmf/table3:dataset=iris", "--reps", "120"}
	render := func(results string) string {
		return output(t, nil, append([]string{"table", "--format", "json", "--progress", "none", "--results", results}, what...)...)
	}
	want := render(filepath.Join(dir, "one"))
	results := filepath.Join(dir, "many")
	run := append([]string{"run", "--slurm", "--results", results}, what...)
	if out, err := program(t, append(run, "--tasks", "9")...).CombinedOutput(); err == nil || !strings.Contains(string(out), "--tasks says how many tasks the array has, here 9") {
		t.Errorf("nine tasks where the cluster takes five: %v\n%s", err, out)
	}
	submit := func() (array, folder string) {
		t.Helper()
		out := output(t, nil, append(run, "--tasks", "4")...)
		t.Log(out)
		found := regexp.MustCompile(`^array (\d+) of 4 tasks.*; logs in (.*)\n`).FindStringSubmatch(out)
		if found == nil {
			t.Fatal("no array was submitted")
		}
		return found[1], found[2]
	}
	until := func(what string, there func() bool) {
		t.Helper()
		for end := time.Now().Add(5 * time.Minute); !there(); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: not within five minutes\n%s", what, sh("squeue", "-r"))
			}
		}
	}
	queued := func() string { return sh("squeue", "-h", "-r", "-o", "%T") }
	records := func() int { return len(recordsIn(t, filepath.Join(results, "pnmf", "table3"))) }
	array, first := submit()
	until("two tasks run", func() bool { return strings.Count(queued(), "RUNNING") >= 2 })
	until("five records", func() bool { return records() >= 5 })
	sh("scancel", "--signal=KILL", "--batch", array+"_1") // no trace of an end, as when memory runs out
	sh("scancel", "--signal=USR1", "--batch", array+"_2") // as two minutes before the end
	sh("scontrol", "requeue", array+"_3")
	t.Logf("killed, told and requeued at %d records", records())
	until("task 2 says that it was interrupted", func() bool { return strings.Contains(sh("cat", filepath.Join(first, "task-2.log")), "interrupted; ") })
	sh("scontrol", "update", "NodeName=n2", "State=DOWN", "Reason=test")
	t.Logf("node down at %d records", records())
	sh("scancel", array)
	until("nothing is queued", func() bool { return queued() == "" })
	t.Logf("cancelled at %d records", records())
	sh("scontrol", "update", "NodeName=n2", "State=RESUME")
	if out := output(t, nil, append([]string{"run", "--dry-run", "--results", results}, what...)...); !strings.Contains(out, "cached") {
		t.Errorf("what is left is not counted:\n%s", out)
	}
	submit()
	until("the second array ends", func() bool { return queued() == "" })
	if got := render(results); got != want {
		t.Error("another table than that of one process")
	}
	if damaged, _ := filepath.Glob(filepath.Join(results, "corrupt", "*")); len(damaged) > 0 {
		t.Errorf("damaged records: %s", damaged)
	}
}
