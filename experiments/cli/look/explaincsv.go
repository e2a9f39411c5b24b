package look

import (
	"encoding/csv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// runsCSV writes one line for each metric of each run, and one without a metric for a run that has none.
func runsCSV(w io.Writer, all []Units) error {
	c := csv.NewWriter(w)
	lines := [][]string{{"experiment", "dataset", "subset", "rank", "method", "options", "replicate", "status", "metric", "value", "iterations", "stopped", "seconds", "key"}}
	for _, x := range all {
		var varied []string
		for _, name := range slices.Sorted(maps.Keys(x.Unit.Vary)) {
			varied = append(varied, name+"="+x.Unit.Vary[name])
		}
		experiment, _, _ := strings.Cut(x.Address, ":")
		for _, r := range x.Runs {
			line := func(metric, value string) {
				lines = append(lines, []string{
					experiment, x.Unit.Dataset, x.Unit.Subset, strconv.Itoa(x.Unit.Rank), x.Unit.Method, strings.Join(varied, " "), strconv.Itoa(r.Replicate),
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
