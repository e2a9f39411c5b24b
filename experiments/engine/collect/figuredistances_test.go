package collect

import (
	"slices"
	"testing"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

func TestDistances(t *testing.T) {
	triangle := func() result.Plot {
		return result.Plot{Title: "NMF", Series: []result.Series{{
			X: []float64{0, 3, 0}, Y: []float64{0, 0, 4}, Z: []float64{0, 0, 0}, Names: []string{"a", "b", "c"},
		}}}
	}
	for _, test := range []struct {
		plot   spec.Plot
		labels []string
		said   string
	}{
		{spec.Plot{Relation: []string{"a", "b", "c"}}, []string{"3.00*", "4.00*"}, "NMF: a is nearer to b (3.00) than to c (4.00)."},
		{spec.Plot{Relation: []string{"a", "c", "b"}}, []string{"3.00", "4.00"}, "NMF: a is not nearer to c (4.00) than to b (3.00)."},
		{spec.Plot{Relation: []string{"c", "a", "b"}, Pairs: true}, []string{"0.60", "0.80*", "1.00*"}, "NMF: c is nearer to a (0.80) than to b (1.00)."},
		{spec.Plot{Relation: []string{"a", "b", "nobody"}}, nil, ""},
		{spec.Plot{}, nil, ""},
	} {
		plot := triangle()
		said := plotPart{Plot: test.plot}.distances(&plot)
		var labels []string
		for _, l := range plot.Links {
			labels = append(labels, l.Label)
		}
		if said != test.said || !slices.Equal(labels, test.labels) {
			t.Errorf("%v, pairs %v: %q, links %q, want %q, %q", test.plot.Relation, test.plot.Pairs, said, labels, test.said, test.labels)
		}
	}
	one := triangle()
	one.Series[0].X, one.Series[0].Y = make([]float64, 3), make([]float64, 3)
	if said := (plotPart{Plot: spec.Plot{Pairs: true}}).distances(&one); said == "" || len(one.Links) > 0 {
		t.Errorf("three samples at one point: %q, %d links", said, len(one.Links))
	}
}
