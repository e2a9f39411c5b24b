package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	slurm "nmfrepro/experiments/engine/cluster"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/store/whole"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
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
func submit(cmd *cobra.Command, env *Env, req workflow.Request, args []string, tasks, cpus int, dry bool) error {
	addresses, options := beforeDash(cmd, args)
	if cpus < 1 || tasks < 0 {
		return UsageError("-j = %d, --tasks = %d, want ≥ 1", cpus, tasks)
	}
	s := newSubmission(req, addresses)
	s.CPUs, s.Submitted = cpus, time.Now().UTC().Truncate(time.Second)
	p, err := env.Open(req, addresses, workflow.Either)
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
		return workflow.Errorf(workflow.RunsFailed, "%w; %d of 2 jobs are submitted, nmfrepro run cancel %s ends them", err, len(jobs), s.ID)
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
		return none, workflow.With(workflow.RunsFailed, err)
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
		return none, workflow.Errorf(workflow.RunsFailed, "%w", err)
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

// submission is what was given to Slurm, as it stands in .slurm/ID/submission.json of the results.
type submission struct {
	ID         string    `json:"id"`
	Addresses  []string  `json:"addresses"`
	Profile    string    `json:"profile"`
	Replicates int       `json:"replicates,omitempty"`
	Seed       *uint64   `json:"seed,omitempty"`
	Only       []string  `json:"only,omitempty"`
	Tasks      int       `json:"tasks"`
	CPUs       int       `json:"cpus"`
	Submitted  time.Time `json:"submitted"`
}

func newSubmission(req workflow.Request, addresses []string) submission {
	return submission{Addresses: addresses, Profile: req.Profile, Replicates: req.Replicates, Seed: req.Seed, Only: req.Only}
}

// amount are the flags that say how much is computed.
func (s *submission) amount() []string {
	flags := []string{"--profile", s.Profile}
	if s.Replicates > 0 {
		flags = append(flags, "--reps", strconv.Itoa(s.Replicates))
	}
	if s.Seed != nil {
		flags = append(flags, "--seed", strconv.FormatUint(*s.Seed, 10))
	}
	return flags
}

// whereabouts are the program and the flags that name its folders, so that a command does the same wherever it is called.
func whereabouts(env *Env) (program string, flags []string, err error) {
	if program, err = os.Executable(); err != nil {
		return "", nil, err
	}
	data, err := datasets.Folder(env.Data)
	if err != nil {
		return "", nil, err
	}
	for _, f := range []struct{ name, folder string }{{"--results", env.Results}, {"--data", data}, {"--specs", env.Specs}} {
		if f.folder == "" {
			continue
		}
		folder, err := filepath.Abs(f.folder)
		if err != nil {
			return "", nil, err
		}
		flags = append(flags, f.name, folder)
	}
	return program, flags, nil
}

// save writes what is about to be submitted.
func (s *submission) save(a slurm.Array) error {
	err := os.MkdirAll(a.Folder, 0o777)
	if err == nil {
		err = whole.WriteJSON(filepath.Join(a.Folder, "submission.json"), s)
	}
	if err == nil {
		err = a.Write()
	}
	if err != nil {
		err = workflow.Errorf(workflow.RunsFailed, "submit: %w", err)
	}
	return err
}

// submitted finds a submission of the results folder, the last one if none is named.
func submitted(e *Env, args []string) (s submission, folder string, err error) {
	folder = filepath.Join(e.Results, ".slurm")
	if len(args) == 0 {
		entries, err := os.ReadDir(folder)
		if err != nil || len(entries) == 0 {
			return s, "", UsageError("nothing was submitted from the results folder %s", e.Results)
		}
		args = []string{slices.Max(list.Map(entries, os.DirEntry.Name))}
	}
	folder = filepath.Join(folder, filepath.Base(args[0]))
	data, err := os.ReadFile(filepath.Join(folder, "submission.json"))
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return s, "", UsageError("there is no submission %s: %w", args[0], err)
	}
	return s, folder, nil
}

func newStatus(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "status [SUBMISSION]",
		Short: "how far what was submitted to Slurm is: runs done and failed, tasks running and queued, expected end",
		Long: `Status looks at the results folder first and asks the queue second, about the last submission if none is named. Failed runs
are listed by reason and host.`,
		Example: "  nmfrepro run status\n  nmfrepro run status --results /scratch/results",
		Args:    Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, folder, err := submitted(env, args)
			if err != nil {
				return err
			}
			lib, err := workflow.Library(env.Specs, s.Addresses, nil)
			if err != nil {
				return err
			}
			st := env.Store()
			p, err := workflow.Open(lib, st, workflow.Request{
				Addresses: s.Addresses, Kind: workflow.Either, Profile: s.Profile, Named: true, Replicates: s.Replicates, Seed: s.Seed, Only: s.Only, Data: env.Data,
			})
			if err != nil {
				return err
			}
			costs, err := p.Costs(cmd.Context(), st)
			if err != nil {
				return err
			}
			work := p.Work(st, costs)
			fmt.Fprintf(env.Page(), "%s: %s, profile %s, %d tasks with -j %d\n", s.ID, strings.Join(s.Addresses, " "), s.Profile, s.Tasks, s.CPUs)
			fmt.Fprintf(env.Page(), "runs: %d of %d done, %d failed, %d to do\n", work.Done, work.Units, len(work.Failed), work.Left-len(work.Failed))
			firstLines(env, "failed: ", failures(work.Failed))
			return queue(env, cmd.Context(), s, folder, work)
		},
	}
}

// queue tells what Slurm has of a submission and when that will end.
func queue(e *Env, ctx context.Context, s submission, folder string, work workflow.Work) error {
	jobs, err := slurm.Jobs(folder)
	if err != nil {
		return err
	}
	states, err := slurm.Queue(ctx, jobs)
	if err != nil {
		return workflow.Errorf(workflow.RunsFailed, "%w", err)
	}
	fmt.Fprintf(e.Page(), "queue: %s (jobs %s)\n", cmp.Or(strings.ToLower(reports.CountsText(states)), "nothing"), strings.Join(jobs, ", "))
	switch running := states["RUNNING"]; {
	case work.Left == 0:
	case running > 0:
		fmt.Fprintf(e.Page(), "end: in %s with %d tasks running\n", About(work.Seconds/float64(running*s.CPUs)), running)
	case len(states) == 0:
		fmt.Fprintln(e.Stdout, "nothing is queued: nmfrepro run --slurm goes on from here")
	}
	return nil
}

// failures are the reasons of failed runs by host, the most frequent first.
func failures(heads []store.Head) []string {
	counts := list.Count(heads, func(h store.Head) string { return strings.TrimSuffix(h.Reason+" on "+h.Provenance.Host, " on ") })
	reasons := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	return list.Map(reasons, func(reason string) string { return fmt.Sprintf("%d × %s", counts[reason], reason) })
}

func newCancel(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "cancel [SUBMISSION]",
		Short: "end what was submitted to Slurm; results stay",
		Long: `Cancel ends the jobs of a submission, the last one if none is named. Runs that are done stay in the results folder, and
run --slurm goes on from there.`,
		Example: "  nmfrepro run cancel",
		Args:    Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, folder, err := submitted(env, args)
			if err != nil {
				return err
			}
			jobs, err := slurm.Jobs(folder)
			if err == nil {
				err = slurm.Cancel(cmd.Context(), jobs)
			}
			if err != nil {
				return workflow.Errorf(workflow.RunsFailed, "%w", err)
			}
			fmt.Fprintf(env.Stdout, "%s: jobs %s are cancelled\n", s.ID, strings.Join(jobs, ", "))
			return nil
		},
	}
}
