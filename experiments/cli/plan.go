package cli

import (
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/experiments"
)

func newPlan(env *Env) *cobra.Command {
	var sel selection
	var format string
	cmd := &cobra.Command{
		Use:   "plan ADDRESS...",
		Short: "what would run: units, cached, stale; estimated core time, memory, downloads",
		Long: `Plan shows, for each data set and method, how many units the results folder has (cached), how many it has of an older
version or other options (stale), and what the rest would cost. Core time is estimated from earlier units of the same kind
where there are any, else from a few timed steps and the iterations that such units took in the committed results, or
their limit.`,
		Example: `  nmfrepro plan pnmf/table3 --profile paper`,
		Args:    arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, plans, err := sel.plans(env, args, either)
			if err != nil {
				return err
			}
			var all []experiments.Estimate
			for _, p := range plans {
				est, err := p.Estimate(cmd.Context(), env.store())
				if err != nil {
					return err
				}
				all = append(all, est)
			}
			if format == "json" {
				return writeJSON(env.Stdout, all)
			}
			for _, est := range all {
				printEstimate(env.Stdout, est)
			}
			return nil
		},
	}
	sel.bind(cmd)
	formatFlag(cmd, &format)
	return cmd
}

func printEstimate(w io.Writer, e experiments.Estimate) {
	fmt.Fprintf(w, "%s, profile %s\n\n", e.Address, e.Profile)
	fmt.Fprintf(w, "%-12s %5s  %-12s %6s %6s %6s %6s  %10s  %s\n", "dataset", "rank", "method", "units", "cached", "stale", "to run", "core time", "from")
	for _, g := range e.Groups {
		fmt.Fprintf(w, "%-12s %5d  %-12s %6d %6d %6d %6d  %10s  %s\n", g.Dataset, g.Rank, g.Method, g.Units, g.Cached, g.Stale, g.ToRun,
			seconds(g.CoreSeconds, g.ToRun), g.From)
	}
	fmt.Fprintf(w, "\ntotal: %d units, %d cached, %d stale, %d to run\n", e.Units, e.Cached, e.Stale, e.ToRun)
	if e.ToRun > 0 {
		workers := runtime.NumCPU()
		fmt.Fprintf(w, "core time about %s, about %s with -j %d\n", seconds(e.CoreSeconds, 1), seconds(e.CoreSeconds/float64(workers), 1), workers)
	}
	fmt.Fprintf(w, "memory about %d MB with -j %d\n", e.MemoryBytes>>20, runtime.NumCPU())
	for _, d := range e.Downloads {
		fmt.Fprintf(w, "data missing: %s (%.1f MB): %s\n", d.Dataset, float64(d.Bytes)/1e6, d.Get)
	}
	fmt.Fprintln(w)
}

func seconds(s float64, units int) string {
	if units == 0 {
		return "-"
	}
	if s < 0.1 {
		return "< 0.1s"
	}
	d := time.Duration(s * float64(time.Second))
	if d < time.Minute {
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
