package cli

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/slurm"
	"nmfrepro/experiments/workflow"
)

// What is asked of a cluster beyond the estimates.
const (
	leastTask    = 10 * time.Minute // of work, so that the queue is worth it
	timeFactor   = 2                // of the estimated time, and lateMinutes more
	lateMinutes  = 5
	leastMinutes = 15
	memoryFactor = 1.5
	leastMemory  = 512 // MB
)

// submit makes a job array of Slurm of what the addresses lack and submits it; dry prints the scripts instead.
func submit(cmd *cobra.Command, env *Env, sel Selection, args []string, tasks, cpus int, dry bool) error {
	addresses, options := beforeDash(cmd, args)
	if cpus < 1 || tasks < 0 {
		return UsageError("-j = %d, --tasks = %d, want ≥ 1", cpus, tasks)
	}
	s := newSubmission(sel, addresses)
	s.CPUs, s.Submitted = cpus, time.Now().UTC().Truncate(time.Second)
	p, err := sel.Open(env, addresses, workflow.Either)
	if err != nil {
		return err
	}
	a, err := s.array(cmd.Context(), env, p, tasks, options, dry)
	if err != nil {
		return err
	}
	if dry {
		fmt.Fprintf(env.Stdout, "%s\n%s", a.Task(), a.LastJob())
		return nil
	}
	if err := s.save(a); err != nil {
		return err
	}
	jobs, err := a.Submit(cmd.Context())
	if err != nil {
		return workflow.Errorf(workflow.Units, "%w; %d of 2 jobs are submitted, nmfrepro run cancel %s ends them", err, len(jobs), s.ID)
	}
	fmt.Fprintf(env.Stdout, "%s: array %s of %d tasks, %s each with -j %d and %d MB; job %s renders into %s\n", s.ID, jobs[0], a.Tasks,
		time.Duration(a.Minutes)*time.Minute, a.CPUs, a.Megabytes, jobs[1], a.Folder)
	return nil
}

// beforeDash parts the arguments at --.
func beforeDash(cmd *cobra.Command, args []string) (own, rest []string) {
	if at := cmd.ArgsLenAtDash(); at >= 0 {
		return args[:at], args[at:]
	}
	return args, nil
}

// array makes the scripts that compute what a pass lacks.
func (s *submission) array(ctx context.Context, env *Env, p *workflow.Pass, tasks int, options []string, dry bool) (slurm.Array, error) {
	var none slurm.Array
	st := env.Store()
	if err := st.CheckWritable(); err != nil {
		return none, &workflow.Error{Code: workflow.Units, Err: err}
	}
	memory, lacks := p.Memory(s.CPUs)
	if lacks != nil {
		return none, workflow.Errorf(workflow.Data, "%w; run --slurm wants all data there, choose with --only", lacks)
	}
	costs, err := p.Estimated(ctx, st)
	if err != nil {
		return none, err
	}
	work := p.Work(st, costs)
	if work.Left == 0 {
		return none, UsageError("submit: all %d runs are done; nmfrepro table shows them", work.Units)
	}
	limits, err := slurm.ReadLimits(ctx)
	if err != nil && !dry {
		return none, workflow.Errorf(workflow.Units, "%w", err)
	}
	most := limits.Most()
	if tasks > 0 && most > 0 && tasks > most {
		return none, UsageError("--tasks = %d, want at most %d on this cluster (MaxArraySize %d, MaxSubmitJobs %d)", tasks, most, limits.ArraySize, limits.Submit)
	}
	if tasks == 0 {
		tasks = max(1, int(work.Seconds/leastTask.Seconds())/s.CPUs)
		if most > 0 {
			tasks = min(tasks, most)
		}
	}
	tasks = min(tasks, work.Left)
	seconds := max(work.Seconds/float64(tasks*s.CPUs), work.Longest)
	folder, err := filepath.Abs(env.Results)
	if err != nil {
		return none, err
	}
	if work.Alone {
		fmt.Fprintln(env.Stderr, "seconds are reported: whole nodes are asked for; name one kind of node after --, as -- --constraint=NAME, so that they compare")
	}
	s.ID = s.Submitted.Format("20060102-150405.") + strconv.Itoa(os.Getpid())
	s.Tasks = tasks
	a := slurm.Array{
		Folder: filepath.Join(folder, ".slurm", s.ID), Tasks: tasks, CPUs: s.CPUs, Exclusive: work.Alone, Options: options,
		Minutes:   max(leastMinutes, int(math.Ceil(timeFactor*seconds/60))+lateMinutes),
		Megabytes: max(leastMemory, int(memoryFactor*float64(memory>>20))),
	}
	return a, s.commands(env, p, &a)
}

// commands are those of the tasks and of the last job, with nothing left to the folder or the environment that they run in.
func (s *submission) commands(env *Env, p *workflow.Pass, a *slurm.Array) error {
	program, shared, err := whereabouts(env)
	if err != nil {
		return err
	}
	amount := s.amount()
	for _, only := range s.Only {
		amount = append(amount, "--only", only)
	}
	threads := []string{"-j", strconv.Itoa(s.CPUs), "--progress", "plain"}
	a.Run = slices.Concat([]string{program, "run"}, s.Addresses, amount, threads, shared)
	var tables, figures, papers []string
	for _, plan := range p.Plans {
		if len(plan.Spec.Panels) > 0 && !slices.Contains(tables, plan.Spec.Address) {
			tables = append(tables, plan.Spec.Address)
		}
		if len(plan.Spec.Plots) > 0 {
			figures = append(figures, plan.Spec.Address)
		}
		if paper, _ := p.Lib.PaperOf(plan.Spec); paper != nil && !slices.Contains(papers, paper.Key) {
			papers = append(papers, paper.Key)
		}
	}
	a.Last = append(a.Last, slurm.Command{Args: a.Run})
	last := func(verb string, what, flags []string, file string) {
		if len(what) == 0 {
			return
		}
		c := slurm.Command{Args: slices.Concat([]string{program, verb}, what, flags, shared)}
		if file = a.Folder + "/" + file; verb == "verify" {
			c.Into = file
		} else {
			c.Args = append(c.Args, "-o", file)
		}
		a.Last = append(a.Last, c)
	}
	amount = append(amount, threads...)
	given := func(addresses []string) []string { // an address that narrows an experiment down is kept as it was given
		if len(addresses) > 0 && slices.ContainsFunc(s.Addresses, func(text string) bool { return strings.Contains(text, ":") }) {
			return s.Addresses
		}
		return addresses
	}
	last("table", given(tables), amount, "table.md")
	last("verify", given(tables), amount, "verify.txt")
	last("figure", given(figures), amount, "figures/")
	last("report", papers, []string{"--profile", s.Profile}, "site")
	return nil
}
