package cli

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/audit"
	"nmfrepro/experiments/engine/store"
)

// ownPaper is a small paper with three replicates of each of its methods in a results folder.
func ownPaper(t *testing.T) (specs, results string) {
	t.Helper()
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	specs, results = filepath.Join(t.TempDir(), "own"), t.TempDir()
	runs(t, 0, "new", "paper", "mine", "--specs", specs)
	runs(t, 0, "run", "mine", "--specs", specs, "--results", results, "--reps", "3", "--progress", "none")
	return specs, results
}

// runs is a command that ends with a code, and what it wrote.
func runs(t *testing.T, code int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	if got := Main(args, strings.NewReader(""), &out, &errs); got != code {
		t.Fatalf("%v: code %d, want %d\n%s%s", args, got, code, &out, &errs)
	}
	return out.String(), errs.String()
}

// altered is a record in which the last bit of a number is another.
func altered(rec *store.Record) *store.Record {
	wrong := *rec
	wrong.Metrics = map[string]float64{}
	for name, v := range rec.Metrics {
		wrong.Metrics[name] = math.Nextafter(v, 2)
	}
	return &wrong
}

// TestRecompute plants a wrong record beside right ones: a share of all finds it when it is drawn, and says which, where the first bit
// differs, and how to do it again.
func TestRecompute(t *testing.T) {
	specs, results := ownPaper(t)
	again := []string{"verify", "mine", "--recompute", "100%", "--recompute-seed", "a", "--specs", specs, "--results", results, "--progress", "none"}
	out, _ := runs(t, 0, again...)
	if !strings.Contains(out, "seed a: 6 of 6 records drawn, from 2 groups") || !strings.Contains(out, "6 with the same bits, 0 with others") {
		t.Errorf("all records:\n%s", out)
	}
	out, _ = runs(t, 0, "verify", "--recompute", "mine/table1:method=nmf,replicate=1", "--specs", specs, "--results", results, "--progress", "none", "-v")
	if !strings.Contains(out, "mine/table1:dataset=iris,rank=3,method=nmf,replicate=1, ") || !strings.Contains(out, "1 of 1 record computed again") {
		t.Errorf("an address:\n%s", out)
	}

	st, planted := store.Open(results, nil), t.TempDir()
	for key := range st.Heads("mine/table1") {
		rec, _ := st.Get(store.Ref{Experiment: "mine/table1", Key: key})
		if rec.Run.Method == "hals" && rec.Run.Replicate == 2 {
			rec = altered(rec)
		}
		if err := store.Open(planted, nil).Put(rec); err != nil {
			t.Fatal(err)
		}
	}
	again[slices.Index(again, results)] = planted
	out, errs := runs(t, 1, again...)
	for _, want := range []string{
		"≠ mine/table1:dataset=iris,rank=3,method=hals,replicate=2", "from bit 6", "of 64 on", "5 of 6 with the same bits",
		"again: nmfrepro verify --recompute mine/table1:dataset=iris,rank=3,method=hals,replicate=2 --specs " + specs,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if !strings.Contains(errs, "1 of 6 records computed again have other bits") {
		t.Error(errs)
	}
	out, _ = runs(t, 1, append(again, "--format", "json")...)
	var found audit.Report
	if err := json.Unmarshal([]byte(out), &found); err != nil || len(found.Differing) != 1 || found.Same != 5 || found.Seed != "a" {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestRecomputeFlags sees that flags of verdicts do not go with it.
func TestRecomputeFlags(t *testing.T) {
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	for _, c := range []struct{ args, says string }{
		{"verify --for 1m", "--for goes with --recompute"},
		{"verify --recompute 5% --cached", "--cached does not go with --recompute"},
		{"verify --recompute 5% --seed 3", "--seed does not go with --recompute"},
		{"verify --recompute 5% --format junit", "junit"},
		{"verify --recompute 500%", `found "500%", want a share`},
		{"verify pnmf --recompute rpr", "want a share"},
	} {
		if _, errs := runs(t, 2, strings.Fields(c.args)...); !strings.Contains(errs, c.says) {
			t.Errorf("%s: %s", c.args, errs)
		}
	}
	_, errs := runs(t, 3, "verify", "--recompute", "pnmf/table3:dataset=orl", "--results", t.TempDir(), "--progress", "none")
	if !strings.Contains(errs, "no record could be computed again") {
		t.Error(errs)
	}
}
