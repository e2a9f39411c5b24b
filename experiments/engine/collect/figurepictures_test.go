package collect

import (
	"slices"
	"testing"
	"testing/fstest"

	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

const picturesSpec = `title: pictures in groups
seed: 7
profiles:
  smoke: {replicates: 1}
  quick: {replicates: 1}
  paper: {replicates: 1}
datasets: [{key: faces, source: notting-hill-standin, ranks: [2], every: 466}]
stop: {iterations: 2}
clusters: [{name: h, from: h, method: kmeans, kmeans: {k: 2}}]
methods: [{key: nmf, solver: nmf}]
outputs: [samples, classes, exemplars, exemplar-clusters, exemplar-outliers]
plots:
  - {key: all, kind: pictures, output: samples, frames: classes, first: 6}
  - {key: grouped, kind: pictures, title: NMF, output: exemplars, groups: exemplar-clusters, frames: exemplar-outliers, framed: ["", outlier]}
`

// Pictures have the frames and headings of their groups.
func TestPicturesInGroups(t *testing.T) {
	lib, err := spec.Load(fstest.MapFS{
		"demo/paper.yaml": {Data: []byte("title: t\ncite: c\nshort: s\n")},
		"demo/f.yaml":     {Data: []byte(picturesSpec)},
	}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	st := store.Open(t.TempDir(), func(w string) { t.Error(w) })
	p := planOf(t, lib, "demo/f", "quick")
	if err := (&run.Runner{Store: st, Workers: 1}).Run(t.Context(), p.Runs); err != nil {
		t.Fatal(err)
	}
	rec, _ := st.Get(p.Runs[0])
	classes, clusters := groupsOf(rec, "classes", 10), groupsOf(rec, "exemplar-clusters", 10)
	var framed, titles []string
	for _, plot := range Gather(lib, p, store.NewRecords(st)).Figure().Plots {
		if plot.Status != result.OK || plot.Image.Rows != 32 || plot.Image.Cols != 32 {
			t.Fatalf("%s: %s %s", plot.Title, plot.Status, plot.Note)
		}
		framed, titles = append(framed, plot.Image.Frame), append(titles, plot.Title)
	}
	if len(framed) != 6+10 || framed[0] != "class 1" || framed[5] != "class "+string(rune('1'+classes[5])) {
		t.Errorf("%d pictures, frames %q of classes %v", len(framed), framed, classes)
	}
	second := 6 + slices.Index(clusters, 1)
	if titles[6] != "NMF: cluster 1" || titles[7] != "" || titles[second] != "NMF: cluster 2" || framed[6] != "" {
		t.Errorf("titles %q of clusters %v", titles[6:], clusters)
	}
}

func TestNamesOfGroups(t *testing.T) {
	for output, want := range map[string]string{"classes": "class", "exemplar-clusters@c1": "cluster", "exemplar-outliers": "outlier"} {
		if got := singular(output); got != want {
			t.Errorf("one of %s is called %q, want %q", output, got, want)
		}
	}
	p := plotPart{Plot: spec.Plot{Framed: []string{"", "outlier"}}}
	if p.frameName(0) != "" || p.frameName(1) != "outlier" || p.frameName(2) != "" {
		t.Error("frames have other names than the spec gives them")
	}
}
