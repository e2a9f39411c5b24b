package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
)

// running is a call of run.
type running struct {
	env *Env
	req workflow.Request

	shard                  string
	wait, isolate, onSlurm bool
	plan                   planning
	tasks                  int
}

func newRun(env *Env) *cobra.Command {
	r := running{env: env}
	cmd := &cobra.Command{
		Use:   "run ADDRESS... [-- SBATCH OPTIONS]",
		Short: "compute what is missing; a computation that was killed goes on where it was",
		Long: `Run makes the runs of the addressed experiments that the results folder lacks: one run is one method on one draw of the data with one
seed. Runs that failed are tried again. Runs whose data is absent are left out, and a line says so.

Several processes, on one machine or on many, may share a results folder. A process skips runs that another is computing, or
with --wait waits for them. With --shard i/n, shard i of n computes its share; i counts from 1 to n, or from 0 to n-1. A shard that
is done takes what is left of the others', so a slow or dead shard delays nothing.

A run that needs more memory than --memory allows fails alone. Runs go on side by side while the sum of what they are estimated to need
is within it. With --isolate each run has a process of its own.

With --dry-run nothing runs. For each data set and method it shows how many runs the results folder has (cached), how many it has of an
older version or other options (stale), and what the rest would cost. The estimate comes from earlier runs of the same kind, else
from those of the same solver in any experiment of the folder, else from the committed results, else from the size of the data, which
is right within a factor of ten. As JSON it lists every run: its address, command, core seconds and memory.

With --slurm the work goes to a cluster: a job array whose tasks are shards on one results folder. There are as many tasks as have ten
minutes of work each. Two minutes before its time is over a task saves what it has and goes back to the queue. squeue and scancel of
Slurm show and end it; what is left is computed by the same command once more. Script and logs lie in the folder .slurm of the results.
What follows -- goes to sbatch, as -- --partition=long. With --dry-run the script is shown.`,
		Example: `  nmfrepro run pnmf/table3
  nmfrepro run pnmf -j 2 --profile paper
  nmfrepro run pnmf/table3:dataset=iris,method=pnmf --reps 3
  nmfrepro run rpr/table2 --profile paper --shard 3/16
  nmfrepro run rpr mcnmf --dry-run
  nmfrepro run rpr/table2 --profile paper --slurm`,
		Args: func(cmd *cobra.Command, args []string) error {
			own, _ := beforeDash(cmd, args)
			return argumentCount(1, -1)(cmd, own)
		},
		RunE: r.do,
	}
	computeFlags(cmd, &r.req)
	cmd.Flags().StringVar(&r.shard, "shard", "", "compute the i-th of n shares, as 3/16, then what is left of the others")
	cmd.Flags().BoolVar(&r.wait, "wait", false, "wait for runs that other processes hold")
	cmd.Flags().BoolVar(&r.onSlurm, "slurm", false, "submit a job array to Slurm instead")
	cmd.Flags().IntVar(&r.tasks, "tasks", 0, "with --slurm, tasks of the array; if 0, as many as have ten minutes of work")
	r.plan.bind(cmd)
	cmd.AddCommand(newMerge(env), newExport(env))
	cmd.Flags().BoolVar(&r.isolate, "isolate", false,
		"make each run in a process of its own: one that is killed, as for want of memory, is one failed run")
	return cmd
}

// do computes what the arguments name, or has it computed by a queue, or says what it would cost.
func (r *running) do(cmd *cobra.Command, args []string) error {
	if r.onSlurm {
		cpus := 1 // a task asks for as many cores
		if cmd.Flags().Changed("jobs") {
			cpus = r.req.How.Workers
		}
		return submit(cmd, r.env, r.req, args, r.tasks, cpus, r.plan.dry)
	}
	if _, rest := beforeDash(cmd, args); rest != nil {
		return usageError("run: options behind -- are those of sbatch and want --slurm")
	}
	if r.plan.dry {
		return r.plan.show(cmd.Context(), r.env, r.req, args)
	}
	r.req.How.Leave = !r.wait
	if key := os.Getenv(envRun); key != "" {
		return r.one(cmd, args, key)
	}
	if r.isolate {
		r.req.How.Apart = apart
	}
	if cmd.Flags().Changed("shard") {
		p, err := r.env.Open(r.req, args, workflow.Either)
		if err != nil {
			return err
		}
		if err := r.req.How.Permit(p.Plans); err != nil {
			return err
		}
		return r.env.runShard(cmd.Context(), p, r.env.request(r.req, args, workflow.Either).Runner(), r.shard)
	}
	return r.all(cmd.Context(), args)
}

// one computes the run with a key, for another process.
func (r *running) one(cmd *cobra.Command, args []string, key string) error {
	p, err := r.env.Open(r.req, args, workflow.Either)
	if err = errors.Join(err, valueOf(cmd.Flags().Lookup("progress")).Set("none")); err != nil {
		return err
	}
	runner := r.env.request(r.req, args, workflow.Either).Runner()
	runner.Store = r.env.StoreAt(os.Getenv(envFolder))
	return p.RunOne(cmd.Context(), runner, key)
}

// all computes everything that is missing, and says how each plan stands.
func (r *running) all(ctx context.Context, args []string) error {
	done, err := r.env.Reproduce(ctx, r.req, args, workflow.Either, workflow.Records)
	if err != nil {
		return err
	}
	p := done.Pass
	if p.Held > 0 {
		fmt.Fprintf(r.env.Stderr, "%s left to other processes, which hold them; --wait waits for them\n", result.Count(p.Held, "run"))
	}
	for _, plan := range p.Plans {
		fmt.Fprintln(r.env.Page(), summary(plan, p.Records))
	}
	return done.Later
}

// Variables of a process that computes one run for another: the run's key, and the file of its record.
const envRun, envFolder = "NMFREPRO_UNIT", "NMFREPRO_UNIT_RESULTS"

// apart returns this command once more, for one run.
func apart(ctx context.Context, key, folder string) *exec.Cmd {
	program, err := os.Executable()
	if err != nil {
		program = os.Args[0]
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Args, cmd.Env = os.Args, append(os.Environ(), envRun+"="+key, envFolder+"="+folder)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	return cmd
}

// summary returns one line on the state of a plan.
func summary(p *run.Plan, set *store.Records) string {
	counts := p.Statuses(set)
	found := list.Filter(result.RunStatuses, func(s result.Status) bool { return counts[s] > 0 })
	line := fmt.Sprintf("%s (%s): %d runs: ", p.Spec.Address, p.Profile, len(p.Runs)) +
		list.Join(found, ", ", func(s result.Status) string { return fmt.Sprintf("%d %s", counts[s], s) })
	line = strings.TrimSuffix(line, ": ") // of a plan without runs
	for _, s := range p.Sources {
		if s.Err != nil {
			line += fmt.Sprintf("\n  %s: %v", s.Key, s.Err)
		}
	}
	return line
}
