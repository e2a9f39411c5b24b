//go:build unix && outside

package cli

import (
	"os"
	"os/exec"
	"path/filepath"
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
	if out, err := program(t, append([]string{"run", "--slurm", "--results", results, "--tasks", "9"}, what...)...).CombinedOutput(); err == nil || !strings.Contains(string(out), "want at most 5 on this cluster") {
		t.Errorf("nine tasks where the cluster takes five: %v\n%s", err, out)
	}
	submit := func() (array, folder string) {
		t.Helper()
		out := output(t, nil, append([]string{"run", "--slurm", "--results", results, "--tasks", "4"}, what...)...)
		t.Log(out)
		id, _, _ := strings.Cut(out, ":")
		folder = filepath.Join(results, ".slurm", id)
		jobs, err := os.ReadFile(filepath.Join(folder, "jobs"))
		if err != nil {
			t.Fatal(err)
		}
		array, _, _ = strings.Cut(strings.TrimPrefix(string(jobs), "array "), "\n")
		return array, folder
	}
	running := func(least int) {
		t.Helper()
		for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
			if strings.Count(sh("squeue", "-h", "-r", "-t", "R", "-o", "%T"), "RUNNING") >= least {
				return
			}
		}
		t.Fatalf("no %d tasks run:\n%s", least, sh("squeue", "-r"))
	}
	records := func() int { return len(recordsIn(t, filepath.Join(results, "pnmf", "table3"))) }
	array, first := submit()
	running(2)
	for end := time.Now().Add(time.Minute); records() < 5 && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
	}
	sh("scancel", "--signal=KILL", "--batch", array+"_1") // no trace of an end, as when memory runs out
	sh("scancel", "--signal=USR1", "--batch", array+"_2") // as two minutes before the end
	sh("scontrol", "requeue", array+"_3")
	t.Logf("killed, told and requeued at %d records", records())
	time.Sleep(2 * time.Second)
	sh("scontrol", "update", "NodeName=n2", "State=DOWN", "Reason=test")
	t.Logf("node down at %d records", records())
	time.Sleep(2 * time.Second)
	if log := sh("cat", filepath.Join(first, "task-2.log")); !strings.Contains(log, "interrupted; ") {
		t.Errorf("task 2 was told that its time is over, and its log has no word of it:\n%s", log)
	}
	t.Log(output(t, nil, "run", "status", "--results", results))
	t.Log(output(t, nil, "cancel", "--results", results))
	before := records()
	t.Logf("cancelled at %d records", before)
	if before == 0 {
		t.Error("nothing was computed before the cancel: the test shows little")
	}
	array, folder := submit()
	began := func() bool { // a task of the first submission may still compute, on the node that is down
		_, err := os.Stat(filepath.Join(folder, "began-1"))
		return err == nil && records() > before
	}
	for end := time.Now().Add(time.Minute); !began() && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
	}
	sh("scancel", "--signal=KILL", "--batch", array+"_1") // this one computes, and is to run once more
	rendered := filepath.Join(folder, "site", "index.html")
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(500 * time.Millisecond) {
		if _, err := os.Stat(rendered); err == nil {
			break
		}
	}
	time.Sleep(time.Second)
	status := output(t, nil, "run", "status", "--results", results)
	t.Log(status)
	for _, name := range []string{"table.md", "verify.txt", "site/index.html"} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Size() == 0 {
			logs, _ := filepath.Glob(filepath.Join(folder, "*.log"))
			t.Errorf("%s was not rendered (%v); logs: %s\n%s", name, err, logs, sh("tail", append([]string{"-n", "5"}, logs...)...))
		}
	}
	if jobs := sh("cat", filepath.Join(folder, "jobs")); strings.Count(jobs, "\n") != 4 || !strings.Contains(sh("cat", filepath.Join(folder, "last.log")), "killed: tasks 1; once more with twice the memory") {
		t.Logf("controller:\n%s", sh("sh", "-c", "grep -E 'JobId="+array+"[_ (]|error' "+cluster+"/log/ctld.log | tail -40; head -5 "+folder+"/task-*.log; ls "+folder))
		t.Errorf("the killed task did not run once more:\n%s%s", jobs, sh("cat", filepath.Join(folder, "last.log")))
	}
	if !strings.Contains(status, " 0 failed, 0 to do") {
		t.Error("units are left")
	}
	if got := render(results); got != want {
		t.Error("another table than that of one process")
	}
	if damaged, _ := filepath.Glob(filepath.Join(results, "corrupt", "*")); len(damaged) > 0 {
		t.Errorf("damaged records: %s", damaged)
	}
}
