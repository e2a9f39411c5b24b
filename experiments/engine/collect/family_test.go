package collect

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// Rows of one source, of a set and its part, and of what the spec calls a family are one witness; files and generated sets are by themselves.
func TestFamilies(t *testing.T) {
	own := `title: t
seed: 3
replicates: 1
datasets:
  - {key: a, source: iris, ranks: [2]}
  - {key: b, source: iris, ranks: [3], options: {scale: min-max}}
  - {key: c, source: digits, ranks: [2]}
  - {key: d, source: optdigits, ranks: [2]}
  - {key: e, source: wine, family: small, ranks: [2]}
  - {key: f, source: file, ranks: [2], options: {x: one.csv}}
  - {key: g, source: file, ranks: [2], options: {x: two.csv}}
  - {key: h, source: ornmf-synthetic, ranks: [2]}
  - {key: i, source: ornmf-synthetic, ranks: [2]}
stop: {iterations: 2}
methods: [{key: nmf, solver: nmf}]
metrics: [rel-error]
panels: [{key: all, title: t, metric: rel-error, average: mean}]
`
	lib, err := spec.Load(fstest.MapFS{"demo/own.yaml": {Data: []byte(own)}}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.NewPlan(lib.Find("demo/own"), run.Request{Profile: "quick", Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	table := Gather(lib, p, store.NewRecords(store.Open(t.TempDir(), nil))).Table()
	got := list.Map(table.Panels[0].Rows, func(r result.Row) string { return r.Family })
	if want := "iris iris optdigits optdigits small one.csv two.csv h i"; strings.Join(got[:9], " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
	_, err = spec.Load(fstest.MapFS{"demo/own.yaml": {Data: []byte(strings.Replace(own, "family: small", "family: two words", 1))}}, "", nil)
	if want := "own.yaml:9:36: datasets[4].family"; err == nil || !strings.Contains(fmt.Sprint(err), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
