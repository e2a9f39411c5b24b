package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
)

// The memory and the time that a task asks for beyond the estimates.
const (
	leastTask    = 10 * time.Minute // of work, so that the queue is worth it
	mostTasks    = 1000             // below the MaxArraySize that Slurm has by default
	timeFactor   = 2                // of the estimated time, and lateMinutes more
	lateMinutes  = 5
	leastMinutes = 15
	memoryFactor = 1.5
	leastMemory  = 512 // MB
	warning      = 120 // seconds before the end of its time at which a task is told
	restarts     = 20  // how often a task goes back to the queue
)

// Array is a job array of Slurm, of which each task is a shard.
type Array struct {
	Folder    string // absolute: script and logs
	Tasks     int
	CPUs      int // of a task
	Minutes   int // time limit of a task
	Megabytes int // memory of a task
	Exclusive bool
	Run       []string // the command of a task, without --shard
	Options   []string // of sbatch
}

// NewArray returns the job array that computes what a pass lacks, by a command that names the experiments and the folders. tasks is the
// number of tasks; 0 makes tasks of ten minutes of work.
func NewArray(ctx context.Context, p *workflow.Pass, st *store.Store, results string, command []string, tasks, cpus int) (Array, error) {
	a := Array{CPUs: cpus, Run: append(slices.Clone(command), "-j", strconv.Itoa(cpus), "--progress", "plain")}
	if err := st.CheckWritable(); err != nil {
		return a, workflow.With(workflow.RunsFailed, err)
	}
	memory, lacks := p.Memory(cpus)
	if lacks != nil {
		return a, workflow.Errorf(workflow.Data, "%w; run --slurm wants all data there, choose with --only", lacks)
	}
	costs, err := Estimated(ctx, p, st)
	if err != nil {
		return a, err
	}
	work := WorkOf(p, st, costs)
	if work.Left == 0 {
		return a, workflow.Errorf(workflow.Usage, "run --slurm: all %d runs are done; nmfrepro table shows them", len(p.Runs()))
	}
	if tasks == 0 {
		tasks = min(mostTasks, max(1, int(work.Seconds/leastTask.Seconds())/cpus))
	}
	a.Tasks, a.Exclusive = min(tasks, work.Left), work.Alone
	seconds := max(work.Seconds/float64(a.Tasks*cpus), work.Longest)
	a.Minutes = max(leastMinutes, int(math.Ceil(timeFactor*seconds/60))+lateMinutes)
	a.Megabytes = max(leastMemory, int(memoryFactor*float64(memory>>20)))
	folder, err := filepath.Abs(results)
	a.Folder = filepath.Join(folder, ".slurm", time.Now().UTC().Format("20060102-150405.")+strconv.Itoa(os.Getpid()))
	return a, err
}

// Script returns the script of a task. Two minutes before its time is over Slurm tells the script (USR1), which ends the program (TERM):
// what is done is saved, and the task goes back to the queue. A task that is cancelled (TERM) ends when the program has ended.
func (a Array) Script() string {
	lines := []string{
		"--job-name=nmfrepro", fmt.Sprintf("--cpus-per-task=%d", a.CPUs), fmt.Sprintf("--time=%d", a.Minutes), fmt.Sprintf("--mem=%dM", a.Megabytes),
		fmt.Sprintf("--array=1-%d", a.Tasks), "--requeue", "--open-mode=append", fmt.Sprintf("--signal=B:USR1@%d", warning),
		"--output=" + a.Folder + "/task-%a.log",
	}
	if a.Exclusive {
		lines = append(lines, "--exclusive")
	}
	return "#!/bin/sh\n#SBATCH " + strings.Join(lines, "\n#SBATCH ") + fmt.Sprintf(`

i=$SLURM_ARRAY_TASK_ID
over=
trap 'over=1; kill -TERM "$!"' USR1
trap 'kill -TERM "$!"; wait; exit 143' TERM
%s --shard "$i/%d" &
child=$!
[ -z "$over" ] || kill -TERM "$child" # the signal came before the program began
wait "$child"
code=$?
if [ -n "$over" ]; then # the signal ended the wait, not the program
  wait "$child"
  code=$?
fi
if [ -n "$over" ] && [ "$code" -eq 130 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt %d ]; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$i"
  sleep 60 # until Slurm ends this script
fi
exit "$code"
`, list.Join(a.Run, " ", quote), a.Tasks, restarts)
}

// noCluster matches what sbatch says where it finds no controller.
var noCluster = regexp.MustCompile(`(?i)configuration source|unable to contact slurm|slurm backend down|connection refused`)

// Submit writes the script into its folder, gives it to Slurm, and returns the number of the job array.
func (a Array) Submit(ctx context.Context) (job string, err error) {
	script := filepath.Join(a.Folder, "task.sh")
	if err := errors.Join(os.MkdirAll(a.Folder, 0o777), os.WriteFile(script, []byte(a.Script()), 0o777)); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, "sbatch", slices.Concat([]string{"--parsable"}, a.Options, []string{script})...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("there is no sbatch on this machine, want one that can submit jobs; --dry-run shows the script")
	case err != nil && noCluster.MatchString(stderr.String()):
		said := strings.Split(strings.TrimSpace(stderr.String()), "\n")
		return "", fmt.Errorf("no cluster answers here: %s; --dry-run shows the script", said[len(said)-1])
	case err != nil:
		return "", fmt.Errorf("sbatch: %w: %s; --tasks says how many tasks the array has, here %d", err, strings.TrimSpace(stderr.String()), a.Tasks)
	}
	job, _, _ = strings.Cut(strings.TrimSpace(string(out)), ";")
	if _, err := strconv.Atoi(job); err != nil {
		return "", fmt.Errorf("sbatch answers %q, want the number of a job", out)
	}
	return job, nil
}

// Amount returns the flags of a request that say how many runs are computed.
func Amount(req workflow.Request) []string {
	flags := []string{"--profile", req.Profile}
	if req.Replicates > 0 {
		flags = append(flags, "--reps", strconv.Itoa(req.Replicates))
	}
	if req.Seed != nil {
		flags = append(flags, "--seed", strconv.FormatUint(*req.Seed, 10))
	}
	return flags
}

// quote returns a word of a command for a shell.
func quote(arg string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=:,@%+", r)
	}
	if arg != "" && strings.TrimFunc(arg, plain) == "" {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}
