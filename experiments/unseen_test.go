package experiments

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/experiments/result"
	"nmfrepro/solvers"
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
	split := func(replicate, rank int, method string) (rest *datasets.Data, unseen matrix.Matrix) {
		j := &Job{draw: drawing{unseen: 0.3}}
		j.Unit.Replicate, j.Unit.Rank, j.Unit.Method, j.Unit.Seed = replicate, rank, method, 9
		rest, unseen, err := j.setAside(&datasets.Data{X: matrix.FromDense(x), Labels: labels})
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
	rest, unseen := split(0, 3, "nmf")
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
	_, same := split(0, 8, "pnmf")
	_, other := split(1, 3, "nmf")
	if !slices.Equal(values(unseen), values(same)) || slices.Equal(values(unseen), values(other)) {
		t.Error("methods of a replicate hold out different samples, or replicates the same")
	}
	j := &Job{draw: drawing{unseen: 0.001}}
	if _, _, err := j.setAside(rest); err == nil || !strings.Contains(err.Error(), "want some on both sides") {
		t.Errorf("nothing held out: got error %v", err)
	}
}

const startSpec = `title: starts and rows
seed: 3
profiles: {smoke: {replicates: 1}, quick: {replicates: 2}, paper: {replicates: 2}}
datasets:
  - {key: iris, source: iris, ranks: [3], hold-samples: 0.2}
  - {key: signed, label: made, source: pnmf-projection, ranks: [3], redraw: true}
  - {key: positive, label: made, source: pnmf-projection, options: {sign: non-negative, features: 20}, ranks: [3], redraw: true}
stop: {iterations: 4}
methods:
  - {key: pod, solver: pod, datasets: [iris], stop: {iterations: 3, every: 1}, clusters: [{name: own, method: labels}]}
  - {key: kk, solver: kernel-kmeans, datasets: [iris], stop: {iterations: 3, every: 1}, clusters: [{name: own, method: labels}]}
  - {key: pnmf, solver: opnmf, options: {on: samples}, init-from: [pod, kk], datasets: [iris]}
  - {key: semi, solver: semi-nkpca, options: {on: features}, datasets: [signed, iris]}
  - {key: kl, solver: pnmf-kl, datasets: [positive]}
metrics: [rel-error, unseen-error, recovery-error, kernel-gap-linear]
outputs: [entropy-by-width]
panels:
  - {key: a, title: a, metric: recovery-error, datasets: [signed, positive], columns: [{method: semi}, {method: kl}]}
  - {key: b, title: b, metric: unseen-error, datasets: [iris], columns: [{method: pnmf}, {method: semi}, {method: kk}]}
plots:
  - {key: gap, kind: columns, metric: kernel-gap-linear, datasets: [iris], methods: [pod, kk]}
  - {key: errors, kind: columns, metric: rel-error, methods: [semi, kl]}
  - {key: entropy, kind: curve, output: entropy-by-width, datasets: [iris], methods: [kk], log-x: true}
`

// startRun computes the quick profile of startSpec.
func startRun(t *testing.T) (*Library, *Plan, *Store) {
	t.Helper()
	lib, err := LoadLibrary(fstest.MapFS{
		"demo/paper.yaml": {Data: []byte("title: t\ncite: c\nshort: s\n")},
		"demo/start.yaml": {Data: []byte(startSpec)},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	p, st := planOf(t, lib, "demo/start", "quick"), OpenStore(t.TempDir(), func(w string) { t.Error(w) })
	r := Runner{Store: st, Workers: 2}
	if err := r.Run(context.Background(), p.Jobs); err != nil {
		t.Fatal(err)
	}
	return lib, p, st
}

// Data sets of one label share a row; held-out samples are scored where the method leaves a basis.
func TestSharedRowsAndUnseenSamples(t *testing.T) {
	lib, p, st := startRun(t)
	table := p.Collect(lib, st)
	a := panelOf(t, table, "a")
	if len(a.Rows) != 1 || a.Rows[0].Label != "made" {
		t.Fatalf("rows %+v, want one", a.Rows)
	}
	for i, want := range []string{"signed", "positive"} {
		if c := a.Rows[0].Cells[i]; c.Dataset != want || len(c.Values) != 2 || !strings.Contains(c.Address, "dataset="+want) {
			t.Errorf("column %d: %s of %s has %d values (%s)", i, c.Address, c.Dataset, len(c.Values), c.Note)
		}
	}
	b := panelOf(t, table, "b").Rows[0]
	for _, c := range b.Cells[:2] {
		if len(c.Values) != 2 || !(c.Values[0] > 0 && c.Values[0] < 1) {
			t.Errorf("%s: %v (%s)", c.Address, c.Values, c.Note)
		}
	}
	if c := b.Cells[2]; c.Status != result.Skipped || !strings.Contains(c.Note, "no coefficients for new samples") {
		t.Errorf("clusters alone: %s %s", c.Status, c.Note)
	}
	if notes := strings.Join(table.Notes, " "); !strings.Contains(notes, "signed (pnmf-projection, 30×500)") || !strings.Contains(notes, "positive (pnmf-projection, 20×500)") {
		t.Errorf("notes %q, want the sizes of the data", notes)
	}
	f := p.CollectFigure(lib, st)
	gap, errors, entropy := f.Plots[0], f.Plots[1], f.Plots[2]
	if len(gap.Series) != 2 || !gap.Series[0].Bars || !slices.Equal(gap.X.Names, []string{"iris"}) || gap.Series[1].X[0] != 1 {
		t.Errorf("columns: %+v", gap)
	}
	if len(errors.Series) != 2 || !slices.Equal(errors.Series[0].X, []float64{1, 2}) || !slices.Equal(errors.Series[1].X, []float64{3}) {
		t.Errorf("columns of three data sets: %+v", errors)
	}
	if len(entropy.Series) != 1 || len(entropy.Series[0].X) != 81 {
		t.Errorf("curve: %+v", entropy)
	}
}

// A method starts from the better of the clusterings that the other methods' own units end with.
func TestInitFrom(t *testing.T) {
	_, p, st := startRun(t)
	ends := map[string]float64{}
	var pnmf *Job
	for _, j := range p.Jobs {
		rec, ok := st.Get(j.Unit.Experiment, j.Key)
		if !ok || rec.Status != result.OK {
			t.Fatalf("%s on %s: %s", j.Unit.Method, j.Unit.Dataset, rec.Reason)
		}
		if j.Unit.Replicate == 1 && j.Unit.Dataset == "iris" {
			ends[j.Unit.Method] = rec.Trace[len(rec.Trace)-1].Objective
			if j.Unit.Method == "pnmf" {
				pnmf = j
			}
		}
	}
	if len(pnmf.Unit.InitFrom) != 2 || !strings.HasPrefix(pnmf.Unit.InitFrom[0], "pod ") {
		t.Fatalf("init_from = %q", pnmf.Unit.InitFrom)
	}
	data, err := pnmf.sample()
	if err != nil {
		t.Fatal(err)
	}
	f, err := pnmf.start(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	n, r := f.Ht.Dims()
	labels := make([]int, n)
	for i, row := range f.Ht.RawMatrix().Data {
		if v := row; v == 1.2 {
			labels[i/r] = i % r
		} else if v != 0.2 {
			t.Fatalf("entry %d of the start is %v, want 0.2 or 1.2", i, v)
		}
	}
	if !mat.Equal(f.Ht, solvers.Indicators(labels, r, 0.2)) {
		t.Fatal("the start is no indicator matrix plus 0.2")
	}
	if got, want := energy(data.X, labels, r), min(ends["pod"], ends["kk"]); math.Abs(got-want) > 1e-9*want {
		t.Errorf("starts from clusters of energy %v, want %v (%v)", got, want, ends)
	}
}

// energy is the sum of squared distances to the cluster means.
func energy(x matrix.Matrix, labels []int, r int) float64 {
	m, n := x.Dims()
	means, sizes := mat.NewDense(m, r, nil), make([]float64, r)
	for j := range n {
		sizes[labels[j]]++
		for i := range m {
			means.Set(i, labels[j], means.At(i, labels[j])+x.At(i, j))
		}
	}
	var sum float64
	for j := range n {
		for i := range m {
			d := x.At(i, j) - means.At(i, labels[j])/sizes[labels[j]]
			sum += d * d
		}
	}
	return sum
}

func TestSharedRowsAreChecked(t *testing.T) {
	for spec, want := range map[string]string{
		strings.Replace(startSpec, "solver: pnmf-kl, datasets: [positive]", "solver: pnmf-kl", 1):                                          "method kl runs on more than one",
		strings.Replace(startSpec, "features: 20}, ranks: [3]", "features: 20}, ranks: [3, 4]", 1):                                         "want the same ranks",
		strings.Replace(startSpec, "init-from: [pod, kk]", "init-from: [pod, kk], init: random", 1):                                        "stands in place of init",
		strings.Replace(startSpec, "{key: kk, solver: kernel-kmeans", "{key: kk, vary: {kernel: [linear, rbf]}, solver: kernel-kmeans", 1): "kk is flat, varies",
	} {
		_, err := LoadLibrary(fstest.MapFS{
			"demo/paper.yaml": {Data: []byte("title: t\ncite: c\nshort: s\n")},
			"demo/start.yaml": {Data: []byte(spec)},
		}, "")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
