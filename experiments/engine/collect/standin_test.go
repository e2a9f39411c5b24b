package collect

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

const standInSpec = `title: a set that may be missing
seed: 3
profiles: {smoke: {replicates: 1}, quick: {replicates: 1}, paper: {replicates: 1}}
datasets:
  - {key: ip, source: indian-pines, substitute: indian-pines-standin, ranks: [2], options: {scale: min-max}}
stop: {iterations: 2}
methods: [{key: nmf, solver: nmf}]
metrics: [rel-error]
panels: [{key: all, title: t, metric: rel-error}]
plots: [{key: all, metric: rel-error, over: rank, each: dataset}]
`

// A stand-in is taken only where a file of the set is missing, and the runs say which was taken.
func TestStandIn(t *testing.T) {
	lib, err := spec.Load(fstest.MapFS{
		"demo/paper.yaml": {Data: []byte("title: t\ncite: c\nshort: s\n")},
		"demo/scene.yaml": {Data: []byte(standInSpec)},
	}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	folder, st := t.TempDir(), store.Open(t.TempDir(), func(w string) { t.Error(w) })
	sourceOf := func() string {
		p, err := run.NewPlan(lib.Find("demo/scene"), run.Request{Profile: "quick", Data: folder})
		if err != nil {
			t.Fatal(err)
		}
		source, title := p.Runs[0].ID.Source, Gather(lib, p, store.NewRecords(st)).Figure().Plots[0].Title
		if strings.Contains(title, "substitute") != (source == "indian-pines-standin") {
			t.Errorf("the plot of %s has the title %q", source, title)
		}
		return source
	}
	if got := sourceOf(); got != "indian-pines-standin" {
		t.Errorf("without files the units read %s", got)
	}
	if err := os.Mkdir(filepath.Join(folder, "hyperspectral"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Indian_pines_gt.mat", "Indian_pines_corrected.mat"} {
		if err := os.WriteFile(filepath.Join(folder, "hyperspectral", name), make([]byte, 1125), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := sourceOf(); got != "indian-pines" {
		t.Errorf("with files the units read %s", got)
	}
}

func TestStandInIsChecked(t *testing.T) {
	_, err := spec.Load(fstest.MapFS{
		"demo/paper.yaml": {Data: []byte("title: t\ncite: c\nshort: s\n")},
		"demo/scene.yaml": {Data: []byte(strings.Replace(standInSpec, "pines-standin", "pines-stand", 1))},
	}, "", nil)
	if err == nil || !strings.Contains(err.Error(), `did you mean "indian-pines-standin"`) {
		t.Errorf("an unknown substitute: %v", err)
	}
}
