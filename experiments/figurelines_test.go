package experiments

import (
	"testing"

	"nmfrepro/experiments/strict"
)

// A line is named by what tells it from the others of its plot, and every unit of it has a place on the axis.
func TestPlaceOf(t *testing.T) {
	at := func(name string, v float64) strict.Map[float64] {
		return strict.Map[float64]{{Name: name, Value: v}}
	}
	one, two := DatasetSpec{Key: "a", Ranks: []int{3}, At: at("size", 10)}, DatasetSpec{Key: "b", Ranks: []int{3, 5}, At: at("size", 20)}
	v := variant{MethodSpec{Key: "m"}, []coordinate{{"alpha", "0.5"}, {"mu", "2"}}}
	for _, tt := range []struct {
		over     string
		datasets []DatasetSpec
		label    string
		x        float64
	}{
		{"alpha", []DatasetSpec{two}, "m, mu 2, r = 5", 0.5},
		{"alpha", []DatasetSpec{one, two}, "m, mu 2, r = 5, b", 0.5},
		{"size", []DatasetSpec{one, two}, "m, alpha 0.5, mu 2, r = 5", 20},
		{"rank", []DatasetSpec{two}, "m, alpha 0.5, mu 2", 5},
		{"rank", []DatasetSpec{one, two}, "m, alpha 0.5, mu 2, b", 5},
	} {
		p := plotPart{PlotSpec: PlotSpec{Over: tt.over}, datasets: tt.datasets}
		label, x, ok := p.placeOf(two, 5, v)
		if label != tt.label || x != tt.x || !ok {
			t.Errorf("over %s of %d data sets: %q at %v (%v), want %q at %v", tt.over, len(tt.datasets), label, x, ok, tt.label, tt.x)
		}
	}
	if _, _, ok := (plotPart{PlotSpec: PlotSpec{Over: "alpha"}}).placeOf(one, 3, variant{MethodSpec: MethodSpec{Key: "nmf"}}); ok {
		t.Error("a method without the option has a place on its axis")
	}
}
