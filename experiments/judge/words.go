package judge

import (
	"fmt"
	"strings"

	"nmfrepro/reports"
)

// reason is one sentence with the numbers that decided.
func reason(v Verdict, c Compared) string {
	scaled := c.Scale.Of
	say := []string{fmt.Sprintf("%s, 90 %% interval %s, tolerance %s", reports.Signed(scaled(v.Difference)), reports.IntervalText(scaled(v.Low), scaled(v.High)),
		reports.Plain(scaled(v.Margin)))}
	draw := fmt.Sprintf("plausible %s are %s, at %.3g %%", behind(c.Runs), reports.IntervalText(scaled(v.DrawLow), scaled(v.DrawHigh)), 100*(1-v.Level))
	switch v.Kind {
	case Inconclusive:
		say = append(say, draw, fmt.Sprintf("a difference of %s would have shown", reports.Plain(scaled(v.Detectable))), further(v))
	case Close, Differs:
		say = append(say, draw)
	}
	if n := len(c.Values); c.Runs <= 1 && v.Kind != Agrees {
		say = append(say, of(v.Reached, n)+" of ours "+verb(v.Reached, "reach")+" it")
	}
	if text := collapsedText(c.Cell); text != "" {
		say = append(say, text)
	}
	if first := len(c.Stage()); first < len(c.Values) {
		say = append(say, fmt.Sprintf("the deviation is that of the first %d, which fixed how many there are", first))
	}
	return strings.Join(say, "; ")
}

// behind names what the reported number is a mean of.
func behind(runs int) string {
	if runs <= 1 {
		return "for a single run"
	}
	return fmt.Sprintf("for a mean of %d runs", runs)
}

// further says whose noise keeps a cell inconclusive, and what would decide it.
func further(v Verdict) string {
	switch v.Noise {
	case reports.NoiseOurs:
		text := "the noise is ours: about " + reports.Count(v.More, "more replicate") + " would decide it"
		if v.Hours > 0 {
			text += fmt.Sprintf(", %.2g core hours", v.Hours)
		}
		return text
	case reports.NoiseTheirs:
		return "the noise is theirs: no number of our replicates decides it"
	}
	return "the noise is nobody's: the difference is as large as the tolerance"
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
	return strings.Trim(fmt.Sprintf("%s %s too few to judge, want %d; %s", reports.Count(n, "replicate"), verb, Fewest, collapsedText(c)), "; ")
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
