package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/cluster"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// planning is the flags of run --dry-run.
type planning struct {
	dry    bool
	format string
}

func (pl *planning) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVarP(&pl.dry, "dry-run", "n", false, "show what would run and what it would cost, and run nothing")
	formatFlag(cmd, &pl.format)
}

// show prints what would run.
func (pl *planning) show(ctx context.Context, env *Env, req workflow.Request, args []string) error {
	looked, err := env.Open(req, args, workflow.Either)
	if err != nil {
		return err
	}
	all, err := run.Estimates(ctx, looked.Plans, env.Store())
	if err != nil {
		return err
	}
	if carried := looked.CarriedOf(all); len(carried) > 0 {
		env.offer(carried)
	}
	if pl.format == "json" {
		program, where, err := whereabouts(env)
		if err != nil {
			return err
		}
		for _, e := range all {
			for i, w := range e.Work {
				e.Work[i].Command = slices.Concat([]string{program, "run", w.Address}, cluster.Amount(req), where)
			}
		}
		return writeJSON(env.Stdout, all)
	}
	for _, est := range all {
		printEstimate(env.Page(), est)
	}
	if len(all) > 1 {
		fmt.Fprintf(env.Page(), "all %d experiments: %s\n", len(all), toRun(run.Sum(all)))
	}
	return nil
}

// printEstimate shows what a plan would cost.
func printEstimate(w io.Writer, e run.Estimate) {
	profile := ""
	if e.Profile != "" {
		profile = ", profile " + e.Profile
	}
	fmt.Fprintf(w, "%s%s\n\n", e.Address, profile)
	lines := [][]string{{"dataset", "rank", "method", "runs", "cached", "stale", "to run", "core time", "from"}}
	for _, g := range e.Groups {
		from := g.From
		if g.Shared > 0 {
			from = strings.TrimPrefix(from+", "+plannedAbove(g.Shared), ", ")
		}
		priced := g.ToRun - g.Waiting
		if !g.Priced() {
			priced = 0
		}
		lines = append(lines, []string{
			g.Dataset, fmt.Sprintf("%4d", g.Rank), g.Method, fmt.Sprintf("%4d", g.Runs), fmt.Sprintf("%6d", g.Cached), fmt.Sprintf("%5d", g.Stale),
			fmt.Sprintf("%6d", g.ToRun), fmt.Sprintf("%9s", secondsText(g.CoreSeconds, priced)), from,
		})
	}
	term.Columns(w, lines)
	fmt.Fprintf(w, "\ntotal: %d runs, %d cached, %d stale, ", e.Runs, e.Cached, e.Stale)
	if e.Shared > 0 {
		fmt.Fprint(w, plannedAbove(e.Shared)+", ")
	}
	fmt.Fprintln(w, toRun(e))
	for _, why := range slices.Sorted(maps.Keys(e.Outdated)) {
		fmt.Fprintf(w, "stale: %s, %s; the old results are kept\n", result.Count(e.Outdated[why], "run"), store.Because(why))
	}
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

func plannedAbove(runs int) string { return fmt.Sprintf("%d planned above", runs) }

// toRun says how many runs run and what that costs.
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
	if e.AloneSeconds > 0 {
		without += ", one run at a time where seconds are reported"
	}
	workers := run.Workers()
	return fmt.Sprintf("%s\ncore time %s, %s with -j %d%s", text, about(e.CoreSeconds), about(e.Wall(workers)), workers, without)
}

// about returns a time as an estimate in words.
func about(s float64) string {
	if s < shortest {
		return "less than 0.1s"
	}
	return "about " + secondsText(s, 1)
}

// shortest is the time, in seconds, below which an estimate says no more.
const shortest = 0.1

// secondsText returns an estimate for some runs, "-" where there are none.
func secondsText(s float64, runs int) string {
	if runs == 0 {
		return "-"
	}
	if s < shortest {
		return "< 0.1s"
	}
	d := time.Duration(s * float64(time.Second))
	if d < time.Minute {
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
