package run

import (
	"encoding/json"
	"math"
	"testing"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// The committed records of the five papers have no score that cannot be, and a score beyond its range is found.
func TestImplausible(t *testing.T) {
	for _, paper := range []string{"pnmf", "rpr", "ornmf", "dsp", "mcnmf"} {
		a, err := store.Committed(paper)
		if err != nil {
			t.Fatal(err)
		}
		records, err := a.Records()
		if err != nil || len(records) == 0 {
			t.Fatalf("%s: %d records, %v", paper, len(records), err)
		}
		for _, rec := range records {
			if what := Implausible(rec); what != "" {
				t.Errorf("%s: %s on %s: %s", rec.Run.Experiment, rec.Run.Method, rec.Run.Dataset, what)
			}
		}
	}
	for _, c := range []struct {
		metric string
		value  float64
		wrong  bool
	}{
		{"acc", -5, true}, {"acc", 1e9, true}, {"acc", 1.2, true}, {"acc@argmax", 1.2, true}, {"acc", math.NaN(), true}, {"msl", -1e-3, true}, {"iterations", -1, true},
		{"ari", -1.5, true}, {"ari", -0.3, false}, {"acc", 1 + 1e-15, false}, {"msl", 1e9, false}, {"metric-of-tomorrow", -5, false},
	} {
		if what := Implausible(&store.Record{Metrics: map[string]float64{c.metric: c.value}}); (what != "") != c.wrong {
			t.Errorf("%s = %v: %q", c.metric, c.value, what)
		}
	}
}

// A record has the key of its run, and no other.
func TestOtherKey(t *testing.T) {
	for name, forge := range map[string]func(*store.Record){
		"":          func(*store.Record) {},
		"seed":      func(r *store.Record) { r.Run.Seed++ },
		"replicate": func(r *store.Record) { r.Run.Replicate++ },
		"rank":      func(r *store.Record) { r.Run.Rank++ },
		"method":    func(r *store.Record) { r.Run.Method += "x" },
		"stop":      func(r *store.Record) { r.Run.Stop.Iterations++ },
		"options":   func(r *store.Record) { r.Run.Options = map[string]any{"l1-h": 3} },
		"data":      func(r *store.Record) { r.Provenance.DataSHA256 = "0" },
		"version":   func(r *store.Record) { r.Provenance.SolverVersion++ },
		"metrics":   func(r *store.Record) { r.Run.Metrics = append(r.Run.Metrics, "acc") },
		"key":       func(r *store.Record) { r.Key = "0" + r.Key[1:] + "0" },
	} {
		for _, of := range []*Run{planned(t), custom(store.Identity{Experiment: "e", Dataset: "x.csv", Method: "m", Rank: 3}, "sum", 1, nil, task{})} {
			rec := of.Blank()
			if rec.Provenance.DataSHA256 = "sum"; of.source != nil {
				rec.Provenance.DataSHA256 = of.source.sum
			}
			rec.Status = result.OK
			forge(rec)
			text, err := json.Marshal(rec)
			if err != nil {
				t.Fatal(err)
			}
			if what := OtherKey(rec, text); (what != "") != (name != "") {
				t.Errorf("%q of %s: %q", name, rec.Run.Method, what)
			}
		}
	}
}

// planned is a run of an experiment.
func planned(t *testing.T) *Run {
	t.Helper()
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan(lib.Find("pnmf/table3"), Request{Profile: "smoke"})
	if err != nil {
		t.Fatal(err)
	}
	return plan.Runs[len(plan.Runs)-1]
}
