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
	return startsOf(t, fmt.Sprintf(starting, seed, line))
}

func startsOf(t *testing.T, text string) map[string]*store.Record {
	t.Helper()
	lib := libraryOf(t, map[string]string{"starts.yaml": text})
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

// Asked for their agreement, the initialisations of a run agree as those of a consensus do, and the run stays that of the smallest objective:
// its score is the same as without the question.
func TestAgreementOfStarts(t *testing.T) {
	spec := strings.Replace(starting, "metrics: [ari, msl]", "metrics: [ari, dispersion]", 1)
	spec = strings.Replace(spec, "  - {key: wide, solver: mcnmf, rank-times: 2, options: {components: 2}}\n  - {key: svd, solver: nmf, init: nndsvd}\n", "", 1)
	records := func(text, line string) map[string]*store.Record {
		return startsOf(t, fmt.Sprintf(text, 5, line))
	}
	asked, plain := records(spec, "starts: 4"), startsRecords(t, 5, "starts: 4")
	joined := records(strings.Replace(spec, "{key: nmf, solver: nmf}", "{key: nmf, solver: nmf, consensus: {starts: 4, from: h, method: argmax}}", 1), "")
	for _, key := range []string{"nmf 0", "nmf 1"} {
		one, want := asked[key].Metrics, joined[key].Metrics["dispersion"]
		if got := one["dispersion"]; got != want || got <= 0 || got > 1 {
			t.Errorf("%s: dispersion %v of the starts, want %v as of a consensus", key, got, want)
		}
		if got, want := one["ari"], plain[key].Metrics["ari"]; got != want {
			t.Errorf("%s: ARI %v with the agreement asked for, want %v", key, got, want)
		}
	}
	if why := asked["k-means 0"].Unavailable["dispersion"]; why == "" {
		t.Error("k-means on the samples has no initialisations of factors that could agree")
	}
}
