package run

import (
	"context"
	"testing"
	"testing/fstest"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// A run knows how long the processor worked on it, whether it runs alone or not.
func TestProcessorSeconds(t *testing.T) {
	const timed = `title: times
seed: 1
profiles: {smoke: {replicates: 1}, quick: {replicates: 1}, paper: {replicates: 1}}
datasets: [{key: digits, source: digits, ranks: [10]}]
stop: {iterations: 300}
methods: [{key: nmf, solver: nmf}]
metrics: [processor-seconds, seconds]
panels: [{key: a, title: a, metric: seconds}]
`
	for alone, text := range map[bool]string{true: timed + "alone: true\n", false: timed} {
		lib, err := spec.Load(fstest.MapFS{
			"demo/paper.yaml": {Data: []byte("title: t\ncite: c\nshort: s\n")},
			"demo/time.yaml":  {Data: []byte(text)},
		}, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		rec, ok := planOf(t, lib, "demo/time", "quick").Runs[0].Compute(context.Background(), 0)
		if !ok || rec.Status != result.OK {
			t.Fatalf("%s: %s", rec.Status, rec.Reason)
		}
		if v := rec.Metrics["processor-seconds"]; !(v > 0) || !(rec.CoreSeconds > v) {
			t.Errorf("alone: %v: %v seconds of the processor (%s), %v for the whole unit", alone, v, rec.Unavailable["processor-seconds"], rec.CoreSeconds)
		}
	}
}
