package eval

import (
	"math"
	"testing"
)

func TestRanges(t *testing.T) {
	want := map[string][2]float64{
		"acc": {0, 1}, "nmi-max": {0, 1}, "csr": {0, 1}, "sparseness-scaled-w": {0, 2}, "svm-accuracy": {0, 1}, "ari": {-1, 1},
		"msl":            {0, math.Inf(1)},
		"recovery-error": {0, math.Inf(1)}, "seconds": {0, math.Inf(1)}, "rel-error": {0, math.Inf(1)},
	}
	for _, m := range Metrics {
		low, high := m.Range()
		if w, named := want[m.Name]; named && [2]float64{low, high} != w {
			t.Errorf("%s lies in [%v, %v], want %v", m.Name, low, high, w)
		}
		if !(low < high) {
			t.Errorf("%s has the empty range [%v, %v]", m.Name, low, high)
		}
		delete(want, m.Name)
	}
	if len(want) > 0 {
		t.Errorf("no metrics %v", want)
	}
}
