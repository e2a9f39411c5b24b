package result

import (
	"slices"
	"testing"
)

// A metric is told in words, its reading behind them; another name is as it is.
func TestMetricWords(t *testing.T) {
	for name, want := range map[string]string{"acc": "accuracy", "purity@w": "purity, w", "euclidean": "Euclidean", "nothing": "nothing"} {
		if got := MetricWords(name); got != want {
			t.Errorf("%s in words is %q, want %q", name, got, want)
		}
	}
}

// Tables come before figures, and these before what is not the paper's own; numbers count as numbers.
func TestInOrder(t *testing.T) {
	keys := []string{"control", "fig10", "fig2", "table10", "table2", "ablation", "table2b"}
	slices.SortFunc(keys, InOrder)
	if want := []string{"table2", "table2b", "table10", "fig2", "fig10", "ablation", "control"}; !slices.Equal(keys, want) {
		t.Errorf("order %v, want %v", keys, want)
	}
}
