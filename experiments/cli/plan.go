package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/run"
	"nmfrepro/reports"
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
				printEstimate(env.Page(), est)
			}
			if len(all) > 1 {
				printTotal(env.Page(), all)
			}
			return nil
		},
	}
	sel.Bind(cmd)
	console.FormatFlag(cmd, &format)
	return cmd
}

func printEstimate(w io.Writer, e run.Estimate) {
	fmt.Fprintf(w, "%s, profile %s\n\n", e.Address, e.Profile)
	rows := [][]string{{"dataset", "rank", "method", "units", "cached", "stale", "to run", "core time", "from"}}
	for _, g := range e.Groups {
		from := g.From
		if g.Shared > 0 {
			from = strings.TrimPrefix(from+", "+plannedAbove(g.Shared), ", ")
		}
		rows = append(rows, []string{g.Dataset, fmt.Sprintf("%4d", g.Rank), g.Method, fmt.Sprintf("%5d", g.Units), fmt.Sprintf("%6d", g.Cached),
			fmt.Sprintf("%5d", g.Stale), fmt.Sprintf("%6d", g.ToRun), fmt.Sprintf("%9s", seconds(g.CoreSeconds, g.ToRun-g.Waiting)), from})
	}
	reports.WriteColumns(w, rows)
	fmt.Fprintf(w, "\ntotal: %d units, %d cached, %d stale, ", e.Units, e.Cached, e.Stale)
	if e.Shared > 0 {
		fmt.Fprint(w, plannedAbove(e.Shared)+", ")
	}
	fmt.Fprintln(w, toRun(e))
	fmt.Fprintf(w, "memory about %d MB with -j %d\n", e.MemoryBytes>>20, run.Workers())
	for _, d := range e.Downloads {
		size := ""
		if d.Bytes > 0 {
			size = fmt.Sprintf(" (%.1f MB)", float64(d.Bytes)/1e6)
		}
		fmt.Fprintf(w, "data missing: %s%s: %s\n", d.Dataset, size, d.Get)
	}
	for _, problem := range e.Wrong {
		fmt.Fprintln(w, "data wrong: "+problem)
	}
	fmt.Fprintln(w)
}

func plannedAbove(units int) string { return fmt.Sprintf("%d planned above", units) }

// toRun says how many units run and what that costs.
func toRun(e run.Estimate) string {
	text := fmt.Sprintf("%d to run", e.ToRun)
	if e.ToRun == 0 {
		return text
	}
	without := ""
	if e.Waiting > 0 {
		text += fmt.Sprintf(", %d of them wait for data", e.Waiting)
		without = ", without those that wait"
	}
	if e.Waiting == e.ToRun {
		return text
	}
	workers := run.Workers()
	wall := e.AloneSeconds + (e.CoreSeconds-e.AloneSeconds)/float64(workers)
	if e.AloneSeconds > 0 {
		without += ", one unit at a time where seconds are reported"
	}
	return fmt.Sprintf("%s\ncore time %s, %s with -j %d%s", text, about(e.CoreSeconds), about(wall), workers, without)
}

// about is a time as an estimate in words.
func about(s float64) string {
	text := seconds(s, 1)
	if short, ok := strings.CutPrefix(text, "< "); ok {
		return "less than " + short
	}
	return "about " + text
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
	fmt.Fprintf(w, "all %d experiments: %s\n", len(all), toRun(sum))
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
