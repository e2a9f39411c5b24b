package sets

import (
	"math"
	"testing"
	"testing/fstest"

	"nmfrepro/datasets/matfile"
)

// Three documents of four terms: weights are (1 + ln tf)·ln(N/df) at unit length, and a term in all documents weighs nothing.
func TestDocuments(t *testing.T) {
	fea := array("fea", matfile.Sparse, []int{3, 4}, 2, 1, 3, 1, 1)
	fea.Row, fea.Col = []int{0, 1, 2, 0, 2}, []int{0, 0, 0, 1, 3}
	folder := fstest.MapFS{"t.mat": {Data: matOf(t, fea, array("gnd", matfile.Double, []int{3, 1}, 1, 2, 2))}}
	d, err := (&documents{weightsTFIDF, "t.mat", 2}).Load(folder, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m, n := d.X.Dims(); m != 4 || n != 3 || d.Labels[2] != 1 {
		t.Fatalf("%d×%d, labels %v", m, n, d.Labels)
	}
	for _, e := range []struct {
		i, j int
		want float64
	}{{0, 0, 0}, {1, 0, 1}, {3, 2, 1}, {2, 1, 0}} {
		if got := d.X.At(e.i, e.j); math.Abs(got-e.want) > 1e-15 {
			t.Errorf("term %d of document %d weighs %v, want %v", e.i+1, e.j+1, got, e.want)
		}
	}
	counts, err := (&documents{weightsCounts, "t.mat", 2}).Load(folder, nil)
	if err != nil || counts.X.At(0, 2) != 3 {
		t.Errorf("counts: %v, %v", counts, err)
	}
}
