package cli

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// A record with a right checksum that says something else than what its key and this machine give is found: by recomputation, and what
// contradicts its run even where one record of all is drawn.
func TestForgedRecords(t *testing.T) {
	specs, results := ownPaper(t)
	honest := store.Open(results, nil)
	for name, x := range map[string]struct {
		forge func(*store.Record)
		share string
		want  string
	}{
		"failed":           {func(r *store.Record) { r.Status, r.Metrics, r.Reason = result.Failed, nil, "diverged" }, "1%", "failed, not ok"},
		"seed":             {func(r *store.Record) { r.Run.Seed++ }, "1%", "the record is of seed"},
		"replicate":        {func(r *store.Record) { r.Run.Replicate += 7 }, "1%", "the record is of replicate"},
		"options":          {func(r *store.Record) { r.Run.Options = map[string]any{"lambda": 3} }, "1%", "other settings than the run of its key"},
		"stop":             {func(r *store.Record) { r.Run.Stop.Iterations++ }, "1%", "other settings than the run of its key"},
		"dataset":          {func(r *store.Record) { r.Run.Dataset = "wine" }, "1%", "the record is of dataset"},
		"method":           {func(r *store.Record) { r.Run.Method = "other" }, "1%", "the record is of method"},
		"rank":             {func(r *store.Record) { r.Run.Rank = 2 }, "1%", "the record is of rank"},
		"solver's version": {func(r *store.Record) { r.Provenance.SolverVersion = 9 }, "1%", "the record is of version of the solver 9"},
		"data":             {func(r *store.Record) { r.Provenance.DataSHA256 = strings.Repeat("0", 64) }, "100%", "data with the SHA-256 000000000000"},
		"score": {func(r *store.Record) {
			for name := range r.Metrics {
				r.Metrics[name] = -5
			}
		}, "100%", "-5"},
		"iterations": {func(r *store.Record) { r.Iterations++ }, "100%", "iterations"},
		"trace":      {func(r *store.Record) { r.Trace = slices.Clone(r.Trace[:1]) }, "100%", "1 observations of the objective"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			st := store.Open(dir, nil)
			for _, key := range slices.Sorted(maps.Keys(honest.Heads("mine/table1"))) {
				rec, ok := honest.Get(store.Ref{Experiment: "mine/table1", Key: key})
				if !ok {
					t.Fatal("no record")
				}
				if rec.Run.Replicate == 1 && rec.Run.Method == "nmf" {
					x.forge(rec)
				}
				if err := st.Put(rec); err != nil {
					t.Fatal(err)
				}
			}
			out, _ := runs(t, 1, "verify", "mine", "--recompute", x.share, "--specs", specs, "--results", dir, "--progress", "none")
			if !strings.Contains(out, x.want) {
				t.Errorf("want %q in\n%s", x.want, out)
			}
		})
	}
}

// Check results finds a record with a right checksum whose score cannot be, or whose run is not that of its key.
func TestForgedResults(t *testing.T) {
	_, results := ownPaper(t)
	if out, _ := runs(t, 0, "check", "results", results); !strings.Contains(out, "6 records of 1 experiment, 0 of runs that failed, 0 damaged") {
		t.Fatal(out)
	}
	honest := store.Open(results, nil)
	for name, x := range map[string]struct {
		forge func(*store.Record)
		want  string
	}{
		"below":   {func(r *store.Record) { r.Metrics["acc"] = -5 }, "acc is -5, want a number from 0 to 1"},
		"above":   {func(r *store.Record) { r.Metrics["acc"] = 1e9 }, "acc is 1e+09, want a number from 0 to 1"},
		"options": {func(r *store.Record) { r.Run.Options = map[string]any{"lambda": 3} }, "than its key"},
		"seed":    {func(r *store.Record) { r.Run.Seed++ }, "than its key"},
		"data":    {func(r *store.Record) { r.Provenance.DataSHA256 = strings.Repeat("0", 64) }, "than its key"},
	} {
		dir := t.TempDir()
		st := store.Open(dir, nil)
		for _, key := range slices.Sorted(maps.Keys(honest.Heads("mine/table1"))) {
			rec, ok := honest.Get(store.Ref{Experiment: "mine/table1", Key: key})
			if !ok {
				t.Fatal("no record")
			}
			if rec.Run.Replicate == 1 && rec.Run.Method == "nmf" {
				x.forge(rec)
			}
			if err := st.Put(rec); err != nil {
				t.Fatal(err)
			}
		}
		if out, errs := runs(t, 3, "check", "results", dir); !strings.Contains(out, "1 damaged") || !strings.Contains(out+errs, x.want) {
			t.Errorf("%s:\n%s%s", name, out, errs)
		}
	}
}
