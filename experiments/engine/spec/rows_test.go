package spec

import (
	"strings"
	"testing"
	"testing/fstest"

	"nmfrepro/experiments/engine/spec/spectest"
)

func TestSharedRowsAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		strings.Replace(spectest.Start, "solver: pnmf-kl, datasets: [positive]", "solver: pnmf-kl", 1):                                          "method kl runs on more than one",
		strings.Replace(spectest.Start, "features: 20}, ranks: [3]", "features: 20}, ranks: [3, 4]", 1):                                         "want the same ranks",
		strings.Replace(spectest.Start, "init-from: [pod, kk]", "init-from: [pod, kk], init: random", 1):                                        "stands in place of init",
		strings.Replace(spectest.Start, "{key: kk, solver: kernel-kmeans", "{key: kk, vary: {kernel: [linear, rbf]}, solver: kernel-kmeans", 1): "kk is flat, varies",
	} {
		_, err := Load(fstest.MapFS{
			"demo/paper.yaml": {Data: []byte("title: t\ncite: c\nshort: s\n")},
			"demo/start.yaml": {Data: []byte(text)},
		}, "", nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestBesideIsChecked(t *testing.T) {
	const paper = "title: t\ncite: c\nshort: s\ntables:\n  t: {number: Table 1, caption: c, panels: {p: {columns: [NMF mean, all mean], rows: {iris: ['1', '2'], wine: ['1', '2']}}}}\n"
	for beside, want := range map[string]string{
		"{panel: t/p, suffix: mean}": `unknown column "All mean" of t/p, did you mean "all mean"`,
		"{panel: t/q}":               `unknown panel "q" of t`,
	} {
		_, err := Load(fstest.MapFS{
			"demo/paper.yaml": {Data: []byte(paper)},
			"demo/sweep.yaml": {Data: []byte(spectest.Sweep)},
			"demo/plots.yaml": {Data: []byte(strings.Replace(spectest.Plots, "marks: [{label: paper, y: 0.5, in: iris}]", "beside: "+beside, 1))},
		}, "", nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
