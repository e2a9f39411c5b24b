package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/run"
)

func newPlan(env *console.Env) *cobra.Command {
	var sel console.Selection
	var format string
	cmd := &cobra.Command{
		Use:   "plan ADDRESS...",
		Short: "what would run: units, cached, stale; estimated core time, memory, downloads",
		Long: `Plan shows, for each data set and method, how many units the results folder has (cached), how many it has of an older
version or other options (stale), and what the rest would cost. Core time is estimated from earlier units of the same kind
where there are any, else from the times and iterations of the committed results, else from a few timed steps, for which
there are 20 seconds in all, else from the size of the data. Units whose data is missing are not estimated. Experiments that share units count them once, the first of them.`,
		Example: `  nmfrepro plan pnmf/table3 --profile paper
  nmfrepro plan rpr mcnmf`,
		Args: console.Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			looked, err := sel.Open(env, args, pass.Either)
			if err != nil {
				return err
			}
			env.OfferCarried(looked.OnlyCarried(looked.Plans, true))
			var all []run.Estimate
			planned, budget := map[string]bool{}, run.ProbeBudget
			for _, p := range looked.Plans {
				est, err := p.Estimate(cmd.Context(), env.Store(), planned, &budget)
				if err != nil {
					return err
				}
				all = append(all, est)
			}
			if format == "json" {
				return console.WriteJSON(env.Stdout, all)
			}
			for _, est := range all {
				console.PrintEstimate(env.Stdout, est)
			}
			if len(all) > 1 {
				printTotal(env.Stdout, all)
			}
			return nil
		},
	}
	sel.Bind(cmd)
	console.FormatFlag(cmd, &format)
	return cmd
}

// printTotal adds up several experiments.
func printTotal(w io.Writer, all []run.Estimate) {
	var sum run.Estimate
	for _, e := range all {
		sum.ToRun += e.ToRun
		sum.Waiting += e.Waiting
		sum.CoreSeconds += e.CoreSeconds
		sum.AloneSeconds += e.AloneSeconds
	}
	fmt.Fprintf(w, "all %d experiments: %s\n", len(all), console.ToRun(sum))
}
