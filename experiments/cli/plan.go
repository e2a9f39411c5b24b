package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
)

// planning is the flags of run --dry-run.
type planning struct {
	dry    bool
	format string
	cores  []int
	limit  time.Duration
}

func (pl *planning) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVarP(&pl.dry, "dry-run", "n", false, "show what would run and what it would cost, and run nothing")
	FormatFlag(cmd, &pl.format)
	f.IntSliceVar(&pl.cores, "cores", nil, "with --dry-run, simulate shards on so many cores, as 1,16,256")
	f.DurationVar(&pl.limit, "time-limit", 0, "with --cores, of a task of the queue, as 4h")
}

// show prints what would run.
func (pl *planning) show(ctx context.Context, env *Env, sel Selection, args []string, undecided bool) error {
	looked, err := sel.Open(env, args, workflow.Either)
	if err != nil {
		return err
	}
	if err := checkCores(pl.cores, pl.limit); err != nil {
		return err
	}
	if undecided {
		return planUndecided(ctx, env, looked)
	}
	var all []run.Estimate
	var carried []string
	planned, budget := map[string]bool{}, run.TrialBudget
	for _, p := range looked.Plans {
		est, err := run.Of(ctx, p, env.Store(), planned, &budget)
		if err != nil {
			return err
		}
		all = append(all, est)
		if est.Waiting > 0 && looked.Carries(p) {
			carried = append(carried, p.Spec.Address)
		}
	}
	env.OfferCarried(carried)
	if pl.cores != nil {
		return printSchedules(env, looked, all, pl.cores, pl.limit, pl.format)
	}
	if pl.format == "json" {
		if err := addCommands(env, newSubmission(sel, args), all); err != nil {
			return err
		}
		return WriteJSON(env.Stdout, all)
	}
	for _, est := range all {
		PrintEstimate(env.Page(), est)
	}
	if len(all) > 1 {
		printTotal(env.Page(), all)
	}
	return nil
}

// planUndecided prints the replicates that could tell more, those first that tell most for their time.
func planUndecided(ctx context.Context, env *Env, looked *workflow.Pass) error {
	for _, p := range looked.Plans {
		open, err := looked.Undecided(ctx, env.Store(), p, p.Replicates, 1)
		if err != nil {
			return err
		}
		if first := len(p.Missing(looked.Set)); first > 0 {
			fmt.Fprintf(env.Page(), "%s: %s first, of %d replicates; see run --dry-run without --until-decided\n", p.Address(), reports.Count(first, "run"), p.Replicates)
		}
		seconds := 0.0
		for _, o := range open {
			seconds += o.Seconds
			fmt.Fprintf(env.Page(), "  %s: %d to %d replicates, %s, for %s\n", strings.Join(strings.Fields(fmt.Sprint(o.Dataset, " ", o.Rank, " ", o.Method, " ", o.Variant)), " "),
				o.Have, o.Want, Seconds(o.Seconds, 1), reports.Count(o.Tells, "open question"))
		}
		fmt.Fprintf(env.Page(), "%s: %s of core time until the second look\n", p.Address(), Seconds(seconds, 1))
	}
	return nil
}

// printTotal adds up several experiments.
func printTotal(w io.Writer, all []run.Estimate) {
	var sum run.Estimate
	for _, e := range all {
		sum.Add(e.Counts)
		sum.AloneSeconds += e.AloneSeconds
	}
	fmt.Fprintf(w, "all %d experiments: %s\n", len(all), ToRun(sum))
}
