package workflow

import (
	"encoding/csv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/store"
)

// exact has every digit.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// pathLines returns those of a point of a path: its scores, unless it is the end, whose lines are there, and the objective and how far it
// is from a minimum.
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

// RunsCSV writes one line for each metric of each run, and one without a metric for a run that has none; of a run with a path also those
// of its points, under iterations.
func RunsCSV(w io.Writer, all []Behind) error {
	c := csv.NewWriter(w)
	lines := [][]string{{"experiment", "dataset", "subset", "rank", "method", "options", "replicate", "status", "metric", "value",
		"iterations", "stopped", "seconds", "key", "chosen"}}
	for _, x := range all {
		varied := list.JoinByName(x.Run.Vary, " ", func(name, value string) string { return name + "=" + value })
		chosen := map[bool]string{true: "no", false: "yes"}[x.Unchosen]
		experiment, _, _ := strings.Cut(x.Address, ":")
		for _, r := range x.Runs {
			line := func(iterations int, metric, value string) {
				lines = append(lines, []string{
					experiment, x.Run.Dataset, x.Run.Subset, strconv.Itoa(x.Run.Rank), x.Run.Method, varied, strconv.Itoa(r.Replicate),
					string(r.Status), metric, value, strconv.Itoa(iterations), r.Stopped, exact(r.Seconds), r.Key, chosen,
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
