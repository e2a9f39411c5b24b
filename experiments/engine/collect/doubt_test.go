package collect

import (
	"testing"

	"nmfrepro/eval"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// recordsOf are replicates with these metrics.
func recordsOf(iterations int, metrics ...map[string]float64) []*store.Record {
	var all []*store.Record
	for _, m := range metrics {
		all = append(all, &store.Record{Status: result.OK, Iterations: iterations, Metrics: m})
	}
	return all
}

func TestDrawsNothing(t *testing.T) {
	metric := func(name string) eval.Metric {
		m, _ := eval.Find(name)
		return m
	}
	same := map[string]float64{"svm-accuracy": 0.9, "rel-error": 0.25, "acc": 0.5, "seconds": 1}
	otherwise := func(name string, v float64) map[string]float64 {
		m := map[string]float64{}
		for k, x := range same {
			m[k] = x
		}
		m[name] = v
		return m
	}
	scores := map[string]float64{"svm-accuracy": 0.9}
	for _, tt := range []struct {
		name    string
		records []*store.Record
		metric  string
		want    bool
	}{
		{"equal losses", recordsOf(100, same, same), "svm-accuracy", true},
		{"clusters are drawn", recordsOf(100, same, same), "acc", false},
		{"other clusters and clocks", recordsOf(100, same, otherwise("acc", 0.6), otherwise("seconds", 2)), "svm-accuracy", true},
		{"another loss", recordsOf(100, same, otherwise("rel-error", 0.26)), "svm-accuracy", false},
		{"one replicate", recordsOf(100, same), "svm-accuracy", false},
		{"equal counts alone", recordsOf(100, scores, scores), "svm-accuracy", false},
		{"equal counts of an embedding", recordsOf(0, scores, scores), "svm-accuracy", true},
	} {
		if got := drawsNothing(tt.records, metric(tt.metric)); got != tt.want {
			t.Errorf("%s: %t, want %t", tt.name, got, tt.want)
		}
	}
}

// Cauchy NMF on COIL20 as it ran: three of five runs ended in a cluster of nearly all samples.
func TestCollapsed(t *testing.T) {
	nmi := func(values ...float64) (records []*store.Record) {
		for _, v := range values {
			records = append(records, recordsOf(9, map[string]float64{"nmi-mean": v, "nmi-mean@raw": 0.2})...)
		}
		return records
	}
	for _, tt := range []struct {
		name    string
		records []*store.Record
		rank    int
		want    int
	}{
		{"Cauchy NMF", nmi(0.0266, 0.6996, 0.2209, 0.0257, 0.6687), 60, 3},
		{"all alike", nmi(0.6, 0.5, 0.7), 60, 0},
		{"a method that finds nothing", nmi(0.01, 0.2, 0.05), 60, 0},
		{"three clusters, by chance", nmi(0.1, 0.6), 3, 0},
		{"no clusters", recordsOf(9, map[string]float64{"msl": 1}, map[string]float64{"msl": 9}), 5, 0},
	} {
		if got := len(collapsed(tt.records, tt.rank)); got != tt.want {
			t.Errorf("%s: %d collapsed, want %d", tt.name, got, tt.want)
		}
	}
}
