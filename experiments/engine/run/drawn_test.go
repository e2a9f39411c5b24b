package run

import (
	"context"
	"testing"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/spec/spectest"
)

// A method whose start another program draws from a seed is run once, from the first fractions of that seed; its settings are in its key.
// The others run as often as before, under the keys that they had.
func TestDrawnStart(t *testing.T) {
	const before = `
title: drawn
seed: 1
replicates: 3
datasets: [{key: iris, source: iris, ranks: [2]}]
stop: {iterations: 2}
clusters: [{name: h, from: h, method: kmeans}]
methods:
  - {key: own, solver: nmf}
`
	const after = `
  - {key: drawn, solver: nmf, clusters: [], init: {generator: mt19937, seed: 5489, draw: matlab}}
  - {key: read, solver: nmf, clusters: [{name: h, from: h, method: kmeans}], init: {generator: mt19937, seed: 5489, draw: matlab}}
  - {key: both, solver: nmf, init: {generator: mt19937, seed: 5489, draw: matlab}, clusters: [{name: h, from: h, method: kmeans, kmeans: {start: random, random: {generator: mt19937, seed: 1, draw: r}}}]}
`
	const shown = "metrics: [purity]\npanels: [{key: a, title: a, metric: purity}]\n"
	plan := func(text string) *Plan {
		lib, err := spec.Load(spectest.Folder(map[string]string{"t.yaml": text}), "", nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := NewPlan(lib.Find("demo/t"), Request{Profile: "paper"})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	old, p := plan(before+shown), plan(before+after+shown)
	runs := map[string][]*Run{}
	for _, r := range p.Runs {
		runs[r.ID.Method] = append(runs[r.ID.Method], r)
	}
	if n := len(runs["own"]); n != 3 || runs["own"][2].Key != old.Runs[2].Key {
		t.Errorf("%d runs of the program's own start, or other keys than before", n)
	}
	if len(runs["read"]) != 3 || len(runs["both"]) != 1 {
		t.Errorf("%d runs whose k-means draws and %d whose does not, want 3 and 1", len(runs["read"]), len(runs["both"]))
	}
	r := runs["both"][0]
	data, err := r.sample()
	if err != nil {
		t.Fatal(err)
	}
	f, err := r.start(context.Background(), data)
	if err != nil {
		t.Fatal(err)
	}
	if f.W.At(0, 0) != 0.8147236863931789 || f.W.At(1, 0) != 0.9057919370756192 {
		t.Errorf("W begins with %v, %v, want MATLAB's first fractions", f.W.At(0, 0), f.W.At(1, 0))
	}
	if r.ID.Drawn["seed"] != uint64(5489) || r.ID.Init != "drawn" {
		t.Errorf("the run says init = %q, %v", r.ID.Init, r.ID.Drawn)
	}
}
