package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/reports/list"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// midSentence is the end of a line within a sentence of a note; rows of tables and items stay lines.
var midSentence = regexp.MustCompile(`([^|\n])\n +([^|\n -])`)

// whyText says of some cells what came of them, and then everything that is known of why.
func whyText(w io.Writer, why workflow.Why) {
	for _, c := range why.Cells {
		v := c.Verdict
		fmt.Fprintf(w, "%s\n  %s %s: ours %s, published %s, difference %s\n  %s\n", c.Address, v.Sign, v.Kind, reports.MeanText(c),
			reports.PublishedText(c), reports.Signed(c.Scale.Of(v.Difference)), v.Reason)
		if text := c.SelectionText(); text != "" {
			fmt.Fprintf(w, "  tuned; with options chosen on one half of the replicates and scored on the other: %s\n", text)
		}
		for _, x := range v.Against {
			fmt.Fprintf(w, "  published as better than %s: %s (published %s, ours %s, 95 %% interval %s)\n", x.With, x.Outcome, reports.Signed(c.Scale.Of(x.Gap)),
				reports.Signed(c.Scale.Of(x.Estimate.Value)), reports.IntervalText(c.Scale.Of(x.Interval.Low), c.Scale.Of(x.Interval.High)))
		}
	}
	section := func(title string, n int) {
		if n > 0 {
			fmt.Fprintf(w, "\n  %s:\n", title)
		}
	}
	if text := assumedRuns(why.Cells); text != "" {
		fmt.Fprintf(w, "\n  %s\n", text)
	}
	section("notes on the differences", len(why.Notes))
	for _, note := range why.Notes {
		fmt.Fprintf(w, "    - %s\n", strings.ReplaceAll(midSentence.ReplaceAllString(strings.ReplaceAll(note, "**", ""), "$1 $2"), "\n", "\n    "))
	}
	section("errata of the published numbers", len(why.Errata))
	for _, e := range why.Errata {
		fmt.Fprintf(w, "    %s, %s: %s\n", e.Severity, e.Place, e.What)
	}
	section("claims that rest on it", len(why.Claims))
	for _, c := range why.Claims {
		fmt.Fprintf(w, "    %s: %s\n      published numbers: %s; ours: %s\n", c.Key, c.Says, c.Own.ClaimVerdict, c.Ours)
		if c.Note != "" {
			fmt.Fprintf(w, "      note: %s\n", c.Note)
		}
		for _, a := range c.Ablations {
			fmt.Fprintf(w, "      ablation %s: %s\n", a.Experiment, a)
		}
	}
	section("under alternatives of the protocol that were run", len(why.Other))
	for _, a := range why.Other {
		of := a.Cell.Scale.Of
		fmt.Fprintf(w, "    %s: %s instead of %s: %s, %s from ours (95 %% interval %s), %s\n", a.Subject, a.Value, a.Instead, reports.MeanText(a.Moved.Other),
			reports.Signed(of(a.Difference.Value)), reports.IntervalText(of(a.Interval.Low), of(a.Interval.High)), a.Cell.Address)
	}
	if len(why.Cells) > 0 {
		fmt.Fprintln(w)
	}
}

func (x Units) text(w io.Writer, verbose bool) {
	u := x.Unit
	fmt.Fprintln(w, x.Address)
	facts := [][2]string{
		{"data", u.Source + options(u.Data)},
		{"draw", u.Subset},
		{"constraints", strings.TrimSpace(options(u.Constraints))},
		{"solver", u.Solver + options(u.Options)},
		{"start", u.Init},
		{"seed", strconv.FormatUint(u.Seed, 10) + " (master; every stream derives from it, the experiment, data set, draw, rank, replicate and role)"},
	}
	if u.Solver == "" {
		facts[3][1] = "none: the samples themselves"
	} else {
		facts = append(facts, [2]string{"stop", fmt.Sprintf("%d iterations, objective %g, factors %g, observed every %d", u.Stop.Iterations, u.Stop.TolObjective, u.Stop.TolFactor, u.Stop.Every)})
	}
	for _, line := range x.Origin {
		name, rest, _ := strings.Cut(line, " ")
		facts = append(facts, [2]string{name, rest})
	}
	if t := x.Tuned; t != nil {
		facts = append(facts, [2]string{"tuned", "by " + t.By + ", " + reports.ScopeText(t.Per) + ": " + t.Sentence()})
		for _, p := range t.Points {
			facts = append(facts, [2]string{" ", fmt.Sprintf("%s  %s %.4g%s", p.Name(), t.By, p.Score, map[bool]string{true: ", chosen"}[p.Chosen > 0])})
		}
	}
	for _, f := range facts {
		if f[1] != "" {
			fmt.Fprintf(w, "  %-12s %s\n", f[0], f[1])
		}
	}
	x.runs(w, verbose)
	if len(x.Protocol) > 0 {
		fmt.Fprintln(w, "\n  protocol:")
		followed := 0
		for _, c := range x.Protocol {
			if c.Status == published.Followed && !verbose {
				followed++
				continue
			}
			fmt.Fprintf(w, "    %s (%s): %s\n", c.Choice, strings.Trim(c.Status+", "+c.Place, ", "), c.Value)
		}
		if followed > 0 {
			fmt.Fprintf(w, "    %d more as the text states (-v lists them)\n", followed)
		}
	}
	fmt.Fprintf(w, "\n  again: %s\n", x.Command)
}

// runs lists the replicates, or counts them by what became of them.
func (x Units) runs(w io.Writer, verbose bool) {
	if !verbose {
		counts := list.Count(x.Runs, func(r explainedRun) string { return string(r.Status) })
		fmt.Fprintf(w, "  %-12s %s (-v lists them)\n", "replicates", reports.CountsText(counts))
		return
	}
	fmt.Fprintln(w)
	lines := [][]string{{"  replicate", "status", "iterations", "stopped", "seconds", "key", "metrics"}}
	for _, r := range x.Runs {
		lines = append(lines, []string{"  " + strconv.Itoa(r.Replicate), string(r.Status), strconv.Itoa(r.Iterations), r.Stopped,
			strconv.FormatFloat(r.Seconds, 'f', 3, 64), r.Key, metrics(r)})
	}
	term.Columns(w, lines)
}

// metrics are the numbers of a run in the order of their names, or why there are none.
func metrics(r explainedRun) string {
	if r.Reason != "" {
		return r.Reason
	}
	return list.JoinByName(r.Metrics, ", ", func(name string, v float64) string { return name + " " + strconv.FormatFloat(v, 'g', 6, 64) })
}

// options are the values of a unit's options, sorted.
func options(values map[string]any) string {
	text := list.JoinByName(values, ", ", func(name string, v any) string { return fmt.Sprintf("%s=%v", name, v) })
	return strings.TrimRight(" "+text, " ")
}

// runsCSV writes one line for each metric of each run, and one without a metric for a run that has none.
func runsCSV(w io.Writer, all []Units) error {
	c := csv.NewWriter(w)
	lines := [][]string{{"experiment", "dataset", "subset", "rank", "method", "options", "replicate", "status", "metric", "value", "iterations", "stopped", "seconds", "key"}}
	for _, x := range all {
		varied := list.JoinByName(x.Unit.Vary, " ", func(name, value string) string { return name + "=" + value })
		experiment, _, _ := strings.Cut(x.Address, ":")
		for _, r := range x.Runs {
			line := func(metric, value string) {
				lines = append(lines, []string{
					experiment, x.Unit.Dataset, x.Unit.Subset, strconv.Itoa(x.Unit.Rank), x.Unit.Method, varied, strconv.Itoa(r.Replicate),
					string(r.Status), metric, value, strconv.Itoa(r.Iterations), r.Stopped, strconv.FormatFloat(r.Seconds, 'g', -1, 64), r.Key,
				})
			}
			for _, metric := range slices.Sorted(maps.Keys(r.Metrics)) {
				line(metric, strconv.FormatFloat(r.Metrics[metric], 'g', -1, 64))
			}
			if len(r.Metrics) == 0 {
				line("", "")
			}
		}
	}
	return c.WriteAll(lines)
}
