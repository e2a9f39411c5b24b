package spec

import (
	"strings"
	"testing"
	"testing/fstest"

	"nmfrepro/experiments/engine/spec/spectest"
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
		}, "", nil)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("times: %s: %v, want %q", times, err, want)
		}
	}
}

// Where the runs behind reported numbers are not those that the verdicts take, paper.yaml has to say why.
func TestRunsOfPublishedNumbers(t *testing.T) {
	const paper = spectest.Paper + `tables:
  sweep:
    number: Table 1
    caption: c
    RUNS
    panels:
      b: {range: [0, 1], counts: {samples: {iris: 150}, runs: 20, scale: 1}, columns: [A], rows: {iris: ["0.50"]}}
`
	const table = `title: t
seed: 1
profiles: {smoke: {replicates: 1}, quick: {replicates: 1}, paper: {replicates: N}}
datasets: [{key: iris, source: iris, ranks: [3]}]
stop: {iterations: 1}
methods: [{key: a, label: A, solver: nmf}]
metrics: [rel-error]
panels: [{key: b, title: b, metric: rel-error}]
`
	for _, test := range []struct{ n, runs, want string }{
		{"20", "notes: [none]", ""},
		{"5", "notes: [none]", "paper.yaml counts 20 runs behind the numbers of panel b, and profile paper 5 replicates"},
		{"5", "runs: {value: 5, reason: its grid}", ""},
	} {
		_, err := Load(fstest.MapFS{
			"demo/paper.yaml": {Data: []byte(strings.Replace(paper, "RUNS", test.runs, 1))},
			"demo/sweep.yaml": {Data: []byte(strings.Replace(table, "N}}", test.n+"}}", 1))},
		}, "", nil)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s replicates, %s: %v, want %q", test.n, test.runs, err, test.want)
		}
	}
}
