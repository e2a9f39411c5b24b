package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/engine/cluster"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
)

// submit makes a job array of Slurm of what the addresses lack and submits it; dry prints the scripts instead.
func submit(cmd *cobra.Command, env *Env, req workflow.Request, args []string, tasks, cpus int, dry bool) error {
	addresses, options := beforeDash(cmd, args)
	if cpus < 1 || tasks < 0 {
		return usageError("-j = %d, --tasks = %d, want ≥ 1", cpus, tasks)
	}
	s := cluster.NewSubmission(req, addresses)
	s.CPUs, s.Submitted = cpus, time.Now().UTC().Truncate(time.Second)
	p, err := env.Open(req, addresses, workflow.Either)
	if err != nil {
		return err
	}
	at, err := programHere(env)
	if err != nil {
		return err
	}
	a, err := s.Plan(cmd.Context(), p, at, tasks, options, dry)
	if err != nil {
		return err
	}
	if a.Exclusive {
		fmt.Fprintln(env.Stderr,
			"seconds are reported: whole nodes are asked for; name one kind of node after --, as -- --constraint=NAME, so that they compare")
	}
	if dry {
		fmt.Fprintf(env.Stdout, "%s\n%s", a.Task(), a.LastJob())
		return nil
	}
	if err := s.Save(a); err != nil {
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

// programHere returns this program, with the flags and folders of a command.
func programHere(env *Env) (cluster.Program, error) {
	program, flags, err := whereabouts(env)
	return cluster.Program{Path: program, Flags: flags, Results: env.Results, Store: env.Store()}, err
}

// whereabouts returns the program and the flags that name its folders, so that a command does the same wherever it is called.
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

func newStatus(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "status [SUBMISSION]",
		Short: "how far what was submitted to Slurm is: runs done and failed, tasks running and queued, expected end",
		Long: `Status looks at the results folder first and asks the queue second, about the last submission if none is named. Failed runs
are listed by reason and host.`,
		Example: "  nmfrepro run status\n  nmfrepro run status --results /scratch/results",
		Args:    argumentCount(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, folder, err := cluster.Submitted(env.Results, args)
			if err != nil {
				return err
			}
			lib, err := workflow.Library(env.Specs, s.Addresses, nil)
			if err != nil {
				return err
			}
			st := env.Store()
			p, err := workflow.Open(lib, st, workflow.Request{Addresses: s.Addresses, Kind: workflow.Either,
				Amount: workflow.Amount{Profile: s.Profile, Named: true, Replicates: s.Replicates, Seed: s.Seed, Only: s.Only},
				Lookup: workflow.Lookup{Data: env.Data}})
			if err != nil {
				return err
			}
			costs, err := cluster.Costs(cmd.Context(), p, st)
			if err != nil {
				return err
			}
			work := cluster.WorkOf(p, st, costs)
			fmt.Fprintf(env.Page(), "%s: %s, profile %s, %d tasks with -j %d\n", s.ID, strings.Join(s.Addresses, " "), s.Profile, s.Tasks, s.CPUs)
			fmt.Fprintf(env.Page(), "runs: %d of %d done, %d failed, %d to do\n", work.Done, work.Runs, len(work.Failed),
				work.Left-len(work.Failed))
			firstLines(env, "failed: ", cluster.Failures(work.Failed))
			return queue(env, cmd.Context(), s, folder, work)
		},
	}
}

// queue tells what Slurm has of a submission and when that will end.
func queue(e *Env, ctx context.Context, s cluster.Submission, folder string, work cluster.Work) error {
	jobs, err := cluster.Jobs(folder)
	if err != nil {
		return err
	}
	states, err := cluster.Queue(ctx, jobs)
	if err != nil {
		return workflow.Errorf(workflow.RunsFailed, "%w", err)
	}
	fmt.Fprintf(e.Page(), "queue: %s (jobs %s)\n", cmp.Or(strings.ToLower(reports.CountsText(states)), "nothing"), strings.Join(jobs, ", "))
	switch running := states["RUNNING"]; {
	case work.Left == 0:
	case running > 0:
		fmt.Fprintf(e.Page(), "end: in %s with %d tasks running\n", about(work.End(running, s.CPUs)), running)
	case len(states) == 0:
		fmt.Fprintln(e.Stdout, "nothing is queued: nmfrepro run --slurm goes on from here")
	}
	return nil
}

func newCancel(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "cancel [SUBMISSION]",
		Short: "end what was submitted to Slurm; results stay",
		Long: `Cancel ends the jobs of a submission, the last one if none is named. Runs that are done stay in the results folder, and
run --slurm goes on from there.`,
		Example: "  nmfrepro run cancel",
		Args:    argumentCount(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, folder, err := cluster.Submitted(env.Results, args)
			if err != nil {
				return err
			}
			jobs, err := cluster.Jobs(folder)
			if err == nil {
				err = cluster.Cancel(cmd.Context(), jobs)
			}
			if err != nil {
				return workflow.Errorf(workflow.RunsFailed, "%w", err)
			}
			fmt.Fprintf(env.Stdout, "%s: jobs %s are cancelled\n", s.ID, strings.Join(jobs, ", "))
			return nil
		},
	}
}
