package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
	"nmfrepro/reports/term"
)

// facts are where the numbers of a unit come from.
func (x Units) facts() [][2]string {
	u := x.Unit
	solver, stop := u.Solver+options(u.Options), fmt.Sprintf("%d iterations, objective %g, factors %g, observed every %d", u.Stop.Iterations, u.Stop.TolObjective, u.Stop.TolFactor, u.Stop.Every)
	if u.Solver == "" {
		solver, stop = "none: the samples themselves", ""
	}
	facts := [][2]string{
		{"data", u.Source + options(u.Data)},
		{"draw", u.Subset},
		{"constraints", strings.TrimSpace(options(u.Constraints))},
		{"solver", solver},
		{"initialised", u.Init},
		{"seed", strconv.FormatUint(u.Seed, 10) + " (master seed, from which every other is derived)"},
		{"stop", stop},
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
	counts := list.Count(x.Runs, func(r explainedRun) string { return string(r.Status) })
	facts = append(facts, [2]string{"replicates", reports.CountsText(counts)})
	return list.Filter(facts, func(f [2]string) bool { return f[1] != "" })
}

// mostDifferent bounds how many values of a fact are named.
const mostDifferent = 5

// unitsText tells where numbers come from: each fact once, with all its values, and with verbose every replicate.
func unitsText(w io.Writer, all []Units, command string, verbose bool) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(w, "\nWhere it comes from: %s\n", list.Join(all[:min(len(all), 3)], ", ", func(x Units) string { return x.Address })+more(len(all)-3))
	var names []string
	values := map[string][]string{}
	for _, x := range all {
		for _, f := range x.facts() {
			names, values[f[0]] = list.AppendUnique(names, f[0]), list.AppendUnique(values[f[0]], f[1])
		}
	}
	for _, name := range names {
		v := values[name]
		fmt.Fprintf(w, "  %-12s %s\n", name, strings.Join(v[:min(len(v), mostDifferent)], "; ")+more(len(v)-mostDifferent))
	}
	if verbose {
		for _, x := range all {
			x.runs(w)
		}
	}
	var settings []published.Choice
	for _, x := range all {
		for _, c := range x.Protocol {
			if !slices.ContainsFunc(settings, func(s published.Choice) bool { return s.Key == c.Key }) {
				settings = append(settings, c)
			}
		}
	}
	if len(settings) > 0 && verbose {
		fmt.Fprintln(w, "\nSettings:")
		for _, c := range settings {
			fmt.Fprintf(w, "  %s (%s): %s\n", c.Choice, strings.Trim(c.Status+", "+c.Place, ", "), c.Value)
		}
	} else if len(settings) > 0 {
		fmt.Fprintf(w, "\n-v shows %s behind it and every replicate.\n", reports.Count(len(settings), "setting"))
	}
	fmt.Fprintf(w, "\nThe same again: %s\n", command)
}

// more says how many others there are.
func more(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}

// runs lists the replicates.
func (x Units) runs(w io.Writer) {
	fmt.Fprintf(w, "\n%s\n", x.Address)
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
