package run

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/solvers/matrix"
)

// Every sample is on one side; ranks and methods share the draw, replicates do not; labels stay with their samples.
func TestSetAside(t *testing.T) {
	const n = 50
	x, labels := mat.NewDense(1, n, nil), make([]int, n)
	for i := range n {
		x.Set(0, i, float64(i))
		labels[i] = i % 7
	}
	part := func(replicate, rank int, method string) (rest *datasets.Data, unseen matrix.Matrix) {
		r := &Run{split: &spec.Dataset{HoldSamples: 0.3}}
		r.ID.Replicate, r.ID.Rank, r.ID.Method, r.ID.Seed = replicate, rank, method, 9
		rest, unseen, err := r.setAside(&datasets.Data{X: matrix.FromDense(x), Labels: labels})
		if err != nil {
			t.Fatal(err)
		}
		return rest, unseen
	}
	values := func(x matrix.Matrix) []float64 {
		_, c := x.Dims()
		_, row := x.Row(0, make([]float64, c))
		return slices.Clone(row)
	}
	rest, unseen := part(0, 3, "nmf")
	all := append(values(rest.X), values(unseen)...)
	slices.Sort(all)
	for i, v := range all {
		if v != float64(i) {
			t.Fatalf("sample %d is missing or there twice: %v", i, all)
		}
	}
	if _, held := unseen.Dims(); held != 15 || len(rest.Labels) != 35 {
		t.Errorf("%d samples held out and %d labels left, want 15 and 35", held, len(rest.Labels))
	}
	for i, v := range values(rest.X) {
		if rest.Labels[i] != int(v)%7 {
			t.Errorf("sample %v has label %d", v, rest.Labels[i])
		}
	}
	_, same := part(0, 8, "pnmf")
	_, other := part(1, 3, "nmf")
	if !slices.Equal(values(unseen), values(same)) || slices.Equal(values(unseen), values(other)) {
		t.Error("methods of a replicate hold out different samples, or replicates the same")
	}
	r := &Run{split: &spec.Dataset{HoldSamples: 0.001}}
	if _, _, err := r.setAside(rest); err == nil || !strings.Contains(err.Error(), "want some on both sides") {
		t.Errorf("nothing held out: got error %v", err)
	}
}
