package run

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

const starting = `title: starts
seed: %d
replicates: 2
datasets:
  - {key: iris, source: iris, ranks: [3]}
init: random
stop: {iterations: 12}
%s
clusters: [{name: h, from: h, method: argmax}]
methods:
  - {key: nmf, solver: nmf}
  - {key: wide, solver: mcnmf, rank-times: 2, options: {components: 2}}
  - {key: svd, solver: nmf, init: nndsvd}
  - {key: ncut, solver: ncut, stop: {iterations: 3}, clusters: [{name: h, method: labels}]}
  - {key: k-means, clusters: [{name: h, from: x, method: kmeans}]}
  - {key: chance, clusters: [{name: h, method: random}]}
metrics: [ari, msl]
panels: [{key: a, title: a, metric: ari}]
`

func startsRecords(t *testing.T, seed int, line string) map[string]*store.Record {
	t.Helper()
	lib := libraryOf(t, map[string]string{"starts.yaml": fmt.Sprintf(starting, seed, line)})
	p, st := planOf(t, lib, "demo/starts", "quick"), store.Open(t.TempDir(), func(w string) { t.Error(w) })
	r := Runner{Store: st, Workers: 1}
	if err := r.Run(context.Background(), p.Runs); err != nil {
		t.Fatal(err)
	}
	all := map[string]*store.Record{}
	for _, planned := range p.Runs {
		rec, _ := st.Get(planned)
		if rec.Status != result.OK {
			t.Fatalf("%s: %s", planned.ID.Method, rec.Reason)
		}
		all[fmt.Sprint(planned.ID.Method, " ", planned.ID.Replicate)] = rec
	}
	return all
}

// A run of several starts has the smallest objective of runs of one start with the seeds that follow; a method that draws no start, and one
// that has no factors, does not change.
func TestStartsKeepTheSmallestObjective(t *testing.T) {
	const starts = 4
	best := startsRecords(t, 5, fmt.Sprintf("starts: %d", starts))
	ones := map[string][]float64{}
	for k := range starts {
		for key, rec := range startsRecords(t, 5+k, "") {
			ones[key] = append(ones[key], objective(rec))
			if k == 0 && rec.Run.Starts != 0 {
				t.Errorf("%s: the key of one start says %d", key, rec.Run.Starts)
			}
		}
	}
	for key, values := range ones {
		rec := best[key]
		method, _, _ := strings.Cut(key, " ")
		switch method {
		case "nmf", "wide":
			least := values[0]
			for _, v := range values {
				least = min(least, v)
			}
			if rec.Run.Starts != starts || objective(rec) != least {
				t.Errorf("%s: %d starts have the objective %v, want the smallest of %v", key, rec.Run.Starts, objective(rec), values)
			}
		case "ncut":
			if rec.Run.Stop.Iterations != starts {
				t.Errorf("%s has %d starts, want %d", key, rec.Run.Stop.Iterations, starts)
			}
		case "k-means":
			if got := fmt.Sprint(rec.Run.Clusters[0]["kmeans"]); !strings.Contains(got, fmt.Sprint("restarts:", starts)) {
				t.Errorf("%s: %s, want %d restarts", key, got, starts)
			}
		default:
			if rec.Run.Starts != 0 {
				t.Errorf("%s has %d starts", key, rec.Run.Starts)
			}
		}
	}
	if best["wide 0"].Run.RankTimes != 2 {
		t.Error("the record does not say that the factors have twice the rank")
	}
	if ari := best["chance 0"].Metrics["ari"]; ari < -0.1 || ari > 0.1 {
		t.Errorf("a random partition has the ARI %v", ari)
	}
}
