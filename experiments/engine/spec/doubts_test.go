package spec

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Ranks that factors can have to no purpose are doubted, for the methods and the sizes for which they are.
func TestDoubtsRanks(t *testing.T) {
	for _, tt := range []struct{ name, dataset, methods, want string }{
		{"below the shorter side", "source: iris, ranks: [3, 4]", "{key: nmf, solver: nmf}", ""},
		{"above it", "source: iris, ranks: [4, 40]", "{key: nmf, solver: nmf}", "compare.yaml:5:49: datasets[0].ranks[1]: warning: rank 40 is above 4, "},
		{"above it, of one method", "source: iris, ranks: [40]", "{key: nmf, solver: nmf}, {key: sym, solver: symnmf}", "(methods: nmf)"},
		{"above it, with options", "source: iris, ranks: [40]", "{key: pnmf, solver: pnmf, options: {on: samples}}", ""},
		{"on other data", "source: iris, ranks: [40]", "{key: nmf, solver: nmf, datasets: [other]}", ""},
		{"at the first rank only", "source: iris, ranks: [40]", "{key: nmf, solver: nmf, flat: true}", ""},
		{"without a solver", "source: iris, ranks: [40]", "{key: raw}", ""},
	} {
		file := filepath.Join(t.TempDir(), "compare.yaml")
		text := "title: t\nseed: 1\nreplicates: 2\nstop: {iterations: 5}\ndatasets: [{key: iris, " + tt.dataset + "}, {key: other, source: wine, ranks: [3]}]\nmethods: [" + tt.methods + "]\n" +
			"clusters: [{name: h, from: h, method: argmax}]\nmetrics: [acc]\npanels: [{key: a, title: Accuracy, metric: acc}]\n"
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		doubts, err := DoubtsOf(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := doubts.Error(); !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A metric that compares clusters with labels needs a data set that has them: without any the spec is refused, and those without are named.
func TestSetsWithoutLabels(t *testing.T) {
	const text = `title: t
seed: 1
replicates: 2
datasets: [%s{key: a, source: jasper-ridge, ranks: [3]}]
stop: {iterations: 5}
clusters: [{name: h, from: h, method: argmax}]
methods: [{key: nmf, solver: nmf}]
metrics: [%s]
panels: [{key: p, title: p, metric: %[2]s}]
`
	for _, test := range []struct{ sets, metric, refused, doubted string }{
		{"", "ari", "metrics[0]: ari compares clusters with labels, and a has none", ""},
		{"", "silhouette-x", "", ""},
		{"{key: iris, source: iris, ranks: [3]}, ", "ari", "", "a has no labels, so that there is no value of ari"},
	} {
		s, err := besideCarried(t, fmt.Sprintf(text, test.sets, test.metric))
		if (err == nil) != (test.refused == "") || err != nil && !strings.Contains(err.Error(), test.refused) {
			t.Errorf("%q, %s: got %v, want %q", test.sets, test.metric, err, test.refused)
			continue
		}
		if err != nil {
			continue
		}
		if doubts := fmt.Sprint(s.Doubts()); !strings.Contains(doubts, test.doubted) || test.doubted == "" && strings.Contains(doubts, "labels") {
			t.Errorf("%q, %s: doubts %s, want %q", test.sets, test.metric, doubts, test.doubted)
		}
	}
}
