package result

import (
	"strings"

	"nmfrepro/eval"
)

// MetricWords returns a metric in words, with the reading of the clusters behind a comma; another name is as it is.
func MetricWords(name string) string {
	metric, reading := SplitMetric(name)
	if m, known := eval.Find(metric); known {
		return strings.TrimSuffix(m.Words+", "+reading, ", ")
	}
	if name == "euclidean" { // a measure, which stands beside metrics
		return "Euclidean"
	}
	return name
}
