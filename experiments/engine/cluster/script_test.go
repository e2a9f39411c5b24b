//go:build unix

package cluster

import (
	"bytes"
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
	a := Array{
		Folder: t.TempDir(), Tasks: 5, CPUs: 2, Minutes: 15, Megabytes: 600, Run: run,
		Last: []Command{{Args: []string{"echo", "it's $done"}, Into: ""}}, Options: []string{"--partition=long", "--comment=a b"},
	}
	a.Last[0].Into = filepath.Join(a.Folder, "the last.txt")
	if err := a.Write(); err != nil {
		t.Fatal(err)
	}
	return a
}

func read(t *testing.T, parts ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Error(err)
	}
	return strings.TrimSpace(string(data))
}

func TestHead(t *testing.T) {
	a := array(t, "run")
	task, last := a.Task(), a.LastJob()
	for _, want := range []string{"#!/bin/sh\n", "--array=1-5\n", "--cpus-per-task=2\n", "--time=15\n", "--mem=600M\n", "--requeue\n", "--signal=B:USR1@120\n"} {
		if !strings.Contains(task, want) {
			t.Errorf("the task has no %q:\n%s", want, task)
		}
	}
	if strings.Contains(last, "--array=1-5") || !strings.Contains(last, "--mem=600M\n") || !strings.Contains(last, "--mem=1200M") {
		t.Errorf("the last job:\n%s", last)
	}
	if strings.Contains(task, "exclusive") {
		t.Error("a whole node is asked for")
	}
	if a.Exclusive = true; !strings.Contains(a.Task(), "#SBATCH --exclusive\n") {
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
	cmd := exec.Command("sh", filepath.Join(a.Folder, TaskScript))
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

// A task notes how its program ended; told that its time is over it goes back to the queue, but not for ever.
func TestTask(t *testing.T) {
	const patient = `trap 'exit 130' TERM; echo "$@" > "$DIR/runs"; while :; do sleep 0.01; done`
	warn := func(p *os.Process) { _ = p.Signal(syscall.SIGUSR1) }
	for name, c := range map[string]struct {
		program  string
		then     func(*os.Process)
		restarts string
		ended    string
		requeued bool
	}{
		"done":                 {`exit 0`, nil, "", "0", false},
		"failed":               {`exit 4`, nil, "", "4", false},
		"out of memory":        {`kill -KILL $$`, nil, "", "137", false},
		"its time is over":     {patient, warn, "0", "130", true},
		"over too often":       {patient, warn, "20", "130", false},
		"cancelled, requeued":  {patient, func(p *os.Process) { _ = p.Signal(syscall.SIGTERM) }, "", "143", false},
		"not saved when asked": {`trap 'exit 4' TERM; : > "$DIR/runs"; while :; do sleep 0.01; done`, warn, "0", "4", false},
	} {
		t.Run(name, func(t *testing.T) {
			calls := programs(t, map[string]string{"program": c.program, "scontrol": "", "sleep": `case $1 in 60) ;; *) exec /bin/sleep "$1" ;; esac`})
			a := array(t, "program", "run", "rpr/table2")
			code := task(t, a, c.restarts, c.then)
			if got := read(t, a.Folder, "ended-3"); got != c.ended || code == 0 != (c.ended == "0") {
				t.Errorf("ended with %q, exit code %d, want %s", got, code, c.ended)
			}
			if got := calls(); !strings.Contains(got, "program run rpr/table2 --shard 3/5\n") || strings.Contains(got, "scontrol requeue 41_3\n") != c.requeued {
				t.Errorf("calls:\n%s", got)
			}
		})
	}
}

// Tasks that were killed run once more with twice the memory, and the last job after them; then it renders, whatever happened.
func TestOutOfMemory(t *testing.T) {
	calls := programs(t, map[string]string{"sbatch": `case "$*" in *task.sh) echo "51;cluster" ;; *) echo 52 ;; esac`})
	a := array(t, "run")
	for task, code := range map[string]string{"1": "0", "2": "137", "3": "4", "4": "", "5": "143"} {
		for name, text := range map[string]string{"began-" + task: "", "ended-" + task: code} {
			if name == "ended-4" { // it was killed with its script
				continue
			}
			if err := os.WriteFile(filepath.Join(a.Folder, name), []byte(text+"\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	last := func() string {
		out, err := exec.Command("sh", filepath.Join(a.Folder, LastScript)).CombinedOutput()
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return string(out)
	}
	if got := last(); got != "killed: tasks 2,4; once more with twice the memory\n" {
		t.Errorf("the last job says %q", got)
	}
	want := "sbatch --parsable --partition=long --comment=a b --array=2,4 --mem=1200M " + a.Folder + "/task.sh\n" +
		"sbatch --parsable --partition=long --comment=a b --dependency=afterany:51 " + a.Folder + "/last.sh\n"
	if got := calls(); got != want {
		t.Errorf("calls:\n%swant\n%s", got, want)
	}
	if jobs, err := Jobs(a.Folder); err != nil || strings.Join(jobs, " ") != "51 52" {
		t.Errorf("Jobs = %v, %v", jobs, err)
	}
	if _, err := os.Stat(filepath.Join(a.Folder, "the last.txt")); err == nil {
		t.Error("it rendered before the tasks ran once more")
	}
	if got := last(); got != "" || calls() != want {
		t.Errorf("the second last job says %q and calls\n%s", got, calls())
	}
	if got := read(t, a.Folder, "the last.txt"); got != "it's $done" {
		t.Errorf("rendered %q", got)
	}
}

// A cluster that takes no more: what is left is rendered from what is there.
func TestOutOfMemoryRefused(t *testing.T) {
	programs(t, map[string]string{"sbatch": "exit 1"})
	a := array(t, "run")
	if err := os.WriteFile(filepath.Join(a.Folder, "began-1"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("sh", filepath.Join(a.Folder, LastScript)).CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("killed: tasks 1")) {
		t.Errorf("%v\n%s", err, out)
	}
	if got := read(t, a.Folder, "the last.txt"); got != "it's $done" {
		t.Errorf("rendered %q", got)
	}
}
