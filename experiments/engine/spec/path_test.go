package spec

import (
	"strings"
	"testing"

	"nmfrepro/experiments/engine/spec/spectest"
)

// A path that no run could be scored along is refused at its line.
func TestPathIsChecked(t *testing.T) {
	const rest = `
title: t
seed: 3
replicates: 2
datasets: [{key: iris, source: iris, ranks: [3]}]
clusters: [{name: km, from: h, method: kmeans}]
metrics: [nmi-max]
panels: [{key: p, title: p, metric: nmi-max}]
stop: {iterations: 100}
`
	const nmf = "methods: [{key: nmf, solver: nmf}]\n"
	for _, c := range []struct{ path, methods, want string }{
		{"path: {at: [10, 100]}\n", nmf, ""},
		{"path: {at: [10, 30, 101]}\n", nmf, "demo/walk.yaml:1:21: path.at[2]: iteration 101 is beyond the 100 iterations of method nmf (stop), want at most as many"},
		{"path: {at: [10, 300]}\n", "methods: [{key: a, solver: nmf, stop: {iterations: 400}}, {key: b, solver: nmf, stop: {iterations: 200}}]\n",
			"path.at[1]: iteration 300 is beyond the 200 iterations of method b (methods[1].stop)"},
		{"path: {at: [10, 30, 20]}\n", nmf, "demo/walk.yaml:1:21: path.at[2]: iteration 20 comes after 30, want them rising"},
		{"path: {at: [10, 10]}\n", nmf, "path.at[1]: iteration 10 is given twice"},
		{"path: {at: [0, 10]}\n", nmf, "path.at[0]: iteration = 0, want ≥ 1"},
		{"path: {at: [-5]}\n", nmf, "path.at[0]: iteration = -5, want ≥ 1"},
		{"path: {at: []}\n", nmf, "path.at: no iteration, want at least one"},
		{"path: {}\n", nmf, `path: missing key "at"`},
		{"path: [10]\n", nmf, "path: "},
		{"path: {at: [1.5]}\n", nmf, "path.at[0]: "},
		{"path: {at: [10]}\n", "methods: [{key: nmf, solver: nmf}, {key: k}]\n", "demo/walk.yaml:2:42: methods[1].key: k cannot be scored along a path: it has no solver"},
		{"path: {at: [10]}\n", "methods: [{key: s, solver: spectral-embedding}]\n", "methods[0].key: s cannot be scored along a path: it has no factors that move"},
	} {
		_, err := Load(spectest.Folder(map[string]string{"walk.yaml": c.path + c.methods + rest}), "", nil)
		switch {
		case c.want == "" && err != nil, c.want != "" && err == nil:
			t.Errorf("%s%s%v, want %q", c.path, c.methods, err, c.want)
		case err != nil && !strings.Contains(err.Error(), c.want):
			t.Errorf("%s%s%v, want %q", c.path, c.methods, err, c.want)
		case err != nil && strings.Count(err.Error(), "\n") > 0:
			t.Errorf("%smore than one problem: %v", c.path, err)
		}
	}
	base := "path: {at: [10, 50]}\n" + nmf + rest
	for text, want := range map[string]string{
		"title: l\nlike: walk\npath: {at: [10]}\nmethods: [{key: g, solver: gnmf}]\n":       "demo/like.yaml:3:7: path: leave it out: it is taken from walk",
		"title: l\nlike: walk\nmethods: [{key: g, solver: gnmf, stop: {iterations: 20}}]\n": "methods[0].stop.iterations: iterations = 20, want at least the 50 of the path of walk",
		"title: l\nlike: walk\nmethods: [{key: u, solver: umap}]\n":                         "methods[0].key: u cannot be scored along a path",
	} {
		_, err := Load(spectest.Folder(map[string]string{"walk.yaml": base, "like.yaml": text}), "", nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s%v, want %q", text, err, want)
		}
	}
	lib, err := Load(spectest.Folder(map[string]string{"walk.yaml": base, "like.yaml": "title: l\nlike: walk\nmethods: [{key: g, solver: gnmf}]\n"}), "", nil)
	if err != nil || len(lib.Find("demo/like").Path.At) != 2 {
		t.Errorf("an experiment that is like one with a path: %v", err)
	}
}
