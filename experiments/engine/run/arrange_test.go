package run

import (
	"context"
	"slices"
	"testing"
	"testing/fstest"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers/matrix"
)

func TestArrange(t *testing.T) {
	x := mat.NewDense(1, 7, []float64{0, 1, 2, 3, 4, 5, 6})
	data := &datasets.Data{X: matrix.FromDense(x), Labels: []int{0, 0, 1, 1, 2, 2, 3}, Coefficients: mat.NewDense(7, 1, []float64{0, 1, 2, 3, 4, 5, 6})}
	order := func(d spec.Dataset, replicate int) []int {
		t.Helper()
		r := Run{split: &d}
		r.ID.Replicate = replicate
		got, err := r.arrange(data)
		if err != nil {
			t.Fatal(err)
		}
		var samples []int
		_, n := got.X.Dims()
		_, row := got.X.Row(0, make([]float64, n))
		for i, v := range row {
			if got.Labels[i] != int(v)/2 || got.Coefficients.At(i, 0) != v {
				t.Errorf("sample %v has label %d and coefficient %v", v, got.Labels[i], got.Coefficients.At(i, 0))
			}
			samples = append(samples, int(v))
		}
		return samples
	}
	if got := order(spec.Dataset{}, 0); !slices.Equal(got, []int{0, 1, 2, 3, 4, 5, 6}) {
		t.Errorf("nothing asked for: %v", got)
	}
	if got := order(spec.Dataset{Every: 3}, 0); !slices.Equal(got, []int{0, 3, 6}) {
		t.Errorf("one of three: %v", got)
	}
	first, second := order(spec.Dataset{Shuffle: true}, 0), order(spec.Dataset{Shuffle: true}, 1)
	if slices.Equal(first, second) {
		t.Errorf("two replicates have the order %v", first)
	}
	if !slices.Equal(first, order(spec.Dataset{Shuffle: true}, 0)) {
		t.Error("one replicate has two orders")
	}
	if slices.Sort(first); !slices.Equal(first, []int{0, 1, 2, 3, 4, 5, 6}) {
		t.Errorf("shuffling loses samples: %v", first)
	}
}

const exemplarSpec = `title: clusters of each part
seed: 7
profiles:
  smoke: {replicates: 1}
  quick: {replicates: 1}
  paper: {replicates: 1}
datasets: [{key: iris, source: iris, ranks: [4], shuffle: true}]
stop: {iterations: 5}
clusters:
  - {name: one, from: h, part: 1, parts: 2, method: kmeans, kmeans: {k: 2}}
  - {name: two, from: h, part: 2, parts: 2, unit-basis: true, method: kmeans, kmeans: {k: 3}}
methods: [{key: mcnmf, solver: mcnmf, options: {components: 2}}]
metrics: [purity@one]
outputs: [clusters, clusters@two, exemplars@two, exemplar-clusters@two, classes]
panels: [{key: p, title: purity, metric: purity@one}]
`

// Outputs of a reading are those of its clusters; a reading of a part of the coefficients is another one than that of the rest.
func TestOutputsOfReadings(t *testing.T) {
	lib, err := spec.Load(fstest.MapFS{
		"demo/paper.yaml": {Data: []byte("title: t\ncite: c\nshort: s\n")},
		"demo/t.yaml":     {Data: []byte(exemplarSpec)},
	}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	st := store.Open(t.TempDir(), func(w string) { t.Error(w) })
	p := planOf(t, lib, "demo/t", "quick")
	if err := (&Runner{Store: st, Workers: 1}).Run(context.Background(), p.Runs); err != nil {
		t.Fatal(err)
	}
	rec, ok := st.Get(p.Runs[0])
	if !ok || len(rec.Unavailable) > 0 || len(rec.Outputs) != 5 {
		t.Fatalf("%v: %d outputs, %v, %s", ok, len(rec.Outputs), rec.Unavailable, rec.Reason)
	}
	for name, want := range map[string]float64{"clusters": 1, "clusters@two": 2} {
		if got := slices.Max(rec.Outputs[name].Values); got != want {
			t.Errorf("%s: greatest cluster %v, want %v", name, got, want)
		}
	}
	if a, g := rec.Outputs["exemplars@two"], rec.Outputs["exemplar-clusters@two"]; a.Rows != 4 || a.Cols != g.Rows || g.Cols != 1 {
		t.Errorf("exemplars %d×%d, groups %d×%d", a.Rows, a.Cols, g.Rows, g.Cols)
	}
	classes := rec.Outputs["classes"].Values
	if slices.IsSorted(classes) || rec.Run.Subset != "shuffled" {
		t.Errorf("subset %q: the classes come in their order", rec.Run.Subset)
	}
}
