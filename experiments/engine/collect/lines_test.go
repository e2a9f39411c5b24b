package collect

import (
	"math"
	"testing"

	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/spec"
)

// A line is named by what tells it from the others of its plot, and every run of it has a place on the axis.
func TestPlaceOf(t *testing.T) {
	at := func(name string, v float64) strict.Map[float64] {
		return strict.Map[float64]{{Name: name, Value: v}}
	}
	one, two := spec.Dataset{Key: "a", Ranks: []int{3}, At: at("size", 10)}, spec.Dataset{Key: "b", Ranks: []int{3, 5}, At: at("size", 20)}
	v := spec.Variant{Method: spec.Method{Key: "m"}, At: []spec.Coordinate{{Name: "alpha", Value: "0.5"}, {Name: "mu", Value: "2"}}}
	for _, tt := range []struct {
		over     string
		datasets []spec.Dataset
		label    string
		x        float64
	}{
		{"alpha", []spec.Dataset{two}, "m, mu 2, r = 5", 0.5},
		{"alpha", []spec.Dataset{one, two}, "m, mu 2, r = 5, b", 0.5},
		{"size", []spec.Dataset{one, two}, "m, alpha 0.5, mu 2, r = 5", 20},
		{"rank", []spec.Dataset{two}, "m, alpha 0.5, mu 2", 5},
		{"rank", []spec.Dataset{one, two}, "m, alpha 0.5, mu 2, b", 5},
	} {
		a := axis{over: tt.over}
		label := a.apart(two, 5, v).legend(v.Method, len(tt.datasets) > 1)
		if x, ok := a.place(two, 5, v); label != tt.label || x != tt.x || !ok {
			t.Errorf("over %s of %d data sets: %q at %v (%v), want %q at %v", tt.over, len(tt.datasets), label, x, ok, tt.label, tt.x)
		}
	}
	if x, ok := (axis{over: "alpha"}).place(one, 3, spec.Variant{Method: spec.Method{Key: "nmf"}}); !ok || !math.IsNaN(x) {
		t.Errorf("a method without the option is at %v (%v), want NaN, which stands for all", x, ok)
	}
}
