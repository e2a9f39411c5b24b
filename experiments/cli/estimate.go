package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// PrintEstimate shows what a plan would cost.
func PrintEstimate(w io.Writer, e run.Estimate) {
	profile := ""
	if e.Profile != "" {
		profile = ", profile " + e.Profile
	}
	fmt.Fprintf(w, "%s%s\n\n", e.Address, profile)
	lines := [][]string{{"dataset", "rank", "method", "units", "cached", "stale", "to run", "core time", "from"}}
	for _, g := range e.Groups {
		from := g.From
		if g.Shared > 0 {
			from = strings.TrimPrefix(from+", "+plannedAbove(g.Shared), ", ")
		}
		priced := g.ToRun - g.Waiting
		if strings.HasPrefix(g.From, "not ") { // nothing is known of the time
			priced = 0
		}
		lines = append(lines, []string{
			g.Dataset, fmt.Sprintf("%4d", g.Rank), g.Method, fmt.Sprintf("%5d", g.Units), fmt.Sprintf("%6d", g.Cached), fmt.Sprintf("%5d", g.Stale),
			fmt.Sprintf("%6d", g.ToRun), fmt.Sprintf("%9s", Seconds(g.CoreSeconds, priced)), from,
		})
	}
	term.Columns(w, lines)
	fmt.Fprintf(w, "\ntotal: %d runs, %d cached, %d stale, ", e.Units, e.Cached, e.Stale)
	if e.Shared > 0 {
		fmt.Fprint(w, plannedAbove(e.Shared)+", ")
	}
	fmt.Fprintln(w, ToRun(e))
	for _, why := range slices.Sorted(maps.Keys(e.Outdated)) {
		fmt.Fprintf(w, "stale: %s, %s; the old results are kept\n", reports.Count(e.Outdated[why], "run"), store.Because(why))
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

func plannedAbove(units int) string { return fmt.Sprintf("%d planned above", units) }

// ToRun says how many units run and what that costs.
func ToRun(e run.Estimate) string {
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
		without += ", one run at a time where seconds are reported"
	}
	return fmt.Sprintf("%s\ncore time %s, %s with -j %d%s", text, About(e.CoreSeconds), About(wall), workers, without)
}

// About is a time as an estimate in words.
func About(s float64) string {
	text := Seconds(s, 1)
	if short, ok := strings.CutPrefix(text, "< "); ok {
		return "less than " + short
	}
	return "about " + text
}

// Seconds is an estimate for some units, "-" where there are none.
func Seconds(s float64, units int) string {
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
