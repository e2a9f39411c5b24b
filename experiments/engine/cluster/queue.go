package cluster

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Limits are what a cluster takes of one user; 0 is not known.
type Limits struct {
	ArraySize int // MaxArraySize: indices are below it
	Submit    int // MaxSubmitJobs of the user's association, where there is accounting
}

// ReadLimits asks the cluster.
func ReadLimits(ctx context.Context) (Limits, error) {
	config, err := command(ctx, "scontrol", "show", "config")
	if err != nil {
		return Limits{}, err
	}
	l := Limits{ArraySize: firstNumber(regexp.MustCompile(`(?m)^MaxArraySize\s*=\s*(\d+)`), config)}
	if user := os.Getenv("USER"); user != "" { // a cluster without accounting has no such limit
		if out, err := command(ctx, "sacctmgr", "-nP", "show", "assoc", "user="+user, "format=MaxSubmitJobs"); err == nil {
			l.Submit = firstNumber(regexp.MustCompile(`(?m)^(\d+)`), out)
		}
	}
	return l, nil
}

func firstNumber(re *regexp.Regexp, text string) int {
	if m := re.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1])
		return n
	}
	return 0
}

// Most returns the largest number of tasks of one array beside its last job; 0 is not known.
func (l Limits) Most() int {
	least := min(cmp.Or(l.ArraySize, math.MaxInt), cmp.Or(l.Submit, math.MaxInt))
	if least == math.MaxInt {
		return 0
	}
	return max(1, least-1)
}

// Write writes the scripts into the folder of the submission.
func (a Array) Write() error {
	for name, text := range map[string]string{TaskScript: a.Task(), LastScript: a.LastJob()} {
		if err := os.WriteFile(filepath.Join(a.Folder, name), []byte(text), 0o777); err != nil {
			return err
		}
	}
	return nil
}

// Submit gives the scripts to Slurm. What was submitted stands in the folder at once, so that it is known, and can be
// cancelled, when the rest fails.
func (a Array) Submit(ctx context.Context) (jobs []string, err error) {
	var after []string
	for _, job := range []struct{ kind, script string }{{"array", TaskScript}, {"last", LastScript}} {
		args := append(append([]string{"--parsable"}, a.Options...), after...)
		out, err := command(ctx, "sbatch", append(args, filepath.Join(a.Folder, job.script))...)
		if err != nil {
			return jobs, err
		}
		id, _, _ := strings.Cut(strings.TrimSpace(out), ";")
		if _, err := strconv.Atoi(id); err != nil {
			return jobs, fmt.Errorf("sbatch answers %q, want the number of a job", out)
		}
		jobs = append(jobs, id)
		if err := note(a.Folder, job.kind+" "+id); err != nil {
			return jobs, err
		}
		after = []string{"--dependency=afterany:" + id}
	}
	return jobs, nil
}

func note(folder, line string) error {
	f, err := os.OpenFile(filepath.Join(folder, jobsFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.WriteString(line + "\n")
	return errors.Join(err, f.Close())
}

// Jobs returns the numbers of the jobs of a submission, those that came later too.
func Jobs(folder string) ([]string, error) {
	data, err := os.ReadFile(filepath.Join(folder, jobsFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var ids []string
	for line := range strings.Lines(string(data)) {
		if _, id, found := strings.Cut(strings.TrimSpace(line), " "); found {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// Queue counts the tasks and jobs that Slurm still has by their state, as RUNNING and PENDING.
func Queue(ctx context.Context, jobs []string) (map[string]int, error) {
	states := map[string]int{}
	if len(jobs) == 0 {
		return states, nil
	}
	out, err := command(ctx, "squeue", "-h", "-r", "-j", strings.Join(jobs, ","), "-o", "%T")
	if err != nil && !strings.Contains(err.Error(), "Invalid job id") { // it has forgotten all of them
		return nil, err
	}
	for _, state := range strings.Fields(out) {
		states[state]++
	}
	return states, nil
}

// Cancel ends jobs.
func Cancel(ctx context.Context, jobs []string) error {
	if len(jobs) == 0 {
		return nil
	}
	_, err := command(ctx, "scancel", jobs...)
	return err
}

// command runs a program of Slurm and returns what it prints.
func command(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf("slurm: there is no %s on this machine, want one that can submit jobs; --dry-run shows the scripts", name)
	case err != nil:
		return string(out), fmt.Errorf("slurm: %s: %w: %s", name, err, strings.TrimSpace(stderr.String()))
	}
	return string(out), nil
}
