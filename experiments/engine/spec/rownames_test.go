package spec

import (
	"strings"
	"testing"
	"testing/fstest"

	"nmfrepro/experiments/engine/spec/spectest"
)

// A name of a row that no experiment of the paper has would never be shown: it is refused, with the nearest row.
func TestNamesOfRows(t *testing.T) {
	const table = `title: t
seed: 1
profiles: {smoke: {replicates: 1}, quick: {replicates: 1}, paper: {replicates: 1}}
datasets: [{key: iris, source: iris, ranks: [2, 3]}]
stop: {iterations: 1}
methods: [{key: a, label: A, solver: nmf}]
metrics: [rel-error]
panels: [{key: b, title: b, metric: rel-error}]
`
	for rows, want := range map[string]string{
		"{iris: Iris}": "", `{"iris r=2": Iris of two}`: "",
		"{irs: Iris}":             `demo/paper.yaml:3:15: names.rows.irs: no data set of the paper's experiments is called "irs", did you mean "iris"`,
		`{"iris r=4": too large}`: `no data set of the paper's experiments is called "iris r=4", did you mean "iris r=`,
	} {
		paper := strings.Replace(spectest.Paper, "\n", "\nnames:\n  rows: "+rows+"\n", 1)
		_, err := Load(fstest.MapFS{"demo/paper.yaml": {Data: []byte(paper)}, "demo/sweep.yaml": {Data: []byte(table)}}, "", nil)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", rows, err, want)
		}
	}
}
