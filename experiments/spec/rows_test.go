package spec

import (
	"nmfrepro/experiments/spec/spectest"
	"strings"
	"testing"
	"testing/fstest"
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
		}, "")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
