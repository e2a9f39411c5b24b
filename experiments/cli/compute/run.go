// Package compute is the verbs that run units, here or on a cluster, and those that keep the folders of their results.
package compute

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// Verbs are the commands.
var Verbs = []func(*console.Env) *cobra.Command{
	newCancel, newCheck, newMerge, newPack, newPlan, newRun, newStatus, newSubmit,
}

func newRun(env *console.Env) *cobra.Command {
	var (
		flags         console.Computation
		shard         string
		wait, isolate bool
		undecided     bool
		budget        time.Duration
	)
	cmd := &cobra.Command{
		Use:   "run ADDRESS...",
		Short: "compute the units that are missing; a run that was killed goes on where it was",
		Long: `Run computes the units of the addressed experiments that the results folder lacks. Units that failed are tried again.
Data that is absent is reported; its units are left out.

Several processes, on one machine or on many, may share a results folder; run leaves units that another process holds to that
one, or with --wait waits for them. With --shard i/n, shard i of n computes its share: units are dealt longest first by the
estimates of plan, ties by key, so that n processes with i from 1 to n, or from 0 to n-1, do everything between them. A shard
that is done takes what is left of the others', so that none is waited for and a shard that dies is made up for.

With --until-decided, replicates are added where a verdict or a contrast can still change, doubled at most from one look to the
next, those first that tell most for their time, as far as --budget goes. Looking repeatedly is paid for: the k-th look is at
the level of 5 % divided by 2 to the k-th, as verify --looks judges afterwards. plan --until-decided says what the first look takes.

A unit that needs more memory than --memory allows fails alone, and units run side by side while the sum of what they are
estimated to need is within it. With --isolate, what no estimate sees ends nothing but its unit either; programs of solvers in
other languages are processes of their own in any case.`,
		Example: `  nmfrepro run pnmf/table3
  nmfrepro run pnmf -j 2 --profile paper
  nmfrepro run pnmf/table3:dataset=iris,method=pnmf --reps 3
  nmfrepro run rpr/table2 --profile paper --shard 3/16
  nmfrepro run pnmf/table3:dataset=iris --until-decided --budget 10m`,
		Args: console.Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			flags.Leave = !wait
			if key := os.Getenv(envUnit); key != "" {
				p, err := flags.Open(env, args, pass.Either)
				if err = errors.Join(err, cmd.Flags().Set("progress", "none")); err != nil {
					return err
				}
				return p.RunUnit(cmd.Context(), flags.Runner(env), key)
			}
			if isolate {
				flags.Apart = apart
			}
			if shared := cmd.Flags().Changed("shard"); shared || undecided {
				kind := pass.Tables
				if shared {
					kind = pass.Either
				}
				if err := flags.Validate(); err != nil {
					return err
				}
				p, err := flags.Open(env, args, kind)
				if err != nil {
					return err
				}
				if shared {
					return console.RunShard(cmd.Context(), env, p, flags.Runner(env), shard)
				}
				return p.UntilDecided(cmd.Context(), flags.Runner(env), budget, func(line string) { fmt.Fprintln(env.Page(), line) })
			}
			p, later, err := flags.Computed(cmd.Context(), env, args, pass.Either)
			if err != nil {
				return err
			}
			if p.Held > 0 {
				fmt.Fprintf(env.Stderr, "%s left to other processes, which hold them; --wait waits for them\n", reports.Count(p.Held, "unit"))
			}
			for _, plan := range p.Plans {
				fmt.Fprintln(env.Page(), summary(plan, p.Set))
			}
			return later
		},
	}
	flags.Bind(cmd)
	cmd.Flags().StringVar(&shard, "shard", "", "compute the i-th of n shares, as 3/16, then what is left of the others")
	cmd.Flags().BoolVar(&undecided, "until-decided", false, "add replicates where a verdict or a contrast can still change")
	cmd.Flags().DurationVar(&budget, "budget", time.Hour, "with --until-decided, the time for it, as 2h")
	cmd.Flags().BoolVar(&wait, "wait", false, "wait for units that other processes hold")
	cmd.Flags().BoolVar(&isolate, "isolate", false, "compute each unit in a process of its own: one that is killed, as for want of memory, is one failed unit")
	return cmd
}

// envUnit is in the environment of a process that computes one unit for another: the unit's key.
const envUnit = "NMFREPRO_UNIT"

// apart is this command once more, for one unit.
func apart(ctx context.Context, key string) *exec.Cmd {
	program, err := os.Executable()
	if err != nil {
		program = os.Args[0]
	}
	cmd := exec.CommandContext(ctx, program)
	cmd.Args, cmd.Env = os.Args, append(os.Environ(), envUnit+"="+key)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	return cmd
}

// summary is one line on the state of a plan.
func summary(p *run.Plan, set *store.Set) string {
	counts := map[reports.Status]int{}
	for _, j := range p.Units {
		status := reports.Pending
		if rec, ok := set.Get(j.Unit.Experiment, j.Key); ok {
			status = rec.Status
		}
		counts[status]++
	}
	line := fmt.Sprintf("%s (%s): %d units", p.Spec.Address, p.Profile, len(p.Units))
	sep := ": "
	for _, s := range []reports.Status{reports.OK, reports.Skipped, reports.Failed, reports.Pending} {
		if counts[s] > 0 {
			line += fmt.Sprintf("%s%d %s", sep, counts[s], s)
			sep = ", "
		}
	}
	for _, s := range p.Sources {
		if s.Err != nil {
			line += fmt.Sprintf("\n  %s: %v", s.Key, s.Err)
		}
	}
	return line
}
