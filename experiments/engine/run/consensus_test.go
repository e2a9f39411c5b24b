package run

import (
	"context"
	"testing"

	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

const agreeing = `title: consensus
seed: 5
replicates: 1
datasets:
  - {key: iris, source: iris, ranks: [3], hold-entries: {share: 0.1}}
init: random
stop: {iterations: 40}
clusters: [{name: h, from: h, method: argmax}]
methods:
  - {key: one, solver: nmf}
  - {key: many, solver: nmf, consensus: {starts: 6}, clusters: [{name: all, method: labels}]}
metrics: [purity, cophenetic, dispersion, mse-held, msl]
panels: [{key: a, title: a, metric: purity}]
`

// A run of many initialisations ends in the clusters that they agree on, keeps the factors of the smallest objective, and says how far they agree.
func TestConsensusOfRun(t *testing.T) {
	lib := libraryOf(t, map[string]string{"agree.yaml": agreeing})
	p, st := planOf(t, lib, "demo/agree", "quick"), store.Open(t.TempDir(), func(w string) { t.Error(w) })
	r := Runner{Store: st, Workers: 1}
	if err := r.Run(context.Background(), p.Runs); err != nil {
		t.Fatal(err)
	}
	one, _ := st.Get(p.Runs[0])
	many, _ := st.Get(p.Runs[1])
	if one.Status != result.OK || many.Status != result.OK {
		t.Fatalf("%s, %s", one.Reason, many.Reason)
	}
	if one.Unavailable["cophenetic"] == "" || one.Unavailable["dispersion"] == "" {
		t.Error("one initialisation agrees with itself")
	}
	for _, name := range []string{"purity", "cophenetic", "dispersion", "mse-held"} {
		if v, there := many.Metrics[name]; !there || v <= 0 || v > 1 {
			t.Errorf("%s of six initialisations is %v (%s)", name, v, many.Unavailable[name])
		}
	}
	if many.Metrics["msl"] > one.Metrics["msl"] {
		t.Errorf("the best of six initialisations, of which the first is the other run's, has the error %v, above %v", many.Metrics["msl"], one.Metrics["msl"])
	}
	if many.Run.Consensus["starts"] == nil || one.Run.Consensus != nil {
		t.Errorf("records say %v and %v", many.Run.Consensus, one.Run.Consensus)
	}
}
