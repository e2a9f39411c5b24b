//go:build unix

package cluster

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// programs puts scripts before what is on the PATH; each notes its words in the file calls beside it.
func programs(t *testing.T, scripts map[string]string) (calls func() string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range scripts {
		script := "#!/bin/sh\necho \"" + name + " $*\" >> " + dir + "/calls\n" + text + "\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	return func() string {
		data, _ := os.ReadFile(filepath.Join(dir, "calls"))
		return string(data)
	}
}

func array(t *testing.T, run ...string) Array {
	t.Helper()
	return Array{Folder: t.TempDir(), Tasks: 5, CPUs: 2, Minutes: 15, Megabytes: 600, Run: run, Options: []string{"--partition=long", "--comment=a b"}}
}

func TestHead(t *testing.T) {
	a := array(t, "run", "it's")
	script := a.Script()
	for _, want := range []string{"#!/bin/sh\n", "--array=1-5\n", "--cpus-per-task=2\n", "--time=15\n", "--mem=600M\n", "--requeue\n", "--signal=B:USR1@120\n",
		"\nrun 'it'\\''s' --shard \"$i/5\" &\n"} {
		if !strings.Contains(script, want) {
			t.Errorf("the task has no %q:\n%s", want, script)
		}
	}
	if strings.Contains(script, "exclusive") {
		t.Error("a whole node is asked for")
	}
	if a.Exclusive = true; !strings.Contains(a.Script(), "#SBATCH --exclusive\n") {
		t.Error("no whole node is asked for")
	}
	for arg, want := range map[string]string{"": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "rpr/table2:rank=3,a|b": "'rpr/table2:rank=3,a|b'", "--x=1": "--x=1"} {
		if got := quote(arg); got != want {
			t.Errorf("quote(%q) = %s, want %s", arg, got, want)
		}
	}
}

// task runs the script of task 3; then says what to do once the program runs.
func task(t *testing.T, a Array, restarts string, then func(*os.Process)) (code int) {
	t.Helper()
	cmd := exec.Command("sh", "-c", a.Script())
	cmd.Env = append(os.Environ(), "SLURM_ARRAY_TASK_ID=3", "SLURM_ARRAY_JOB_ID=41", "SLURM_RESTART_COUNT="+restarts, "DIR="+a.Folder)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(5 * time.Minute); then != nil && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(a.Folder, "runs")); err == nil {
			then(cmd.Process)
			break
		}
	}
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode()
}

// A task ends as its program does, and not before it; told that its time is over it goes back to the queue, but not for ever.
func TestTask(t *testing.T) {
	const patient = `trap 'sleep 0.2; : > "$DIR/saved"; exit 130' TERM; echo "$@" > "$DIR/runs"; while :; do sleep 0.01; done`
	warn := func(p *os.Process) { _ = p.Signal(syscall.SIGUSR1) }
	for name, c := range map[string]struct {
		program  string
		then     func(*os.Process)
		restarts string
		code     int
		saved    bool
		requeued bool
	}{
		"done":                 {`exit 0`, nil, "", 0, false, false},
		"failed":               {`exit 4`, nil, "", 4, false, false},
		"out of memory":        {`kill -KILL $$`, nil, "", 137, false, false},
		"its time is over":     {patient, warn, "0", 130, true, true},
		"over too often":       {patient, warn, "20", 130, true, false},
		"cancelled, requeued":  {patient, func(p *os.Process) { _ = p.Signal(syscall.SIGTERM) }, "", 143, true, false},
		"not saved when asked": {`trap 'exit 4' TERM; : > "$DIR/runs"; while :; do sleep 0.01; done`, warn, "0", 4, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			calls := programs(t, map[string]string{"program": c.program, "scontrol": "", "sleep": `case $1 in 60) ;; *) exec /bin/sleep "$1" ;; esac`})
			a := array(t, "program", "run", "rpr/table2")
			if code := task(t, a, c.restarts, c.then); code != c.code {
				t.Errorf("exit code %d, want %d", code, c.code)
			}
			if _, err := os.Stat(filepath.Join(a.Folder, "saved")); err == nil != c.saved {
				t.Errorf("the program had saved when the task ended: %t, want %t", err == nil, c.saved)
			}
			if got := calls(); !strings.Contains(got, "program run rpr/table2 --shard 3/5\n") || strings.Contains(got, "scontrol requeue 41_3\n") != c.requeued {
				t.Errorf("calls:\n%s", got)
			}
		})
	}
}

// What sbatch answers is the number of a job, or an error that says what to do.
func TestSubmit(t *testing.T) {
	for name, c := range map[string]struct{ sbatch, job, fails string }{
		"a federation": {"echo '41;east'", "41", ""},
		"no number":    {"echo Submitted", "", `sbatch answers "Submitted\n"`},
		"no controller": {"echo 'sbatch: error: fetch_config: DNS SRV lookup failed' >&2; echo 'sbatch: fatal: Could not establish a configuration source' >&2; exit 1", "",
			"no cluster answers here: sbatch: fatal: Could not establish a configuration source; --dry-run"},
		"too large arrays": {"echo 'Invalid job array specification' >&2; exit 1", "", "Invalid job array specification; --tasks says how many tasks the array has, here 5"},
	} {
		calls := programs(t, map[string]string{"sbatch": c.sbatch})
		a := array(t, "run")
		job, err := a.Submit(t.Context())
		if job != c.job || c.fails == "" && err != nil || c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)) {
			t.Errorf("%s: %q, %v, want %q, %q", name, job, err, c.job, c.fails)
		}
		if calls() != "sbatch --parsable --partition=long --comment=a b "+a.Folder+"/task.sh\n" {
			t.Errorf("%s: calls %s", name, calls())
		}
		if text, err := os.ReadFile(filepath.Join(a.Folder, "task.sh")); err != nil || string(text) != a.Script() {
			t.Errorf("%s: task.sh is %q, %v", name, text, err)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := array(t, "run").Submit(t.Context()); err == nil || !strings.Contains(err.Error(), "there is no sbatch on this machine") {
		t.Errorf("without Slurm: %v", err)
	}
}
