package cli

import (
	"context"
	"fmt"
	"slices"
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
func (pl *planning) show(ctx context.Context, env *Env, sel Selection, args []string, decide time.Duration, workers int) error {
	looked, err := sel.Open(env, args, workflow.Either)
	if err != nil {
		return err
	}
	if err := checkCores(pl.cores, pl.limit); err != nil {
		return err
	}
	if decide > 0 {
		return planSecond(ctx, env, looked, decide.Seconds()*float64(max(1, workers)))
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
		program, where, err := whereabouts(env)
		if err != nil {
			return err
		}
		s := newSubmission(sel, args)
		for _, e := range all {
			for i, w := range e.Work {
				e.Work[i].Command = slices.Concat([]string{program, "run", w.Address}, s.amount(), where)
			}
		}
		return WriteJSON(env.Stdout, all)
	}
	var sum run.Estimate
	for _, est := range all {
		PrintEstimate(env.Page(), est)
		sum.Add(est.Counts)
		sum.AloneSeconds += est.AloneSeconds
	}
	if len(all) > 1 {
		fmt.Fprintf(env.Page(), "all %d experiments: %s\n", len(all), ToRun(sum))
	}
	return nil
}

// planSecond prints the replicates of a second stage.
func planSecond(ctx context.Context, env *Env, looked *workflow.Pass, seconds float64) error {
	first, err := looked.FirstStage()
	if err != nil {
		return err
	}
	missing := 0
	for _, p := range first {
		if n := len(p.Missing(looked.Set)); n > 0 {
			missing += n
			fmt.Fprintf(env.Page(), "%s: %s of the first stage, of %d replicates, come first\n", p.Address(), reports.Count(n, "unit"), p.Replicates)
		}
	}
	if missing > 0 {
		fmt.Fprintln(env.Page(), "the second stage is known after them")
		return nil
	}
	d, err := looked.Design(ctx, env.Store(), first, seconds)
	if err != nil {
		return err
	}
	total := 0.0
	for _, s := range d.Stages {
		total += s.Seconds
		fmt.Fprintf(env.Page(), "%s, %s: %d to %d replicates, %s, for %s\n", s.Plan.Spec.Address, s.Place, s.First, s.N, Seconds(s.Seconds, 1), reports.Count(s.Tells, "cell"))
	}
	fmt.Fprintf(env.Page(), "second stage: %s of core time for %d of %s that more replicates decide\n", Seconds(total, 1), d.Decided, reports.Count(d.Cells, "cell"))
	return nil
}
