package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

func newRun(env *console.Env) *cobra.Command {
	var (
		flags console.Computation
		shard string
		wait  bool
	)
	cmd := &cobra.Command{
		Use:   "run ADDRESS...",
		Short: "compute the units that are missing; a run that was killed goes on where it was",
		Long: `Run computes the units of the addressed experiments that the results folder lacks. Units that failed are tried again.
Data that is absent is reported; its units are left out.

Several processes, on one machine or on many, may share a results folder; run leaves units that another process holds to that
one, or with --wait waits for them. With --shard i/n, shard i of n computes its share: units are dealt longest first by the
estimates of plan, ties by key, so that n processes with i from 1 to n do everything between them. A shard that is done takes
what is left of the others', so that none is waited for and a shard that dies is made up for.`,
		Example: `  nmfrepro run pnmf/table3
  nmfrepro run pnmf -j 2 --profile paper
  nmfrepro run pnmf/table3:dataset=iris,method=pnmf --reps 3
  nmfrepro run rpr/table2 --profile paper --shard 3/16`,
		Args: console.Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			flags.Leave = !wait
			if cmd.Flags().Changed("shard") {
				return runShard(cmd.Context(), env, &flags, args, shard)
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
	cmd.Flags().BoolVar(&wait, "wait", false, "wait for units that other processes hold")
	return cmd
}

// runShard computes one share of what the addresses ask for.
func runShard(ctx context.Context, env *console.Env, c *console.Computation, addresses []string, text string) error {
	s, err := run.ParseShard(text)
	if err != nil {
		return console.UsageError("--shard: %w", err)
	}
	if err := c.Validate(); err != nil {
		return err
	}
	p, err := c.Open(env, addresses, pass.Either)
	if err != nil {
		return err
	}
	share, err := p.RunShard(ctx, c.Runner(env), s)
	if err != nil {
		return err
	}
	fmt.Fprintln(env.Page(), share)
	return share.Exit()
}

// summary is one line on the state of a plan.
func summary(p *run.Plan, set *store.Set) string {
	counts := map[reports.Status]int{}
	for _, j := range p.Units {
		rec, ok := set.Get(j.Unit.Experiment, j.Key)
		if !ok {
			rec.Status = reports.Pending
		}
		counts[rec.Status]++
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
