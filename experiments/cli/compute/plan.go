package compute

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/run/cost"
	"nmfrepro/reports"
)

func newPlan(env *console.Env) *cobra.Command {
	var sel console.Selection
	var format string
	var cores []int
	var limit time.Duration
	var undecided bool
	cmd := &cobra.Command{
		Use:   "plan ADDRESS...",
		Short: "what would run: units, cached, stale; estimated core time, memory, downloads",
		Long: `Plan shows, for each data set and method, how many units the results folder has (cached), how many it has of an older
version or other options (stale), and what the rest would cost. Core time is estimated from earlier units of the same kind
where there are any, else from the times and iterations of the committed results, else from a few timed steps, for which
there are 20 seconds in all, else from the size of the data. Units whose data is missing are not estimated. Experiments that share units count them once, the first of them.

With --cores, it says what so many shards of a core each make of what is to run (see --shard of run): when the last of them
ends, which part of the cores' time is work, and what bounds it: the mean of the cores, or the longest unit, which nothing
shortens. With --time-limit, that of a queue's tasks, it counts how often tasks are started again and what they lose.

As JSON, work lists every unit to run: the address and the command of it alone, its core seconds and memory, for schedulers of
other kinds. Units of a second are better run as shards.`,
		Example: `  nmfrepro plan pnmf/table3 --profile paper
  nmfrepro plan rpr mcnmf
  nmfrepro plan rpr --profile paper --cores 1,16,256,1000 --time-limit 4h`,
		Args: console.Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			looked, err := sel.Open(env, args, pass.Either)
			if err != nil {
				return err
			}
			if err := checkCores(cores, limit); err != nil {
				return err
			}
			if undecided {
				return planUndecided(cmd.Context(), env, looked)
			}
			var all []cost.Estimate
			var carried []string
			planned, budget := map[string]bool{}, cost.ProbeBudget
			for _, p := range looked.Plans {
				est, err := cost.Of(cmd.Context(), p, env.Store(), planned, &budget)
				if err != nil {
					return err
				}
				all = append(all, est)
				if est.Waiting > 0 && looked.Carries(p) {
					carried = append(carried, p.Spec.Address)
				}
			}
			env.OfferCarried(carried)
			if cores != nil {
				return printSchedules(env, looked, all, cores, limit, format)
			}
			if format == "json" {
				if err := addCommands(env, newSubmission(sel, args), all); err != nil {
					return err
				}
				return console.WriteJSON(env.Stdout, all)
			}
			for _, est := range all {
				console.PrintEstimate(env.Page(), est)
			}
			if len(all) > 1 {
				printTotal(env.Page(), all)
			}
			return nil
		},
	}
	sel.Bind(cmd)
	console.FormatFlag(cmd, &format)
	cmd.Flags().IntSliceVar(&cores, "cores", nil, "simulate shards on so many cores, as 1,16,256")
	cmd.Flags().BoolVar(&undecided, "until-decided", false, "what the first look of run --until-decided would add")
	cmd.Flags().DurationVar(&limit, "time-limit", 0, "with --cores, of a task of the queue, as 4h")
	return cmd
}

// planUndecided prints the replicates that could tell more, those first that tell most for their time.
func planUndecided(ctx context.Context, env *console.Env, looked *pass.Pass) error {
	for _, p := range looked.Plans {
		open, err := looked.Undecided(ctx, env.Store(), p, p.Replicates, 1)
		if err != nil {
			return err
		}
		if first := len(p.Missing(looked.Set)); first > 0 {
			fmt.Fprintf(env.Page(), "%s: %s first, of %d replicates; see plan without --until-decided\n", p.Address(), reports.Count(first, "unit"), p.Replicates)
		}
		seconds := 0.0
		for _, o := range open {
			seconds += o.Seconds
			fmt.Fprintf(env.Page(), "  %s: %d to %d replicates, %s, for %s\n", strings.Join(strings.Fields(fmt.Sprint(o.Dataset, " ", o.Rank, " ", o.Method, " ", o.Variant)), " "),
				o.Have, o.Want, console.Seconds(o.Seconds, 1), reports.Count(o.Tells, "open question"))
		}
		fmt.Fprintf(env.Page(), "%s: %s of core time until the second look\n", p.Address(), console.Seconds(seconds, 1))
	}
	return nil
}

// printTotal adds up several experiments.
func printTotal(w io.Writer, all []cost.Estimate) {
	var sum cost.Estimate
	for _, e := range all {
		sum.Add(e.Counts)
		sum.AloneSeconds += e.AloneSeconds
	}
	fmt.Fprintf(w, "all %d experiments: %s\n", len(all), console.ToRun(sum))
}
