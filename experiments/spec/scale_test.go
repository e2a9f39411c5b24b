package spec

import (
	"strings"
	"testing"
	"testing/fstest"

	"nmfrepro/experiments/spec/spectest"
)

// A panel that prints shares beside published percentages, or the other way round, is refused.
func TestScaleOfPublishedNumbers(t *testing.T) {
	const paper = spectest.Paper + `tables:
  sweep:
    number: Table 1
    caption: c
    panels:
      b: {range: [0, 100], columns: [A], rows: {iris: ["50.0"]}}
`
	const table = `title: t
seed: 1
profiles: {smoke: {replicates: 1}, quick: {replicates: 1}, paper: {replicates: 1}}
datasets: [{key: iris, source: iris, ranks: [3]}]
stop: {iterations: 1}
methods: [{key: a, label: A, solver: nmf}]
metrics: [rel-error]
panels: [{key: b, title: b, metric: rel-error, times: TIMES}]
`
	for times, want := range map[string]string{"100": "", "1": "want times: 100", "10": "want times: 100"} {
		_, err := Load(fstest.MapFS{
			"demo/paper.yaml": {Data: []byte(paper)},
			"demo/sweep.yaml": {Data: []byte(strings.Replace(table, "TIMES", times, 1))},
		}, "")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("times: %s: %v, want %q", times, err, want)
		}
	}
}
