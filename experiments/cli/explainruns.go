package cli

// This file writes the runs behind cells as text, with what they had reached on their way.

import (
	"fmt"
	"io"
	"strconv"

	"nmfrepro/datasets/list"
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
