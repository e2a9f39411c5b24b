package judge

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/reports/result"
)

// collapsedText tells how many runs collapsed, and whether they are left out; "" if none did.
func collapsedText(c result.Cell) string {
	n := len(c.Runs.Values)
	if len(c.Runs.Collapsed) == 0 {
		return ""
	}
	if slices.Contains(c.Runs.Replicates, c.Runs.Collapsed[0]) {
		return of(len(c.Runs.Collapsed), n) + " of ours collapsed to a single cluster"
	}
	return of(len(c.Runs.Collapsed), n+len(c.Runs.Collapsed)) + " of ours collapsed to a single cluster and are left out"
}

// reason returns one sentence with the numbers that decided.
func reason(v Verdict, c Compared) string {
	scaled := c.Cell.Metric.Scale.Of
	say := []string{fmt.Sprintf("%s, 90 %% interval %s, tolerance %s", result.Signed(scaled(v.Difference)),
		result.IntervalText(scaled(v.Low), scaled(v.High)),
		result.Plain(scaled(v.Tolerance)))}
	behind := "a single run of ours"
	if c.Runs > 1 {
		behind = fmt.Sprintf("a mean of %d of our runs", c.Runs)
	}
	draw := fmt.Sprintf("%s would lie in %s (%.3g %% interval)", behind, result.IntervalText(scaled(v.DrawLow), scaled(v.DrawHigh)),
		100*(1-v.Level))
	switch v.Kind {
	case Inconclusive:
		say = append(say, draw, fmt.Sprintf("a difference of %s would have shown", result.Plain(scaled(v.Detectable))), further(v))
	case Close, Differs:
		say = append(say, draw)
	}
	if n := len(c.Cell.Runs.Values); c.Runs <= 1 && v.Kind != Agrees {
		does := "reach"
		if v.Reached == 1 {
			does = "reaches"
		}
		say = append(say, of(v.Reached, n)+" of ours "+does+" it")
	}
	if text := collapsedText(c.Cell); text != "" {
		say = append(say, text)
	}
	if v.UnlessOnce {
		say = append(say, result.UnlessOnce)
	}
	return strings.Join(say, "; ")
}

// further says whose noise keeps a cell inconclusive, and what would decide it.
func further(v Verdict) string {
	switch v.Noise {
	case result.NoiseOurs:
		text := "the noise is ours: about " + result.Count(v.More, "more replicate") + " would decide it"
		if v.Hours > 0 {
			text += fmt.Sprintf(", %.2g core hours", v.Hours)
		}
		return text
	case result.NoiseTheirs:
		return "the noise is theirs: the paper averaged too few runs, and more of ours cannot decide it"
	}
	return "no noise keeps it open: the difference is about as large as the tolerance"
}

// fewRuns says why so few replicates are not judged. A count of wins has no replicates of its own: it counts over all of them.
func fewRuns(c result.Cell) string {
	n := len(c.Runs.Values)
	if n == 1 && c.Runs.Replicates == nil {
		return "a number of all replicates together has no replicates of its own: nothing says how it scatters"
	}
	does := "are"
	if n == 1 {
		does = "is"
	}
	return strings.Trim(fmt.Sprintf("%s %s too few to judge, want %d; %s", result.Count(n, "replicate"), does, Fewest, collapsedText(c)), "; ")
}

// of writes a part of some runs, as "1 of 1 run" or "0 of 20 runs".
func of(part, all int) string { return fmt.Sprintf("%d of %s", part, result.Count(all, "run")) }
