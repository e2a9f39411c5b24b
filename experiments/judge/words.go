package judge

import (
	"fmt"
	"strings"

	"nmfrepro/reports"
)

// reason is one sentence with the numbers that decided.
func reason(v Verdict, c Compared) string {
	scaled := c.Scale.Of
	margin := reports.Plain(scaled(v.Margin))
	if c.Claimed {
		margin += ", " + v.MarginReason
	}
	say := []string{fmt.Sprintf("%s, 90 %% interval %s, margin %s", reports.Signed(scaled(v.Difference)), reports.IntervalText(scaled(v.Low), scaled(v.High)), margin)}
	draw := fmt.Sprintf("%s, plausible are %s", behind(c.Runs), reports.IntervalText(scaled(v.DrawLow), scaled(v.DrawHigh)))
	switch v.Kind {
	case Compatible:
		say = append(say, draw, fmt.Sprintf("a difference of %s would have shown", reports.Plain(scaled(v.Detectable))), further(v.More))
	case Near, Differs:
		say = append(say, draw)
	}
	if n := len(c.Values); c.Runs <= 1 && v.Kind != Match {
		say = append(say, of(v.Reached, n)+" of ours "+verb(v.Reached, "reach")+" it")
	}
	if c.Collapsed > 0 {
		say = append(say, of(c.Collapsed, len(c.Values))+" of ours collapsed to a single cluster")
	}
	return strings.Join(say, "; ")
}

// behind names what the published number is a mean of.
func behind(runs int) string {
	if runs <= 1 {
		return "of a single run"
	}
	return fmt.Sprintf("of a mean of %d runs", runs)
}

// further says what more replicates of ours could tell.
func further(more int) string {
	if more == Never {
		return "more replicates of ours cannot tell more"
	}
	return "about " + reports.Count(more, "more replicate") + " would tell more"
}

// fewRuns says why so few replicates are not judged. A count of wins has no replicates of its own: it counts over all of them.
func fewRuns(c reports.Cell) string {
	n := len(c.Values)
	if n == 1 && c.Replicates == nil {
		return "a number of all replicates together has no replicates of its own: nothing says how it scatters"
	}
	verb := "are"
	if n == 1 {
		verb = "is"
	}
	return fmt.Sprintf("%s %s too few to judge, want %d", reports.Count(n, "replicate"), verb, Fewest)
}

// of writes a part of some runs, as "1 of 1 run" or "0 of 20 runs".
func of(part, all int) string { return fmt.Sprintf("%d of %s", part, reports.Count(all, "run")) }

// verb adds an s to a verb whose subject is one: 1 run reaches, 2 runs reach.
func verb(n int, do string) string {
	if n == 1 {
		return do + "es"
	}
	return do
}
