package cli

// This file writes the runs behind cells, as text and as CSV, with what they had reached on their way.

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/term"
)

// replicatesText lists the replicates.
func replicatesText(w io.Writer, x workflow.Behind) {
	fmt.Fprintf(w, "\n%s\n", x.Address)
	lines := [][]string{{"  replicate", "status", "iterations", "stopped", "seconds", "key", "metrics"}}
	for _, r := range x.Runs {
		lines = append(lines, []string{"  " + strconv.Itoa(r.Replicate), string(r.Status), strconv.Itoa(r.Iterations), r.Stopped,
			strconv.FormatFloat(r.Seconds, 'f', 3, 64), r.Key, metrics(r)})
	}
	term.Columns(w, lines)
	pathsText(w, x.Runs)
}

// pathsText lists what runs had reached on their way.
func pathsText(w io.Writer, runs []workflow.RunBehind) {
	lines := [][]string{{"  replicate", "iteration", "objective", "residual", "change", "metrics"}}
	short := func(v *float64) string {
		if v == nil {
			return "-"
		}
		return strconv.FormatFloat(*v, 'g', 4, 64)
	}
	for _, r := range runs {
		for _, c := range r.Path {
			lines = append(lines, []string{"  " + strconv.Itoa(r.Replicate), strconv.Itoa(c.Iteration), short(&c.Objective), short(c.Residual),
				short(c.Change), scores(c.Metrics)})
		}
	}
	if len(lines) > 1 {
		fmt.Fprintln(w, "\nAlong the path (residual of the KKT conditions, or change of the objective for one iteration):")
		term.Columns(w, lines)
	}
}

// metrics returns the numbers of a run in the order of their names, or why there are none.
func metrics(r workflow.RunBehind) string {
	if r.Reason != "" {
		return r.Reason
	}
	return scores(r.Metrics)
}

func scores(all map[string]float64) string {
	return list.JoinByName(all, ", ", func(name string, v float64) string { return name + " " + strconv.FormatFloat(v, 'g', 6, 64) })
}

// exact has every digit.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// pathLines are those of a point of a path: its scores, unless it is the end, whose lines are there, and the objective and how far it is
// from a minimum.
func pathLines(c store.Checkpoint, end bool, line func(iterations int, metric, value string)) {
	if !end {
		for _, metric := range slices.Sorted(maps.Keys(c.Metrics)) {
			line(c.Iteration, metric, exact(c.Metrics[metric]))
		}
	}
	line(c.Iteration, "objective", exact(c.Objective))
	if c.Residual != nil {
		line(c.Iteration, "residual", exact(*c.Residual))
	}
	if c.Change != nil {
		line(c.Iteration, "change", exact(*c.Change))
	}
}

// runsCSV writes one line for each metric of each run, and one without a metric for a run that has none; of a run with a path also those
// of its points, under iterations.
func runsCSV(w io.Writer, all []workflow.Behind) error {
	c := csv.NewWriter(w)
	lines := [][]string{{"experiment", "dataset", "subset", "rank", "method", "options", "replicate", "status", "metric", "value",
		"iterations", "stopped", "seconds", "key"}}
	for _, x := range all {
		varied := list.JoinByName(x.Unit.Vary, " ", func(name, value string) string { return name + "=" + value })
		experiment, _, _ := strings.Cut(x.Address, ":")
		for _, r := range x.Runs {
			line := func(iterations int, metric, value string) {
				lines = append(lines, []string{
					experiment, x.Unit.Dataset, x.Unit.Subset, strconv.Itoa(x.Unit.Rank), x.Unit.Method, varied, strconv.Itoa(r.Replicate),
					string(r.Status), metric, value, strconv.Itoa(iterations), r.Stopped, exact(r.Seconds), r.Key,
				})
			}
			for _, metric := range slices.Sorted(maps.Keys(r.Metrics)) {
				line(r.Iterations, metric, exact(r.Metrics[metric]))
			}
			if len(r.Metrics) == 0 {
				line(r.Iterations, "", "")
			}
			for _, c := range r.Path {
				pathLines(c, c.Iteration == r.Iterations, line)
			}
		}
	}
	return c.WriteAll(lines)
}
